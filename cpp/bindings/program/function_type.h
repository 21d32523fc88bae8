// Owns _core.Function, the Python type under tf.function: finds the record that fits a call.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

// Makes the type and functions_run_eagerly/run_functions_eagerly in `module`.
void bind_function_type(pybind11::module_& module);

}  // namespace pelton::bindings
