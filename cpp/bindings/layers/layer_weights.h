// Owns how Python makes, reads and replaces a layer's weights.
#pragma once
#include <pybind11/pybind11.h>

#include "nn/module/layer.h"

namespace pelton::bindings {

namespace py = pybind11;

// add_weight(shape=(), initializer=None, dtype=None, trainable=True, regularizer=None, name=None,
// constraint=None, ...); a first positional string is the name.
VariableRef add_weight(Layer& layer, const py::args& args, const py::kwargs& kwargs);
// NumPy arrays of all weights, in order.
py::list get_weights(const Layer& layer);
// Replaces all weights; raises value_error for a wrong number or shape, and then changes nothing.
void set_weights(Layer& layer, const py::iterable& values);
// From an InputSpec, or None.
void set_input_spec(Layer& layer, const py::object& spec);

}  // namespace pelton::bindings
