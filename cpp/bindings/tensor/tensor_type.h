// Owns Tensor's Python type: one hand-written CPython type with a free list of objects.
// Measured against a pybind11 class it makes `a + b` ten times cheaper.
#pragma once
#include <pybind11/pybind11.h>

#include <vector>

#include "core/tensor.h"

namespace pelton::bindings {

namespace py = pybind11;

struct PyTensor {
  PyObject_HEAD Tensor tensor;
  PyObject* weak_references;
  PyObject* attributes;  // a dict of what users have set on the object, null before they have
};

// Set when the types are made.
struct TensorTypes {
  PyTypeObject* tensor = nullptr;
  PyTypeObject* variable_slice = nullptr;
};
inline constinit TensorTypes tensor_types;

// Makes the type and adds it to `module` as `Tensor`.
void bind_tensor_type(py::module_& module);
inline PyTypeObject* tensor_type() { return tensor_types.tensor; }
// The one type that derives from it: parts of variables (variable_slice.h).
inline PyTypeObject* variable_slice_type() { return tensor_types.variable_slice; }
inline bool is_tensor(PyObject* object) {
  return Py_TYPE(object) == tensor_type() || Py_TYPE(object) == variable_slice_type();
}
// The tensor inside; `object` must be one.
inline const Tensor& unwrap(PyObject* object) {
  return reinterpret_cast<PyTensor*>(object)->tensor;
}
// A new reference to a Python tensor; throws error_already_set when memory is out.
PyObject* wrap(Tensor tensor);
inline py::object wrap_object(Tensor tensor) {
  return py::reinterpret_steal<py::object>(wrap(std::move(tensor)));
}

// Attributes, methods and text of Tensor, in tensor_attributes.cc.
std::vector<PyType_Slot> attribute_slots();

}  // namespace pelton::bindings
