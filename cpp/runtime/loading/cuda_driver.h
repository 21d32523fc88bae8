// Owns what can be known of NVIDIA's driver without CUDA: whether it is there, its version, its
// cards. Links nothing of it: libcuda and NVML are opened when asked, and closed again.
#pragma once
#include <string>
#include <vector>

#include "runtime/devices/backend.h"

namespace pelton {

struct DriverCard {
  DeviceProperties properties;
  int64_t free_memory = 0;
};

struct DriverReport {
  bool has_device_file = false;  // /dev/nvidia0
  std::string library;           // path of libcuda.so.1; empty: not found
  std::string version;           // of the driver, "570.86.15"; empty: unknown
  int cuda_version = 0;          // newest CUDA that it runs: 13010 for 13.1
  std::string error;             // why the driver cannot be used; empty: it can, or there is none
  std::vector<DriverCard> cards;
};

// Whether libcuda.so.1 can be opened.
bool has_cuda_driver();
// Makes no CUDA context.
DriverReport inspect_driver();
// Whether the machine seems to have an NVIDIA GPU: its device file exists.
bool has_nvidia_device();

}  // namespace pelton
