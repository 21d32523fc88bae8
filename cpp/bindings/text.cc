#include "bindings/text.h"

#include "bindings/convert.h"

namespace pelton::bindings {

std::string str_text(py::handle object) { return py::cast<std::string>(py::str(object)); }
std::string repr_text(py::handle object) { return py::cast<std::string>(py::repr(object)); }
std::string type_text(py::handle object) { return str_text(py::type::of(object)); }

namespace {

py::object make_shape(PyObject* sizes) {
  static PyObject* const type =
      py::object(py::module_::import("pelton.tensor_shape").attr("TensorShape")).release().ptr();
  return py::reinterpret_steal<py::object>(PyObject_CallOneArg(type, sizes));
}

}  // namespace

py::object tensor_shape(const Shape& shape) {
  return make_shape(py::reinterpret_steal<py::object>(shape_tuple(shape)).ptr());
}

py::object tensor_shape(const OpenShape& shape) {
  return shape.sizes ? tensor_shape(*shape.sizes) : make_shape(Py_None);
}

std::string numpy_repr(const Tensor& tensor) {
  const py::object values = to_numpy(tensor);
  if (tensor.rank() == 0) return py::cast<std::string>(py::str(values.attr("item")()));
  std::string text = repr_text(values);
  return text.find('\n') == std::string::npos ? text : '\n' + text;
}

}  // namespace pelton::bindings
