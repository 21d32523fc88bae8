// Owns the Python side of dtypes: one immutable object each (tf.float32), and NumPy's counterpart.
#pragma once
#include <pybind11/pybind11.h>

#include "core/dtype.h"

namespace pelton::bindings {

namespace py = pybind11;

// Makes the class DType and its sixteen objects in `module`.
void bind_dtypes(py::module_& module);
// The object of `dtype` (borrowed).
PyObject* dtype_object(DType dtype);
// From a DType, its name, a NumPy dtype or scalar type, or bool/int/float/complex/str/bytes; raises
// type_error.
DType to_dtype(PyObject* object);
// NumPy's dtype (bfloat16 from ml_dtypes, raising type_error with the pip line when missing).
py::object numpy_dtype(DType dtype);
// The engine's dtype for a NumPy dtype, string for objects, bytes and str; raises type_error for
// one it does not have.
DType from_numpy_dtype(py::handle dtype);

}  // namespace pelton::bindings
