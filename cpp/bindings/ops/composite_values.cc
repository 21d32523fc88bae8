#include "bindings/ops/composite_values.h"

#include <utility>
#include <vector>

namespace pelton::bindings {
namespace {

// Held for the life of the process, as the classes are.
std::vector<std::pair<PyTypeObject*, PyObject*>>& classes() {
  static auto* const all = new std::vector<std::pair<PyTypeObject*, PyObject*>>();
  return *all;
}

PyObject* handler_of_one(PyObject* value) {
  for (const auto& [cls, handler] : classes())
    if (PyType_IsSubtype(Py_TYPE(value), cls) != 0) return handler;
  return nullptr;
}

}  // namespace

void add_composite_class(py::type cls, py::object handler) {
  auto* const type = reinterpret_cast<PyTypeObject*>(cls.release().ptr());
  classes().emplace_back(type, handler.release().ptr());
}

PyObject* composite_handler(PyObject* value) {
  if (classes().empty() || value == nullptr) return nullptr;
  if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value)) return handler_of_one(value);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value); ++i)
    if (PyObject* const handler = handler_of_one(PySequence_Fast_GET_ITEM(value, i)))
      return handler;
  return nullptr;
}

bool is_composite(PyObject* value) { return handler_of_one(value) != nullptr; }

}  // namespace pelton::bindings
