// Owns reading Python numbers, strings and nested lists of them into a host tensor, without NumPy.
#pragma once
#include <pybind11/pybind11.h>

#include <optional>

#include "core/tensor.h"

namespace pelton::bindings {

// The host tensor of a number or a str or bytes, or of nested lists and tuples of such; nullopt
// when a leaf is something else (an array, a NumPy scalar). Raises value_error for ragged lists and
// type_error when the values do not fit `dtype`.
std::optional<Tensor> from_nested(PyObject* object, std::optional<DType> dtype);
// Whether it is a str or bytes.
bool is_text(PyObject* object);
// The bytes of a str, as UTF-8, or bytes, which the object keeps; raises UnicodeEncodeError for
// surrogates.
std::string_view text_bytes(PyObject* text);
// Raises value_error for lists nested deeper than a tensor has axes, as those that contain
// themselves are: NumPy, which reads what from_nested does not, may never come back from them.
void check_nesting(PyObject* object);
// A host tensor with another dtype; values convert as C++ converts them.
Tensor cast_host(const Tensor& value, DType dtype);

}  // namespace pelton::bindings
