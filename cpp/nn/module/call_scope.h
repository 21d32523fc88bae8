// Owns what nested layer calls share per thread: the training flag, the dtype in which weights are
// read, the number of the outermost call, and the names of the layers being built.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nn/config/dtype_policy.h"

namespace pelton {

// One running layer call; resolves `training` from the enclosing one.
class CallScope {
 public:
  // Of a layer with this policy, which with `autocast` is that of its weights too.
  CallScope(std::optional<bool> training, const DTypePolicy& policy, bool autocast);
  ~CallScope();
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;
  bool training() const { return training_.value_or(false); }
  // As given here or by an enclosing call; absent when nobody did.
  const std::optional<bool>& given() const { return training_; }
  // The dtype in which the layer reads floating weights; absent: in that of each.
  const std::optional<DType>& autocast_dtype() const { return autocast_dtype_; }
  // The same for all calls inside one outermost call; never 0.
  uint64_t number() const { return number_; }
  bool is_outermost() const { return outer_ == nullptr; }
  // The innermost running call of this thread, or null.
  static const CallScope* current();

 private:
  std::optional<bool> training_;
  std::optional<DType> autocast_dtype_;
  bool casts_;  // here or in an enclosing call
  uint64_t number_;
  const CallScope* outer_;
};

// Appends the name of `owner` to the paths of variables made while it lives; nothing when the
// innermost scope is its own already.
class NameScope {
 public:
  NameScope(std::string_view name, const void* owner);
  ~NameScope();
  NameScope(const NameScope&) = delete;
  NameScope& operator=(const NameScope&) = delete;
  // "sequential/dense"; empty outside.
  static const std::string& path();

 private:
  size_t outer_length_;
  const void* outer_owner_;
};

}  // namespace pelton
