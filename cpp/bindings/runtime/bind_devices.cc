// Owns the Python side of devices: scopes, names, physical and logical devices, policies, copies.
#include "bindings/runtime/bind_devices.h"

#include <pybind11/stl.h>

#include "bindings/errors.h"
#include "bindings/gil.h"
#include "bindings/tensor/casters.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/numerics_check.h"
#include "runtime/memory/transfer.h"
#include "runtime/runtime.h"

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
    runtime().devices().set_in_use();
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

DeviceManager& devices() { return runtime().devices(); }

// -1 for a type that no device has.
int type_index(const std::string& type) { return type == "CPU" ? 0 : type == "GPU" ? 1 : -1; }

DeviceType to_type(const std::string& type) {
  const int index = type_index(type);
  check(index >= 0, Code::value_error, "unknown device type '", type, "'");
  return static_cast<DeviceType>(index);
}

Device to_device(int index, const std::string& type) {
  const Device device{to_type(type), static_cast<int16_t>(index)};
  check(devices().has(device), Code::value_error, "no device ", short_name(device));
  return device;
}

using State = std::tuple<bool, std::optional<std::vector<int64_t>>, std::optional<bool>>;

std::vector<State> get_states(const std::string& type) {
  std::vector<State> out;
  for (const PhysicalState& state : devices().states(to_type(type)))
    out.emplace_back(state.is_visible, state.limits, state.growth);
  return out;
}

void set_states(const std::string& type, const std::vector<State>& given) {
  std::vector<PhysicalState> states;
  for (const auto& [visible, limits, growth] : given) states.push_back({visible, limits, growth});
  devices().set_states(to_type(type), std::move(states));
}

bool is_any_visible(DeviceType type) {
  for (const PhysicalState& state : devices().states(type))
    if (state.is_visible) return true;
  return false;
}

std::vector<std::pair<std::string, std::string>> logical_devices() {
  std::vector<std::pair<std::string, std::string>> out;
  for (Device device : devices().devices())
    if (is_any_visible(device.type))
      out.emplace_back(short_name(device), std::string(name(device.type)));
  devices().set_in_use();
  return out;
}

py::dict properties(const std::string& type, int physical) {
  return describe(devices().properties(to_type(type), physical));
}

py::tuple parse_device_name(const std::string& name) {
  const DeviceSpec spec = DeviceSpec::parse(name);
  return py::make_tuple(spec.job, spec.replica, spec.task, spec.type, spec.index);
}

void bind_names(py::module_& m) {
  py::class_<DeviceScope>(m, "DeviceScope", "A device scope of the entering thread.")
      .def(py::init<std::optional<std::string>>())
      .def("__enter__", [](DeviceScope& scope) { scope.enter(); })
      .def("__exit__", [](DeviceScope& scope, const py::args&) { scope.exit(); });
  m.def("parse_device_name", &parse_device_name,
        "Job, replica, task, type and index, None where the name has none.");
  m.def("soft_device_placement", [] { return devices().soft_placement(); });
  m.def("set_soft_device_placement", [](bool on) { devices().set_soft_placement(on); });
  m.def("log_device_placement", [] { return runtime().log_device_placement(); });
  m.def("set_log_device_placement", [](bool on) { runtime().set_log_device_placement(on); });
  m.def("set_check_numerics", &NumericsCheck::set);
  m.def("device_policy", [] { return static_cast<int>(context().policy()); });
  m.def("set_device_policy", [](int policy) {
    check(policy >= 0 && policy <= static_cast<int>(DevicePolicy::silent_for_int32),
          Code::value_error, "no device policy ", policy);
    context().set_policy(static_cast<DevicePolicy>(policy));
  });
}

void bind_lists(py::module_& m) {
  m.def("physical_device_count", [](const std::string& type) {
    return type_index(type) < 0 ? 0 : devices().physical_count(to_type(type));
  });
  m.def("physical_device_properties", &properties);
  m.def("physical_device_states", &get_states,
        "Per physical device: visible, memory limits of its logical devices, memory growth.");
  m.def("set_physical_device_states", &set_states);
  m.def("logical_devices", &logical_devices, "Pairs of short name and type.");
  m.def("devices_in_use", [] { return devices().is_in_use(); });
}

void bind_memory(py::module_& m) {
  constexpr const char* kCpu = "CPU";
  m.def(
      "memory_info",
      [](int index, const std::string& type) {
        const Device device = to_device(index, type);
        const MemoryStats stats = devices().backend(device).memory_stats(index);
        py::dict info;
        info["current"] = stats.current;
        info["peak"] = stats.peak;
        info["cached"] = stats.cached;
        info["limit"] = stats.limit;
        return info;
      },
      py::arg("index"), py::arg("type") = kCpu);
  m.def(
      "reset_memory_stats",
      [](int index, const std::string& type) {
        devices().backend(to_device(index, type)).reset_peak(index);
      },
      py::arg("index"), py::arg("type") = kCpu);
  m.def(
      "empty_cache",
      [](int index, const std::string& type) {
        devices().backend(to_device(index, type)).empty_cache(index);
      },
      py::arg("index"), py::arg("type") = kCpu);
  m.def(
      "synchronize",
      [](int index, const std::string& type) {
        Backend& backend = devices().backend(to_device(index, type));
        const GilGivenUp given_up;
        const AtWork at_work;
        backend.synchronize(index);
      },
      py::arg("index"), py::arg("type") = kCpu);
}

void bind_copies(py::module_& m) {
  m.def(
      "copies",
      [] {
        py::list out;
        for (const CopyCount& copy : copies())
          out.append(py::make_tuple(copy.op, short_name(copy.from), short_name(copy.to), copy.count,
                                    copy.bytes));
        return out;
      },
      "Op, source, target, count and bytes of the copies that no one asked for.");
  m.def("clear_copies", &clear_copies);
}

}  // namespace

py::dict describe(const DeviceProperties& found) {
  py::dict out;
  out["name"] = found.name;
  out["compute_capability"] = found.compute_capability;
  out["total_memory"] = found.total_memory;
  out["pci_bus_id"] = found.pci_bus_id;
  out["is_fake"] = found.is_fake;
  return out;
}

void bind_devices(py::module_& m) {
  bind_names(m);
  bind_lists(m);
  bind_memory(m);
  bind_copies(m);
}

}  // namespace pelton::bindings
