#include "bindings/layers/call_errors.h"

namespace pelton::bindings {

py::object call_noting(py::handle self, const py::object& call, const py::tuple& inputs,
                       const py::dict& keywords, bool is_symbolic) {
  try {
    return call(*inputs, **keywords);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) throw;
    const py::object noted =
        py::module_::import("pelton.keras.layers.call_errors")
            .attr("noted")(error.value(), self, call, inputs, keywords, is_symbolic);
    if (noted.is(error.value())) throw;
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(noted.ptr())), noted.ptr());
    throw py::error_already_set();
  }
}

}  // namespace pelton::bindings
