// Owns the Python side of the runtime: devices, scopes, the log, seeds, threads and memory.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/bind.h"
#include "bindings/casters.h"
#include "bindings/errors.h"
#include "kernels/cpu/isa.h"
#include "runtime/context.h"
#include "runtime/interrupt.h"
#include "runtime/log.h"
#include "runtime/runtime.h"
#include "runtime/thread_pool.h"

namespace pelton::bindings {
namespace {

// `with tf.device(name)`: the scope of the entering thread.
class DeviceScope {
 public:
  explicit DeviceScope(std::optional<std::string> name) : name_(std::move(name)) {}
  void enter() {
    depths_.push_back(context().scope_depth());
    try {
      context().push_scope(name_);
    } catch (const Error&) {
      depths_.pop_back();
      throw;
    }
  }
  void exit() {
    check(!depths_.empty(), Code::runtime_error,
          "Exiting device scope without proper scope nesting");
    const size_t depth = depths_.back();
    depths_.pop_back();
    context().pop_scope(depth);
  }

 private:
  std::optional<std::string> name_;
  std::vector<size_t> depths_;
};

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

void bind_devices(py::module_& m) {
  py::class_<DeviceScope>(m, "DeviceScope", "A device scope of the entering thread.")
      .def(py::init<std::optional<std::string>>())
      .def("__enter__", [](DeviceScope& scope) { scope.enter(); })
      .def("__exit__", [](DeviceScope& scope, const py::args&) { scope.exit(); });
  m.def("physical_device_count", [](const std::string& type) {
    return type == "CPU"   ? runtime().devices().physical_count(DeviceType::cpu)
           : type == "GPU" ? runtime().devices().physical_count(DeviceType::gpu)
                           : 0;
  });
  m.def(
      "logical_devices",
      [] {
        std::vector<std::pair<std::string, std::string>> out;
        for (Device device : runtime().devices().devices())
          out.emplace_back(short_name(device), std::string(name(device.type)));
        return out;
      },
      "Pairs of short name and type.");
  m.def("set_logical_cpus", [](int count) { runtime().devices().set_logical_cpus(count); });
  m.def("soft_device_placement", [] { return runtime().devices().soft_placement(); });
  m.def("set_soft_device_placement", [](bool on) { runtime().devices().set_soft_placement(on); });
  m.def("log_device_placement", [] { return runtime().log_device_placement(); });
  m.def("set_log_device_placement", [](bool on) { runtime().set_log_device_placement(on); });
}

void bind_memory(py::module_& m) {
  m.def("memory_info", [](int cpu) {
    const MemoryStats stats = runtime().devices().backend(DeviceType::cpu).memory_stats(cpu);
    py::dict info;
    info["current"] = stats.current;
    info["peak"] = stats.peak;
    info["cached"] = stats.cached;
    info["limit"] = stats.limit;
    return info;
  });
  m.def("reset_memory_stats",
        [](int cpu) { runtime().devices().backend(DeviceType::cpu).reset_peak(cpu); });
  m.def("empty_cache",
        [](int cpu) { runtime().devices().backend(DeviceType::cpu).empty_cache(cpu); });
}

}  // namespace

void bind_runtime(py::module_& module) {
  py::module_ m = module.def_submodule("runtime", "Devices, log, seeds, threads and memory.");
  bind_devices(m);
  bind_memory(m);
  m.def("set_seed", [](int64_t seed) { runtime().random().seed(seed); });
  m.def("num_threads", &num_threads);
  m.def("set_num_threads", &set_num_threads);
  m.def("cpu_isa", [] { return cpu::name(cpu::active_isa()); });
  set_log_sink(&write_to_python);
  set_interrupt_check(&signal_pending);
}

}  // namespace pelton::bindings
