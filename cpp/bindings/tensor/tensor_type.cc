#include "bindings/tensor/tensor_type.h"

#include <structmember.h>

#include <vector>

#include "bindings/errors.h"
#include "bindings/tensor/operators.h"

namespace pelton::bindings {
namespace {

constexpr size_t kMostFree = 1024;
std::vector<PyTensor*> free_objects;  // guarded by the GIL

void tensor_dealloc(PyObject* self) {
  auto* object = reinterpret_cast<PyTensor*>(self);
  if (object->weak_references != nullptr) PyObject_ClearWeakRefs(self);
  Py_CLEAR(object->attributes);
  object->tensor.~Tensor();
  PyTypeObject* own_type = Py_TYPE(self);
  if (free_objects.size() < kMostFree)
    free_objects.push_back(object);
  else
    PyObject_Free(self);
  Py_DECREF(own_type);
}

PyObject* refuse_new(PyTypeObject*, PyObject*, PyObject*) {
  PyErr_SetString(PyExc_TypeError,
                  "Tensor objects are made by ops: use tf.constant or tf.convert_to_tensor");
  return nullptr;
}

PyMemberDef tensor_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(PyTensor, weak_references), READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(PyTensor, attributes), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr}};

}  // namespace

PyObject* wrap(Tensor tensor) {
  PyTensor* object;
  if (free_objects.empty()) {
    object = PyObject_New(PyTensor, tensor_types.tensor);
    if (object == nullptr) throw py::error_already_set();
  } else {
    object = free_objects.back();
    free_objects.pop_back();
    PyObject_Init(reinterpret_cast<PyObject*>(object), tensor_types.tensor);
  }
  object->weak_references = nullptr;
  object->attributes = nullptr;
  new (&object->tensor) Tensor(std::move(tensor));
  return reinterpret_cast<PyObject*>(object);
}

void bind_tensor_type(py::module_& module) {
  free_objects.reserve(kMostFree);
  std::vector<PyType_Slot> slots{
      {Py_tp_dealloc, reinterpret_cast<void*>(&tensor_dealloc)},
      {Py_tp_new, reinterpret_cast<void*>(&refuse_new)},
      {Py_tp_members, tensor_members},
      {Py_tp_doc, const_cast<char*>("An n-dimensional array on one device; values never change. "
                                    "Behaves as TensorFlow's eager tensor.")}};
  for (auto more : {operator_slots(), subscript_slots(), attribute_slots()})
    slots.insert(slots.end(), more.begin(), more.end());
  slots.push_back({0, nullptr});
  PyType_Spec spec{"pelton.Tensor", sizeof(PyTensor), 0, Py_TPFLAGS_DEFAULT, slots.data()};
  tensor_types.tensor = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (tensor_types.tensor == nullptr) throw py::error_already_set();
  module.attr("Tensor") = py::handle(reinterpret_cast<PyObject*>(tensor_types.tensor));
}

}  // namespace pelton::bindings
