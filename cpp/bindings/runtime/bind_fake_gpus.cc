// Owns what tests tell fake GPUs: which call fails, and what another process takes.
#include <pybind11/stl.h>

#include "bindings/errors.h"
#include "bindings/runtime/bind_devices.h"
#include "runtime/fake/fake_backend.h"
#include "runtime/runtime.h"

namespace pelton::bindings {
namespace {

fake::FakeBackend& fake_gpus() {
  auto* backend = dynamic_cast<fake::FakeBackend*>(runtime().devices().gpus());
  check(backend != nullptr, Code::failed_precondition, "there are no fake GPUs");
  return *backend;
}

}  // namespace

void bind_fake_gpus(py::module_& m) {
  m.def(
      "set_fake_gpu_fault",
      [](int index, const std::optional<std::string>& fault) {
        fake_gpus().faults(index).set(fault ? std::optional(fake::parse_fault(*fault))
                                            : std::nullopt);
      },
      "Plans a fault as PELTON_FAKE_GPU_FAULT does; None mends the device.");
  m.def("take_fake_gpu_memory",
        [](int physical, int64_t bytes) { fake_gpus().take_as_another_process(physical, bytes); });
}

}  // namespace pelton::bindings
