#include "autograd/held_values.h"

#include <algorithm>

namespace pelton {

// All threads lock them in one order.
HeldValues::HeldValues(std::span<const VariableRef> variables) {
  in_order_.reserve(variables.size());
  for (const VariableRef& variable : variables) in_order_.push_back(variable.get());
  if (!std::is_sorted(in_order_.begin(), in_order_.end()))
    std::sort(in_order_.begin(), in_order_.end());
  for (const Variable* variable : in_order_) variable->value_lock_.lock();
}

HeldValues::~HeldValues() {
  for (const Variable* variable : in_order_) variable->value_lock_.unlock();
}

}  // namespace pelton
