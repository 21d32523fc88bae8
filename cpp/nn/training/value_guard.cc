#include "nn/training/value_guard.h"

#include "runtime/memory/memory.h"

namespace pelton {

ValueGuard::~ValueGuard() {
  for (Watched& watched : watched_) {
    if (watched.variable->value().is_same(watched.value)) continue;
    try {
      watched.variable->assign(watched.value);
    } catch (...) {
      // No memory for a copy: the error that is on its way tells more than this one.
    }
  }
}

void ValueGuard::watch(const std::vector<VariableRef>& variables) {
  for (const VariableRef& variable : variables) {
    const Tensor value = variable->value();
    // A captured graph writes a variable where it lies, which must be nobody else's then.
    const bool is_copied = value.device().type != DeviceType::cpu;
    watched_.push_back({variable, is_copied ? copy(value) : value});
  }
}

}  // namespace pelton
