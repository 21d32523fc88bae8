// Declares what the files that bind nn's layers add to their modules.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

void bind_keras_settings(pybind11::module_& module);  // floatx, epsilon, policies, name counters
void bind_activations(pybind11::module_& module);
void bind_initializers(pybind11::module_& module);  // regularizers, constraints
void bind_layers(pybind11::module_& module);        // Layer, then the next two
void bind_layer_types(pybind11::module_& layers);   // the built-in layers
void bind_models(pybind11::module_& layers);        // Model and Sequential

}  // namespace pelton::bindings
