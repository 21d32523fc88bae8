// Owns the gradient of branches and loops: a step of its own, which runs them again under a tape.
#pragma once
#include "autograd/custom_gradient.h"
#include "program/control/control_flow.h"

namespace pelton {

// Inputs: those of `of`, then the gradients of those of its outputs that have one. Outputs: the
// gradients of the wanted inputs, zeros where nothing leads there.
class ControlGradient final : public ControlFlow {
 public:
  // `wanted`: for each input of `of`; `given`: for each of its outputs.
  ControlGradient(ControlRef of, std::vector<bool> wanted, std::vector<bool> given)
      : ControlFlow({of->bodies().begin(), of->bodies().end()}),
        of_(std::move(of)),
        wanted_(std::move(wanted)),
        given_(std::move(given)) {}

  Form form() const override { return Form::gradient; }
  std::string name() const override { return of_->name() + "_grad"; }
  std::vector<std::string> titles() const override { return of_->titles(); }
  std::vector<TensorKind> outputs(std::span<const Tensor> inputs) const override;
  size_t output_count() const override;
  std::vector<Tensor> run(std::span<const Tensor> inputs) const override;

  const ControlFlow& of() const { return *of_; }
  const std::vector<bool>& wanted() const { return wanted_; }
  const std::vector<bool>& given() const { return given_; }

 private:
  // Those that are wanted as tensors of their own.
  std::vector<Tensor> renewed(std::span<const Tensor> inputs) const;

  const ControlRef of_;
  const std::vector<bool> wanted_, given_;
};

// The gradient of a performed `control` with respect to its `wanted` inputs, of every order: it
// computes the values anew and draws what was drawn. Raises unimplemented, when it is asked for,
// where `control` writes variables, and so cannot run again.
std::shared_ptr<CustomGradient> gradient_of(const ControlRef& control,
                                            std::span<const Tensor> inputs,
                                            std::span<const Tensor> outputs,
                                            std::optional<RandomStream> stream,
                                            const std::vector<bool>& wanted);

}  // namespace pelton
