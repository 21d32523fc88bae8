// Owns ScopedDevice: the engine's own way into a device scope.
#pragma once
#include <optional>
#include <string>

#include "runtime/dispatch/context.h"

namespace pelton {

// Calls run in the scope `name` while it lives: full or partial device name, "" or nullopt for
// automatic placement. Scopes that were left open inside of it end with it. Without `enters`
// nothing changes.
class ScopedDevice {
 public:
  explicit ScopedDevice(const std::optional<std::string>& name, bool enters = true)
      : entered_(enters) {
    if (!entered_) return;
    depth_ = context().scope_depth();
    context().push_scope(name && name->empty() ? std::nullopt : name);
  }
  ~ScopedDevice() {
    while (entered_ && context().scope_depth() > depth_)
      context().pop_scope(context().scope_depth() - 1);
  }
  ScopedDevice(const ScopedDevice&) = delete;
  ScopedDevice& operator=(const ScopedDevice&) = delete;

 private:
  const bool entered_;
  size_t depth_ = 0;  // outside
};

}  // namespace pelton
