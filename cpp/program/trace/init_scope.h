// Owns InitScope: a stretch of code that belongs to no record and no tape, such as what sets up
// variables.
#pragma once
#include <vector>

#include "autograd/variable_births.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/observer.h"

namespace pelton {

// While one lives, its thread's tapes and tracers see no ops, and calls without inputs are not
// symbolic: what is computed runs now and only now, and is a constant for records. Of a value that
// differs from run to run it makes no constant: then the tracer has an obstacle. Variables made
// here do not count as made by the code around. Ends on the thread on which it began.
class InitScope {
 public:
  InitScope();
  ~InitScope();
  InitScope(const InitScope&) = delete;
  InitScope& operator=(const InitScope&) = delete;

 private:
  const PauseSymbols symbols_;
  std::vector<Observer*> outer_;  // tapes and tracers that it paused
  VariableBirths births_{nullptr, true};
};

}  // namespace pelton
