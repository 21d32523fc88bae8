// Owns Branches: one of several programs runs, as a value says.
#pragma once
#include "program/control/control_flow.h"

namespace pelton {

// Inputs: the number of the branch, a scalar (false is 0, true 1), then what the branches capture.
// The last branch stands for every number that is none.
class Branches final : public ControlFlow {
 public:
  // `outputs`: of all branches; sizes in which they differ are unknown.
  Branches(std::string name, std::vector<Subprogram> branches, std::vector<TensorKind> outputs)
      : ControlFlow(std::move(branches)), name_(std::move(name)), outputs_(std::move(outputs)) {}

  Form form() const override { return Form::branches; }
  std::string name() const override { return name_; }
  std::vector<TensorKind> outputs(std::span<const Tensor>) const override { return outputs_; }
  size_t output_count() const override { return outputs_.size(); }
  std::vector<Tensor> run(std::span<const Tensor> inputs) const override;
  std::vector<std::string> titles() const override;
  std::span<const TensorKind> results() const { return outputs_; }

 private:
  const std::string name_;
  const std::vector<TensorKind> outputs_;
};

// Traces the functions, which take no arguments, and performs the one of number `index`; nothing
// where one of them reads values. Raises type_error where their results differ in number or dtype,
// value_error where their ranks do.
std::optional<std::vector<Tensor>> perform_branches(const std::string& name, const Tensor& index,
                                                    std::span<const TensorFunction> functions);

}  // namespace pelton
