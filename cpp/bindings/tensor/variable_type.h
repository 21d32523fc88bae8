// Owns Variable's Python type: hand-written like Tensor's, with the same operators.
#pragma once
#include <pybind11/pybind11.h>

#include "autograd/variable.h"

namespace pelton::bindings {

namespace py = pybind11;

struct PyVariable {
  PyObject_HEAD VariableRef variable;
  PyObject* weak_references;
};

void bind_variable_type(py::module_& module);
PyTypeObject* variable_type();
inline bool is_variable(PyObject* object) { return Py_TYPE(object) == variable_type(); }
inline const VariableRef& unwrap_variable(PyObject* object) {
  return reinterpret_cast<PyVariable*>(object)->variable;
}
// The value as this thread's code sees it: that of a weight in the dtype of the layer that runs.
Tensor read_variable(const Variable& variable);
// The dtype of what read_variable gives.
DType dtype_here(const Variable& variable);
// Where weights have Keras 2's names, that of one made within ``tf.name_scope`` begins with the
// scope.
void name_as_in_keras_2(Variable& weight);
// A new reference; the same Python object as long as one is alive for this variable.
PyObject* wrap(const VariableRef& variable);

}  // namespace pelton::bindings
