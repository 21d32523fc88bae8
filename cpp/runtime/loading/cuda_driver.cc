#include "runtime/loading/cuda_driver.h"

#include <dlfcn.h>
#include <unistd.h>

#include <memory>

#include "runtime/loading/library_search.h"

namespace pelton {
namespace {

struct CloseLibrary {
  void operator()(void* handle) const { dlclose(handle); }
};
using Library = std::unique_ptr<void, CloseLibrary>;
constexpr const char* kDriver = "libcuda.so.1";

Library open_library(const char* name) { return Library(dlopen(name, RTLD_LAZY | RTLD_LOCAL)); }

// Functions of libcuda and NVML by their C names; all return 0 for success.
template <class... Args>
int call_function(const Library& library, const char* name, Args... args) {
  constexpr int kMissing = -1;
  using Function = int (*)(Args...);
  const auto function = reinterpret_cast<Function>(dlsym(library.get(), name));
  return function == nullptr ? kMissing : function(args...);
}

void read_driver_api(DriverReport& report) {
  const Library cuda = open_library(kDriver);
  if (!cuda) return;
  report.library = find_library(kDriver, {}).path;
  call_function(cuda, "cuDriverGetVersion", &report.cuda_version);
  if (const int status = call_function(cuda, "cuInit", 0u); status != 0) {
    const char* text = nullptr;
    call_function(cuda, "cuGetErrorString", status, &text);
    report.error = cat("cuInit failed with error ", status, text == nullptr ? "" : ": ",
                       text == nullptr ? "" : text);
  }
}

// nvmlMemory_t.
struct NvmlMemory {
  unsigned long long total, free, used;
};
// The head of nvmlPciInfo_t, and more room than any version of it takes.
struct NvmlPci {
  char bus_id_legacy[16];
  unsigned int domain, bus, device, ids[2];
  char bus_id[32];
  char room[64];
};

DriverCard read_card(const Library& nvml, void* device) {
  constexpr unsigned kNameSize = 96;
  DriverCard card;
  char name[kNameSize] = {};
  if (call_function(nvml, "nvmlDeviceGetName", device, name, kNameSize) == 0)
    card.properties.name = name;
  NvmlMemory memory{};
  if (call_function(nvml, "nvmlDeviceGetMemoryInfo", device, &memory) == 0) {
    card.properties.total_memory = static_cast<int64_t>(memory.total);
    card.free_memory = static_cast<int64_t>(memory.free);
  }
  auto& [major, minor] = card.properties.compute_capability;
  call_function(nvml, "nvmlDeviceGetCudaComputeCapability", device, &major, &minor);
  NvmlPci pci{};
  if (call_function(nvml, "nvmlDeviceGetPciInfo_v3", device, &pci) == 0)
    card.properties.pci_bus_id = pci.bus_id;
  return card;
}

void read_cards(DriverReport& report) {
  const Library nvml = open_library("libnvidia-ml.so.1");
  if (!nvml || call_function(nvml, "nvmlInit_v2") != 0) return;
  constexpr unsigned kVersionSize = 80;
  char version[kVersionSize] = {};
  if (call_function(nvml, "nvmlSystemGetDriverVersion", version, kVersionSize) == 0)
    report.version = version;
  unsigned count = 0;
  call_function(nvml, "nvmlDeviceGetCount_v2", &count);
  for (unsigned i = 0; i < count; ++i) {
    void* device = nullptr;
    if (call_function(nvml, "nvmlDeviceGetHandleByIndex_v2", i, &device) == 0)
      report.cards.push_back(read_card(nvml, device));
  }
  call_function(nvml, "nvmlShutdown");
}

}  // namespace

bool has_cuda_driver() { return open_library(kDriver) != nullptr; }

bool has_nvidia_device() { return access("/dev/nvidia0", F_OK) == 0; }

DriverReport inspect_driver() {
  DriverReport report;
  report.has_device_file = has_nvidia_device();
  read_driver_api(report);
  read_cards(report);
  return report;
}

}  // namespace pelton
