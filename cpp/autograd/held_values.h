// Owns HeldValues: the values of several variables, for kernels that write them in place.
#pragma once
#include <span>
#include <vector>

#include "autograd/variable.h"

namespace pelton {

// While one lives no other thread reads or writes the variables, and this one waits for nobody.
class HeldValues {
 public:
  // The variables outlive it.
  explicit HeldValues(std::span<const VariableRef> variables);
  ~HeldValues();
  HeldValues(const HeldValues&) = delete;
  HeldValues& operator=(const HeldValues&) = delete;

  // The value of one of them with bytes that only it sees.
  static const Tensor& writable(Variable& held) { return held.writable(); }

 private:
  std::vector<Variable*> in_order_;
};

}  // namespace pelton
