// Owns what nested layer calls share per thread: the training flag, the number of the outermost
// call, and the names of the layers being built.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pelton {

// One running layer call; resolves `training` from the enclosing one.
class CallScope {
 public:
  explicit CallScope(std::optional<bool> training);
  ~CallScope();
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;
  bool training() const { return training_.value_or(false); }
  // The same for all calls inside one outermost call; never 0.
  uint64_t number() const { return number_; }
  // The innermost running call of this thread, or null.
  static const CallScope* current();

 private:
  std::optional<bool> training_;
  uint64_t number_;
  const CallScope* outer_;
};

// Appends a layer's name to the paths of variables made while it lives.
class NameScope {
 public:
  explicit NameScope(std::string_view name);
  ~NameScope();
  NameScope(const NameScope&) = delete;
  NameScope& operator=(const NameScope&) = delete;
  // "sequential/dense"; empty outside.
  static const std::string& path();

 private:
  size_t outer_length_;
};

}  // namespace pelton
