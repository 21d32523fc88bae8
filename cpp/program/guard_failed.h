// Owns GuardFailed: a run took another path than the one that was traced.
#pragma once
#include <exception>
#include <string>

#include "core/tensor.h"
#include "runtime/dispatch/random_state.h"
#include "runtime/runtime.h"

namespace pelton {

// Thrown by a guard step, before the run has written anything. No error: whoever runs a program
// with guards knows of other paths, or traces this one.
struct GuardFailed : std::exception {
  GuardFailed(size_t which, Tensor found, std::string where)
      : number(which), seen(std::move(found)), place(std::move(where)) {}
  const char* what() const noexcept override { return "a program took another path"; }
  size_t number;      // of the guard in its program
  Tensor seen;        // what it found, on the host
  std::string place;  // Step::place
};

// What `run`, which runs a program with guards, gives. Where a guard fails, the random numbers that
// were drawn before it will be drawn again.
template <class Run>
auto run_path(Run&& run) {
  DrawNotes notes;
  try {
    return run();
  } catch (const GuardFailed&) {
    notes.take_back();
    throw;
  }
}

}  // namespace pelton
