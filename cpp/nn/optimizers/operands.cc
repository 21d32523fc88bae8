#include "nn/optimizers/operands.h"

namespace pelton::optimizers {

std::vector<Tensor> parameters_of(std::span<const Optimizer::Update> updates) {
  std::vector<Tensor> out;
  out.reserve(updates.size());
  for (const Optimizer::Update& update : updates) out.push_back(update.variable->writable());
  return out;
}

std::vector<Tensor> gradients_of(std::span<const Optimizer::Update> updates) {
  std::vector<Tensor> out;
  out.reserve(updates.size());
  for (const Optimizer::Update& update : updates) out.push_back(update.gradient);
  return out;
}

std::vector<Tensor> slots_of(std::span<const Optimizer::Update> updates,
                             const std::vector<VariableRef>& slots) {
  std::vector<Tensor> out;
  if (slots.empty()) return out;
  out.reserve(updates.size());
  for (const Optimizer::Update& update : updates) out.push_back(slots.at(update.index)->writable());
  return out;
}

}  // namespace pelton::optimizers
