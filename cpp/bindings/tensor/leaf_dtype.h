// Owns the dtype of nested lists among whose leaves are NumPy's scalars and arrays.
#pragma once
#include <pybind11/pybind11.h>

#include <optional>

#include "core/tensor.h"

namespace pelton::bindings {

// The dtype that TensorFlow gives such a list, whose values NumPy read as `value`: whole numbers of
// any size are int32, int64 where they need it; the first leaf decides which fractions are, float32
// where it is none of NumPy's float64 or float16. Nothing where NumPy's own dtype stands. Raises
// value_error for truth values or texts among numbers.
std::optional<DType> natural_dtype(PyObject* list, const Tensor& value);

}  // namespace pelton::bindings
