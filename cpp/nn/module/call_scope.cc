// Owns the per-thread stacks of running calls and of names.
#include "nn/module/call_scope.h"

#include <atomic>

namespace pelton {

namespace {

thread_local const CallScope* innermost = nullptr;
thread_local const void* innermost_owner = nullptr;
std::atomic<uint64_t> last_number = 0;

std::string& current_path() {
  static thread_local std::string path;
  return path;
}

}  // namespace

CallScope::CallScope(std::optional<bool> training, const DTypePolicy& policy, bool autocast)
    : training_(training), outer_(innermost) {
  casts_ = (outer_ != nullptr && outer_->casts_) || policy.compute != policy.variable;
  if (casts_ && autocast && is_floating(policy.compute)) autocast_dtype_ = policy.compute;
  if (!training_ && outer_ != nullptr) training_ = outer_->training_;
  number_ = outer_ != nullptr ? outer_->number_ : ++last_number;
  innermost = this;
}

CallScope::~CallScope() { innermost = outer_; }

const CallScope* CallScope::current() { return innermost; }

NameScope::NameScope(std::string_view name, const void* owner)
    : outer_length_(current_path().size()), outer_owner_(innermost_owner) {
  if (owner == innermost_owner) return;
  innermost_owner = owner;
  std::string& path = current_path();
  if (!path.empty()) path += '/';
  path += name;
}

NameScope::~NameScope() {
  current_path().resize(outer_length_);
  innermost_owner = outer_owner_;
}

const std::string& NameScope::path() { return current_path(); }

}  // namespace pelton
