// Owns RecursionGuard, one level of a walk over Python containers: they may contain themselves.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

// Counts as a Python call while it lives, so that a walk ends with Python's RecursionError; `doing`
// ends its message: " while flattening a nested structure".
class RecursionGuard {
 public:
  explicit RecursionGuard(const char* doing) {
    if (Py_EnterRecursiveCall(doing) != 0) throw pybind11::error_already_set();
  }
  ~RecursionGuard() { Py_LeaveRecursiveCall(); }
  RecursionGuard(const RecursionGuard&) = delete;
  RecursionGuard& operator=(const RecursionGuard&) = delete;
};

}  // namespace pelton::bindings
