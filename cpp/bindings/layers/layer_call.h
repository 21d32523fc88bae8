// Owns what happens when Python calls a layer: layer(x, training=...).
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

namespace py = pybind11;

// Calls `layer` (a bound Layer) as Keras does. A built-in layer takes one input (tensor, variable,
// array or KerasTensor), `training` and `mask`; a layer whose `call` is written in Python takes
// what that takes. Raises type_error or value_error for other arguments.
py::object call_layer(py::handle self, const py::args& args, const py::kwargs& kwargs);
// Symbolic tensors like the outputs of a call on the symbolic tensors among the arguments, which no
// graph records. Of other arguments it is a call.
py::object output_spec(py::handle self, const py::args& args, const py::kwargs& kwargs);
// Builds as `layer.build(shape)` does when Python calls it.
void build_layer(py::handle self, const py::function& build, const py::args& args);

}  // namespace pelton::bindings
