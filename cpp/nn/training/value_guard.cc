#include "nn/training/value_guard.h"

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
  for (const VariableRef& variable : variables) watched_.push_back({variable, variable->value()});
}

}  // namespace pelton
