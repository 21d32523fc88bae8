// Owns CallRecords: a graph of layers that is called by itself, recorded as a Sequential's calls.
#pragma once
#include <pybind11/pybind11.h>

namespace pelton::bindings {

// Adds the class _CallRecords to `layers`.
void bind_call_records(pybind11::module_& layers);

}  // namespace pelton::bindings
