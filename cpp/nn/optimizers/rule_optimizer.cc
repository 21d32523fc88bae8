#include "nn/optimizers/rule_optimizer.h"

#include <algorithm>

#include "ops/array/slices.h"
#include "runtime/dispatch/scoped_device.h"

namespace pelton {
namespace {

// `x` where and as the op wants it, by ops that a record holds.
Tensor operand_on(Device device, const Tensor& x) {
  if (x.device() == device) return x.is_contiguous() ? x : identity(x);
  const ScopedDevice there(full_name(device));
  return identity(x);
}

}  // namespace

void SteppedOptimizer::make_slots(const std::vector<VariableRef>& variables) {
  if (built()) return;
  Optimizer::make_slots(variables);
  const StepOp step = step_op();
  std::vector<std::vector<VariableRef>> slots(step.slots.size());
  const auto add = [&](size_t k, const Variable& variable) {
    slots[k].push_back(add_variable_from_reference(variable, step.slots[k]));
    if (const double start = start_of(k); start != 0)
      slots[k].back()->assign(full(variable.shape(), start, variable.dtype()));
  };
  // In the order in which Keras saves them.
  const size_t beside = std::min(step.side_by_side, slots.size());
  for (const VariableRef& variable : variables)
    for (size_t k = 0; k < beside; ++k) add(k, *variable);
  for (size_t k = beside; k < slots.size(); ++k)
    for (const VariableRef& variable : variables) add(k, *variable);
  reads_ = step.reads;
  slots_ = std::move(slots);
}

void SteppedOptimizer::check_slots(const StepOp& step) const {
  check(!built() || step.slots.size() == slots_.size(), Code::value_error, "This setting needs ",
        step.slots.size(),
        " slots per variable, and the optimizer was built "
        "with ",
        slots_.size(), ". Set it before training, or make a new optimizer. [", class_name(), "]");
}

bool SteppedOptimizer::is_by_slices(const Update& update) const {
  return reads_ != updates::GradientPower::none && is_in_slices(update.gradient);
}

// One call for each dtype and device, of gradients in slices and of others.
void SteppedOptimizer::update(std::span<const Update> updates, const StepTensors& now) {
  std::vector<const Update*> left, group, others;
  for (const Update& update : updates) left.push_back(&update);
  while (!left.empty()) {
    const Variable& first = *left[0]->variable;
    for (const Update* update : left) {
      const Variable& own = *update->variable;
      const bool fits = own.dtype() == first.dtype() && own.device() == first.device() &&
                        is_by_slices(*update) == is_by_slices(*left[0]);
      (fits ? group : others).push_back(update);
    }
    update_group(group, now);
    left.swap(others);
    group.clear();
    others.clear();
  }
}

void SteppedOptimizer::update_group(std::span<const Update* const> updates,
                                    const StepTensors& now) {
  const Device device = updates[0]->variable->device();
  std::vector<VariableRef> written;
  std::vector<Tensor> inputs;
  written.reserve(updates.size() * (1 + slots_.size()));
  inputs.reserve(updates.size() + 2);
  for (const Update* update : updates) written.push_back(update->variable);
  for (const std::vector<VariableRef>& slot : slots_)
    for (const Update* update : updates) written.push_back(slot.at(update->index));
  const bool in_slices = is_by_slices(*updates[0]);
  std::vector<Tensor> rows;
  for (const Update* update : updates) {
    const Slices slices = in_slices ? slices_of(update->gradient) : Slices{update->gradient, {}};
    inputs.push_back(operand_on(device, slices.values));
    if (in_slices) rows.push_back(operand_on(device, slices.indices));
  }
  inputs.insert(inputs.end(), rows.begin(), rows.end());
  inputs.push_back(operand_on(device, now.rate));
  inputs.push_back(operand_on(device, now.before));
  call_rule(written, inputs, in_slices);
}

}  // namespace pelton
