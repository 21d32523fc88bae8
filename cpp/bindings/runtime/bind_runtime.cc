// Owns the Python side of the runtime but devices: the log, seeds, threads, determinism.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>

#include "bindings/bind.h"
#include "bindings/errors.h"
#include "bindings/gil.h"
#include "bindings/runtime/bind_devices.h"
#include "bindings/tensor/casters.h"
#include "bindings/text.h"
#include "kernels/common/philox.h"
#include "kernels/cpu/dispatch/isa.h"
#include "nn/weights/seed.h"
#include "nn/weights/seed_state.h"
#include "runtime/dispatch/caller_location.h"
#include "runtime/log.h"
#include "runtime/runtime.h"
#include "runtime/threads/cpu_count.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::bindings {
namespace {

// How long a change of the thread pool waits for the work of other threads.
constexpr std::chrono::seconds kResizeLimit{60};

// Lines go to Python's sys.stderr, so that notebooks and redirections see them.
void write_to_python(LogLevel, std::string_view line) {
  const GilTaken gil;
  try {
    const py::object stream = py::module_::import("sys").attr("stderr");
    if (!stream.is_none()) stream.attr("write")(py::str(std::string(line) + '\n'));
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("pelton log");
  }
}

// True when a signal handler (Ctrl-C) has raised; the error stays set for the main thread.
bool signal_pending() {
  if (is_work_over()) return false;  // the main thread has ended
  const GilTaken gil;
  return PyErr_CheckSignals() != 0;
}

// Loops of other threads would find more or fewer workers than they have planned for.
void resize_thread_pool(int count) {
  const OthersAtRest others(kResizeLimit);
  check(others.are_all(), Code::failed_precondition,
        "the number of threads cannot change: another "
        "thread has been computing for ",
        kResizeLimit.count(), " s");
  set_num_threads(count);
}

void bind_seed_states(py::module_& m) {
  py::class_<SeedState, std::shared_ptr<SeedState>>(
      m, "SeedState", "What counts the draws of ops in a variable [seed, count].")
      .def(py::init([](const VariableRef& variable) { return SeedState::make(variable); }),
           py::arg("variable"))
      .def_property_readonly("number", &SeedState::number, "What ops take as their seed.");
}

void bind_random_state(py::module_& m) {
  m.def("random_position", [] {
    const RandomState::Position at = runtime().random().position();
    return std::pair(at.own, at.ops);
  });
  m.def(
      "set_random_position",
      [](int64_t own, int64_t ops) {
        runtime().random().go_to({own, ops});
      },
      py::arg("own"), py::arg("ops"));
  m.def("next_op_seed", [] { return runtime().random().next_op_seed(); });
  m.def("draw_seed", [] { return runtime().random().draw_seed(); });
  m.def(
      "seeded_stream",
      [](int64_t first, int64_t second) {
        const RandomStream stream = scrambled(first, second);
        return std::pair(stream.key, stream.offset);
      },
      py::arg("first"), py::arg("second"));
  install_default_seeds([] {
    const GilTaken gil;
    const py::module_ seeds = py::module_::import("pelton.random.process_seed");
    return py::cast<int64_t>(seeds.attr("default_seed")());
  });
}

}  // namespace

void bind_runtime(py::module_& module) {
  py::module_ m = module.def_submodule("runtime", "Devices, log, seeds, threads and memory.");
  bind_devices(m);
  bind_fake_gpus(m);
  bind_driver(m);
  m.def(
      "set_seed", [](int64_t seed) { runtime().random().seed(seed); }, py::arg("seed"));
  m.def(
      "set_large_seed",
      [](int64_t remainder, std::vector<uint32_t> size) {
        check(!size.empty(), Code::value_error, "set_large_seed: size has no words");
        runtime().random().seed(remainder, std::move(size));
      },
      py::arg("remainder"), py::arg("size"));
  m.def("unset_seed", [] { runtime().random().unseed(); });
  bind_random_state(m);
  bind_seed_states(m);
  m.def("num_threads", &num_threads);
  m.def("set_num_threads", &resize_thread_pool);
  m.def("default_num_threads", &default_num_threads);
  m.def("is_deterministic", [] { return runtime().is_deterministic(); });
  m.def("set_deterministic", [](bool on) { runtime().set_deterministic(on); });
  m.def("allows_tf32", [] { return runtime().allows_tf32(); });
  m.def("set_allows_tf32", [](bool on) { runtime().set_allows_tf32(on); });
  m.def("cpu_isa", [] { return cpu::name(cpu::active_isa()); });
  install_gil_hooks();
  set_log_sink(&write_to_python);
  set_interrupt_check(&signal_pending);
  set_caller_location(&user_location);
}

}  // namespace pelton::bindings
