// Owns when the GIL is given up: only around work that is long enough to be worth it.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>

namespace pelton::bindings {

// Operand bytes from which other Python threads may run meanwhile; a release costs about 0.1 us.
inline constexpr int64_t kUnlockBytes = 1 << 17;

// The result of `work`, run without the GIL when it reads `bytes` or more. `work` touches no
// Python.
template <class Work>
auto unlocked(int64_t bytes, Work&& work) {
  if (bytes < kUnlockBytes) return work();
  pybind11::gil_scoped_release release;
  return work();
}

}  // namespace pelton::bindings
