// Owns the histories of symbolic tensors that layers gave: which call of which layer, for models
// that are made of them (keras.Model(inputs, outputs)).
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

// _with_history, _history, _call_of, _call_number and _run_call of `layers`.
void bind_history(pybind11::module_& layers);

// `outputs` of the call as one of the graph, where the arguments hold symbolic tensors and no layer
// call is around it; else as they are.
pybind11::object note_layer_call(pybind11::handle layer, const pybind11::args& args,
                                 const pybind11::dict& kwargs, pybind11::object outputs);

}  // namespace pelton::bindings
