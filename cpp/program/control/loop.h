// Owns Loop: a program that runs again and again on what it gave, for each row of some tensors or
// while a condition holds.
#pragma once
#include "program/control/control_flow.h"

namespace pelton {

struct LoopSettings {
  std::string name;
  size_t carried = 0;          // the body's first arguments, and its first results
  size_t rows = 0;             // its next arguments: rows of tensors, which have equally many
  bool is_reversed = false;    // begins at the last row
  bool has_condition = false;  // the first body, of what is carried
  int64_t most_steps = -1;     // negative: any number
};

// Inputs: what is carried, tensors whose rows are taken, captures. Outputs: what is carried at the
// end, then the body's other results of all steps, stacked by rows.
class Loop final : public ControlFlow {
 public:
  // `bodies`: the condition, if there is one, and the body. `carried`: what shapes it may have;
  // `stacked`: those of each step's other results.
  Loop(LoopSettings settings, std::vector<Subprogram> bodies, std::vector<TensorKind> carried,
       std::vector<TensorKind> stacked)
      : ControlFlow(std::move(bodies)),
        settings_(std::move(settings)),
        carried_(std::move(carried)),
        stacked_(std::move(stacked)) {}

  Form form() const override { return Form::loop; }
  std::string name() const override { return settings_.name; }
  std::vector<TensorKind> outputs(std::span<const Tensor> inputs) const override;
  size_t output_count() const override { return carried_.size() + stacked_.size(); }
  std::vector<Tensor> run(std::span<const Tensor> inputs) const override;
  std::vector<std::string> titles() const override;
  const LoopSettings& settings() const { return settings_; }
  std::span<const TensorKind> carried() const { return carried_; }
  std::span<const TensorKind> stacked() const { return stacked_; }

 private:
  int64_t step_count(std::span<const Tensor> inputs) const;
  void check_carried(std::span<const Tensor> values) const;
  Tensor stack_rows(std::vector<Tensor>& rows, const TensorKind& kind) const;

  const LoopSettings settings_;
  const std::vector<TensorKind> carried_, stacked_;
};

// Traces and performs a loop; nothing where a function reads values. `condition` may be empty;
// `shapes`: what the carried tensors may become, theirs where it is empty. Raises type_error where
// the body gives another number of tensors or other dtypes than it takes, value_error for other
// shapes and for tensors without equally many rows.
std::optional<std::vector<Tensor>> perform_loop(
    LoopSettings settings, const TensorFunction& condition, const TensorFunction& body,
    std::span<const Tensor> carried, std::span<const Tensor> rows, std::span<const Shape> shapes);

}  // namespace pelton
