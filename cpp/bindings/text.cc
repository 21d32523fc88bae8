#include "bindings/text.h"

#include <frameobject.h>

#include "bindings/gil.h"
#include "bindings/kept_object.h"
#include "bindings/tensor/convert.h"
#include "core/error.h"

namespace pelton::bindings {

std::string text_of(py::handle text) {
  Py_ssize_t size = 0;
  if (const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size))
    return {bytes, static_cast<size_t>(size)};
  PyErr_Clear();
  const auto shown = py::reinterpret_steal<py::object>(PyObject_ASCII(text.ptr()));
  if (!shown) throw py::error_already_set();
  raise(Code::value_error, "a text with half a surrogate pair is no Unicode: ", str_text(shown));
}

namespace {

// For people's eyes: half a surrogate pair as "\\ud800".
std::string shown_text(const py::str& text) {
  const auto bytes = py::reinterpret_steal<py::object>(
      PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"));
  if (!bytes) throw py::error_already_set();
  return {PyBytes_AS_STRING(bytes.ptr()), static_cast<size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
}

}  // namespace

std::string str_text(py::handle object) { return shown_text(py::str(object)); }
std::string repr_text(py::handle object) { return shown_text(py::repr(object)); }
std::string type_text(py::handle object) { return str_text(py::type::of(object)); }

std::string user_location() {
  const GilTaken gil;
  static PyObject* path = nullptr;
  const auto own = py::cast<std::string>(keep_object(path, []() -> py::object {
    return py::module_::import("pelton").attr("__path__")[py::int_(0)];
  }));
  auto frame = py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(PyEval_GetFrame()));
  while (frame) {
    auto* const at = reinterpret_cast<PyFrameObject*>(frame.ptr());
    const py::object code =
        py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetCode(at)));
    const auto file = py::cast<std::string>(code.attr("co_filename"));
    if (!file.starts_with(own)) return cat(file, ":", PyFrame_GetLineNumber(at));
    frame = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject*>(PyFrame_GetBack(at)));
  }
  return {};
}

std::string numpy_repr(const Tensor& tensor) {
  if (tensor.dtype() == DType::string && tensor.rank() == 0)
    return repr_text(to_numpy_for_text(tensor, true));
  const py::object values = to_numpy_for_text(tensor);
  if (tensor.rank() == 0) return py::cast<std::string>(py::str(values.attr("item")()));
  std::string text = repr_text(values);
  return text.find('\n') == std::string::npos ? text : '\n' + text;
}

}  // namespace pelton::bindings
