#include "bindings/tensor/shape_object.h"

#include "bindings/kept_object.h"
#include "bindings/tensor/convert.h"
#include "bindings/text.h"
#include "core/error.h"

namespace pelton::bindings {
namespace {

PyTypeObject* shape_type() {
  static PyObject* type = nullptr;
  const py::handle found = keep_object(type, []() -> py::object {
    return py::module_::import("pelton.tensor_shape").attr("TensorShape");
  });
  return reinterpret_cast<PyTypeObject*>(found.ptr());
}

// The slot of the class that holds the sizes.
PyObject* dims_name() {
  static PyObject* const name = PyUnicode_InternFromString("_dims");
  return name;
}

// Without the class's constructor: what checks sizes in Python is for sizes that users give.
py::object shape_of_sizes(const py::object& sizes) {
  auto shape = py::reinterpret_steal<py::object>(PyType_GenericAlloc(shape_type(), 0));
  if (!shape || PyObject_GenericSetAttr(shape.ptr(), dims_name(), sizes.ptr()) != 0)
    throw py::error_already_set();
  return shape;
}

}  // namespace

py::object tensor_shape(const Shape& shape) {
  return shape_of_sizes(py::reinterpret_steal<py::object>(shape_tuple(shape)));
}

py::object tensor_shape(const OpenShape& shape) {
  return shape.sizes ? tensor_shape(*shape.sizes) : shape_of_sizes(py::none());
}

bool is_tensor_shape(PyObject* object) { return Py_TYPE(object) == shape_type(); }

py::object sizes_of_shape(PyObject* shape) {
  auto sizes = py::reinterpret_steal<py::object>(PyObject_GenericGetAttr(shape, dims_name()));
  if (!sizes) throw py::error_already_set();
  return sizes;
}

py::tuple known_sizes(PyObject* shape) {
  const py::object sizes = sizes_of_shape(shape);
  const bool is_known = !sizes.is_none() && !sizes.contains(py::none());
  check(is_known, Code::value_error, "Cannot convert a partially known TensorShape ",
        str_text(shape), " to a Tensor.");
  return sizes;
}

}  // namespace pelton::bindings
