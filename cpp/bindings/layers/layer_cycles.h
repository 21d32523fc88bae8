// Owns what Python's cyclic collector learns of the Python objects that layers and models keep in
// C++: without it no cycle through one of them would ever be freed.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/tensor/casters.h"
#include "nn/activations/activation.h"
#include "nn/module/sequential.h"

namespace pelton::bindings {

// Each calls `visit` on the Python objects that only its argument keeps alive; a result other than
// 0 ends the walk, as tp_traverse wants it. Objects that others share are left out: a cycle through
// them is then kept, which is safe, while one visit too many would free what is in use.
int visit_activation(const ActivationPtr& activation, visitproc visit, void* arg);
int visit_trainer(const Model& model, visitproc visit, void* arg);
int visit_layers(const Sequential& model, visitproc visit, void* arg);

template <class L>
int visit_kept(const L& layer, visitproc visit, void* arg) {
  int result = 0;
  if constexpr (requires { layer.config().activation; })
    result = visit_activation(layer.config().activation, visit, arg);
  if constexpr (std::is_base_of_v<Model, L>) result = visit_trainer(layer, visit, arg);
  if constexpr (std::is_same_v<Sequential, L>)
    if (result == 0) result = visit_layers(layer, visit, arg);
  return result;
}

// False while the object is being made: the collector may run before it has room for its C++ half.
bool is_complete(PyObject* self);

template <class L>
int traverse_layer(PyObject* self, visitproc visit, void* arg) {
  if (const int result = py::detail::pybind11_traverse(self, visit, arg)) return result;
  return is_complete(self) ? visit_kept(py::cast<const L&>(py::handle(self)), visit, arg) : 0;
}

// Attributes go, and with a model its trainer: every cycle that was visited passes through either.
template <class L>
int clear_layer(PyObject* self) {
  if constexpr (std::is_base_of_v<Model, L>)
    if (is_complete(self)) py::cast<L&>(py::handle(self)).set_trainer(nullptr);
  return py::detail::pybind11_clear(self);
}

// For py::class_, besides py::dynamic_attr().
template <class L>
py::custom_type_setup collected() {
  return py::custom_type_setup([](PyHeapTypeObject* heap_type) {
    heap_type->ht_type.tp_traverse = &traverse_layer<L>;
    heap_type->ht_type.tp_clear = &clear_layer<L>;
  });
}

}  // namespace pelton::bindings
