// Owns objects of Python that C++ functions make at their first call and keep.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

namespace py = pybind11;

// What `kept` points to; at first what `make` gives, for the rest of the process. Python that runs
// in `make` may let other threads go on: they make objects of their own, and the first one stays.
// (For the initializer of a static object they would wait with Python's lock in their hands, for a
// thread that waits for that lock.)
template <class Make>
py::handle keep_object(PyObject*& kept, const Make& make) {
  if (kept != nullptr) return kept;
  py::object made = make();
  if (kept == nullptr) kept = made.release().ptr();
  return kept;
}

}  // namespace pelton::bindings
