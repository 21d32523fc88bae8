// Owns what an error in a layer's Python `call` says: the layer and its arguments, as Keras's does.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

namespace py = pybind11;

// call(*inputs, **keywords) of the layer `self`. What it raises, but for exits and interrupts,
// names the layer and the arguments; `is_symbolic`: the call only asks for shapes and dtypes.
py::object call_noting(py::handle self, const py::object& call, const py::tuple& inputs,
                       const py::dict& keywords, bool is_symbolic = false);

}  // namespace pelton::bindings
