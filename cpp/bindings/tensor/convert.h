// Owns conversions between Python values and tensors: numbers, nested lists, NumPy arrays.
#pragma once
#include <pybind11/pybind11.h>

#include <optional>

#include "core/tensor.h"

namespace pelton::bindings {

namespace py = pybind11;

// A tensor of any value that stands for one. Python numbers become int32 (int64 when they need it),
// float32, bool, complex128; arrays keep their dtype. With `dtype` the result has it, raising
// type_error where that would change kind (1.5 to int32). Raises type_error or value_error.
Tensor to_tensor(PyObject* object, std::optional<DType> dtype = std::nullopt);
// Like to_tensor, but tensors of another dtype are left as they are and raise nothing.
Tensor to_tensor_like(PyObject* object, std::optional<DType> hint);
// True for a tensor or a variable, whose dtype others adopt.
bool has_own_dtype(PyObject* object);
DType own_dtype(PyObject* object);
// True for an IndexedSlices.
bool is_gradient_in_slices(PyObject* object);
// True for a NumPy array of bools.
bool is_boolean_array(PyObject* object);
// True for a NumPy array, of any rank but 0, of floating numbers.
bool is_array_of_fractions(PyObject* object);
// A NumPy array with the values (a NumPy scalar for a 0-d tensor when `scalars`); tracers hear of
// the reading.
py::object to_numpy(const Tensor& tensor, bool scalars = false);
// The same, unseen: for text, which a recorded function prints while it is recorded only.
py::object to_numpy_for_text(const Tensor& tensor, bool scalars = false);
// Sizes from an integer, a sequence of integers and None (-1), or a 1-d tensor.
Shape to_shape(PyObject* object);
// A new tuple; -1 becomes None.
PyObject* shape_tuple(const Shape& shape);
// The tensor on the device of the current scope, logged as TensorFlow's _EagerConst.
Tensor place_constant(const Tensor& host);

}  // namespace pelton::bindings
