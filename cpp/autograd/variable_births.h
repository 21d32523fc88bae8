// Owns VariableBirths: who wants to know that a thread makes variables, or forbids it.
#pragma once
#include <cstdint>

namespace pelton {

// While one lives, it counts the variables that its thread makes. With `refusal`, making one raises
// value_error of that text. Where `are_private`, nobody further out hears of them.
class VariableBirths {
 public:
  explicit VariableBirths(const char* refusal = nullptr, bool are_private = false);
  ~VariableBirths();
  VariableBirths(const VariableBirths&) = delete;
  VariableBirths& operator=(const VariableBirths&) = delete;
  int64_t count() const { return count_; }
  // Told by each variable that is made.
  static void note();

 private:
  VariableBirths* outer_;
  const char* refusal_;
  const bool are_private_;
  int64_t count_ = 0;
};

}  // namespace pelton
