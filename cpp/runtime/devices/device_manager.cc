#include "runtime/devices/device_manager.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "runtime/cpu/cpu_backend.h"
#include "runtime/cuda/plugin.h"
#include "runtime/devices/visible_devices.h"
#include "runtime/fake/fake_backend.h"
#include "runtime/loading/cuda_driver.h"
#include "runtime/log.h"
#include "runtime/switches.h"

namespace pelton {
namespace {

constexpr size_t kMostLogical = 64;

bool is_set(const char* value) {
  return value != nullptr && std::string_view(value) != "" && std::string_view(value) != "0";
}

// Growth as the environment or the user wants it; on demand by default, unlike TensorFlow.
bool grows(const PhysicalState& state) {
  if (is_switched_on("TF_FORCE_GPU_ALLOW_GROWTH")) return true;
  return state.growth.value_or(true);
}

// The logical devices that the states of all physical ones ask for.
std::vector<LogicalPart> parts_of(const std::vector<PhysicalState>& states) {
  std::vector<LogicalPart> parts;
  for (size_t i = 0; i < states.size(); ++i) {
    if (!states[i].is_visible) continue;
    for (int64_t limit : states[i].limits.value_or(std::vector<int64_t>{0}))
      parts.push_back({static_cast<int>(i), limit, grows(states[i])});
  }
  return parts;
}

void warn_of_overridden_growth(const std::vector<PhysicalState>& states) {
  if (!is_switched_on("TF_FORCE_GPU_ALLOW_GROWTH")) return;
  for (const PhysicalState& state : states)
    if (state.growth == false)
      log(LogLevel::warning,
          "Overriding allow_growth setting because the TF_FORCE_GPU_ALLOW_GROWTH environment "
          "variable is set. Original config value was 0.");
}

// In TensorFlow's words, whose megabytes are 2**20 bytes.
void log_created(const Backend& gpus, std::span<const LogicalPart> parts) {
  if (!is_logged(LogLevel::info)) return;
  for (size_t i = 0; i < parts.size(); ++i) {
    const DeviceProperties card = gpus.properties(parts[i].physical);
    const int64_t bytes = parts[i].memory_limit > 0 ? parts[i].memory_limit : card.total_memory;
    log(LogLevel::info, cat("Created device ", Device{DeviceType::gpu, static_cast<int16_t>(i)},
                            " with ", bytes >> 20, " MB memory:  -> device: ", parts[i].physical,
                            ", name: ", card.name, ", pci bus id: ", card.pci_bus_id,
                            ", compute capability: ", card.compute_capability.first, '.',
                            card.compute_capability.second));
  }
}

// The GPUs that the environment asks for and shows; null when there is none.
std::unique_ptr<Backend> make_gpus() {
  auto options = fake::FakeOptions::from_environment();
  if (options.count > 0) {
    if (const char* shown = std::getenv("CUDA_VISIBLE_DEVICES"))
      options.count = static_cast<int>(visible_ordinals(shown, options.count).size());
    return options.count > 0 ? std::make_unique<fake::FakeBackend>(options) : nullptr;
  }
  return cuda::make_gpus();
}

}  // namespace

namespace {

// One warning instead of none: users wondered for hours why their GPU stood idle.
void warn_of_idle_gpu() {
  const char* shown = std::getenv("CUDA_VISIBLE_DEVICES");
  const bool is_hidden = shown != nullptr && visible_ordinals(shown, 1 << 10).empty();
  if (has_nvidia_device() && !is_hidden)
    log(LogLevel::warning,
        "This machine has an NVIDIA GPU that Pelton does not use; `python -m pelton.doctor` says "
        "why and what to do");
}

}  // namespace

DeviceManager::DeviceManager() {
  backends_.push_back(std::make_unique<CpuBackend>());
  find_devices();
}

DeviceManager::~DeviceManager() = default;

void DeviceManager::find_devices() {
  if (gpus_ != nullptr) gpus_->configure({});
  std::unique_ptr<Backend> gpus = make_gpus();
  check(!is_set(std::getenv("PELTON_REQUIRE_GPU")) || gpus != nullptr, Code::runtime_error,
        "PELTON_REQUIRE_GPU is set, but no GPU can be used; `python -m pelton.doctor` says why");
  if (gpus == nullptr) warn_of_idle_gpu();
  gpus_ = gpus.get();
  backends_.resize(1);
  if (gpus) backends_.push_back(std::move(gpus));
  devices_.clear();
  for (DeviceType type : {DeviceType::cpu, DeviceType::gpu}) {
    std::vector<PhysicalState> states(static_cast<size_t>(physical_count(type)));
    configure(type, states);
    states_[static_cast<size_t>(type)] = std::move(states);
  }
}

Backend& DeviceManager::gpu_backend() const {
  check(gpus_ != nullptr, Code::not_found, "no GPU backend");
  return *gpus_;
}

bool DeviceManager::has(Device device) const {
  return std::find(devices_.begin(), devices_.end(), device) != devices_.end();
}

int DeviceManager::physical_count(DeviceType type) const {
  for (const auto& backend : backends_)
    if (backend->type() == type) return backend->physical_count();
  return 0;
}

DeviceProperties DeviceManager::properties(DeviceType type, int physical) const {
  check(physical >= 0 && physical < physical_count(type), Code::not_found, "no physical device ",
        name(type), ":", physical);
  return backend(type).properties(physical);
}

bool DeviceManager::is_in_use() const {
  const MemoryStats host = backend(DeviceType::cpu).memory_stats(0);
  return in_use_ || host.peak > 0 || host.cached > 0;
}

void DeviceManager::check_states(DeviceType type, const std::vector<PhysicalState>& states) const {
  check(states.size() == states_of(type).size(), Code::value_error, "there are ",
        states_of(type).size(), " physical devices, got ", states.size());
  size_t count = 0;
  for (size_t i = 0; i < states.size(); ++i) {
    if (!states[i].limits) continue;
    count += states[i].limits->size();
    check(!states[i].limits->empty() && count <= kMostLogical, Code::value_error, "logical ",
          name(type), " devices must be 1 to ", kMostLogical, ", got ", count);
    const int64_t total = properties(type, static_cast<int>(i)).total_memory;
    int64_t sum = 0;
    for (int64_t limit : *states[i].limits) {
      check(limit >= 0, Code::value_error, "the memory limit of a device must not be negative");
      sum += limit;
      check(total == 0 || (limit <= total && sum <= total), Code::value_error,
            "the memory limits of physical ", name(type), ":", i, " come to more than the ",
            total >> 20, " MB that it has");
    }
  }
}

void DeviceManager::set_states(DeviceType type, std::vector<PhysicalState> states) {
  check_states(type, states);
  configure(type, states);
  warn_of_overridden_growth(states);
  states_[static_cast<size_t>(type)] = std::move(states);
}

void DeviceManager::configure(DeviceType type, const std::vector<PhysicalState>& states) {
  auto parts = parts_of(states);
  // Host code always has a CPU to run on, visible or not.
  if (type == DeviceType::cpu && parts.empty()) parts.push_back({});
  if (type == DeviceType::gpu && gpus_ == nullptr) return;
  backend(type).configure(parts);
  if (type == DeviceType::gpu) log_created(*gpus_, parts);
  std::vector<Device> devices;
  const auto copy_others = [&](DeviceType kind) {
    for (Device device : devices_)
      if (device.type == kind) devices.push_back(device);
  };
  if (type == DeviceType::gpu) copy_others(DeviceType::cpu);
  for (size_t i = 0; i < parts.size(); ++i) devices.push_back({type, static_cast<int16_t>(i)});
  if (type == DeviceType::cpu) copy_others(DeviceType::gpu);
  devices_ = std::move(devices);
}

}  // namespace pelton
