// Owns the Python side of the runtime but devices: the log, seeds, threads, determinism.
#include <pybind11/pybind11.h>

#include "bindings/bind.h"
#include "bindings/errors.h"
#include "bindings/runtime/bind_devices.h"
#include "bindings/text.h"
#include "kernels/cpu/dispatch/isa.h"
#include "runtime/dispatch/caller_location.h"
#include "runtime/log.h"
#include "runtime/runtime.h"
#include "runtime/threads/cpu_count.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::bindings {
namespace {

// Lines go to Python's sys.stderr, so that notebooks and redirections see them.
void write_to_python(LogLevel, std::string_view line) {
  py::gil_scoped_acquire locked;
  try {
    const py::object stream = py::module_::import("sys").attr("stderr");
    if (!stream.is_none()) stream.attr("write")(py::str(std::string(line) + '\n'));
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("pelton log");
  }
}

// True when a signal handler (Ctrl-C) has raised; the error stays set for the main thread.
bool signal_pending() {
  py::gil_scoped_acquire locked;
  return PyErr_CheckSignals() != 0;
}

}  // namespace

void bind_runtime(py::module_& module) {
  py::module_ m = module.def_submodule("runtime", "Devices, log, seeds, threads and memory.");
  bind_devices(m);
  bind_fake_gpus(m);
  bind_driver(m);
  m.def("set_seed", [](int64_t seed) { runtime().random().seed(seed); });
  m.def("num_threads", &num_threads);
  m.def("set_num_threads", &set_num_threads);
  m.def("default_num_threads", &default_num_threads);
  m.def("is_deterministic", [] { return runtime().is_deterministic(); });
  m.def("set_deterministic", [](bool on) { runtime().set_deterministic(on); });
  m.def("allows_tf32", [] { return runtime().allows_tf32(); });
  m.def("set_allows_tf32", [](bool on) { runtime().set_allows_tf32(on); });
  m.def("cpu_isa", [] { return cpu::name(cpu::active_isa()); });
  set_log_sink(&write_to_python);
  set_interrupt_check(&signal_pending);
  set_caller_location(&user_location);
}

}  // namespace pelton::bindings
