// Declares the bindings of devices and their memory, which bind_runtime.cc adds to `_core.runtime`.
#pragma once
#include <pybind11/pybind11.h>

#include "runtime/devices/backend.h"

namespace pelton::bindings {

// A physical device as a dictionary: name, compute capability, memory, bus.
pybind11::dict describe(const DeviceProperties& found);

void bind_devices(pybind11::module_& runtime_module);
void bind_fake_gpus(pybind11::module_& runtime_module);
void bind_driver(pybind11::module_& runtime_module);

}  // namespace pelton::bindings
