// Owns the text of values as Python shows them.
#pragma once
#include <pybind11/pybind11.h>

#include <string>

#include "core/tensor.h"

namespace pelton::bindings {

namespace py = pybind11;

// What a Python text says; raises ValueError for one that is no Unicode, with half a surrogate
// pair.
std::string text_of(py::handle text);
// str(object), repr(object), and str(type(object)): "<class 'int'>". Half a surrogate pair is shown
// as "\ud800".
std::string str_text(py::handle object);
std::string repr_text(py::handle object);
std::string type_text(py::handle object);
// Where the user's Python code stands that called the engine: "model.py:12", of the innermost frame
// outside of the package; empty without one.
std::string user_location();
// "array([1., 2.], dtype=float32)", after a line break when it has several lines; "3.0" for 0-d.
std::string numpy_repr(const Tensor& tensor);

}  // namespace pelton::bindings
