// Owns RecordedMachine: the CUDA backend over a recorded CUDA runtime.
#pragma once
#include "tests_cpp/runtime/recorded_cuda.h"

namespace pelton {

inline constexpr int64_t kMebi = int64_t{1} << 20;
inline constexpr GpuKernelTable kNoKernels{GpuKernelTable::kVersion, 0, nullptr};

// The backend's kernel that copies between strides, for a matrix of columns.
inline int copies_of_rows = 0;
inline void note_copy(const KernelContext& context) {
  if (context.in(0).strides()[0] == 1 && context.stream() != nullptr) ++copies_of_rows;
}

// A backend over `devices` recorded cards of 64 MB, cut into `parts`.
struct RecordedMachine {
  explicit RecordedMachine(int devices, std::vector<LogicalPart> parts = {})
      : api(new RecordedCuda(devices)),
        backend(std::unique_ptr<cuda::CudaApi>(api), &kNoKernels, &note_copy) {
    if (parts.empty())
      for (int i = 0; i < devices; ++i) parts.push_back({.physical = i});
    backend.configure(parts);
    api->calls.clear();
  }
  // The calls since the last clear but those that choose a device.
  std::vector<std::string> order() const {
    std::vector<std::string> out;
    for (const std::string& call : api->calls)
      if (call.rfind("set_device", 0) != 0) out.push_back(call);
    return out;
  }
  RecordedCuda* api;
  cuda::CudaBackend backend;
};

}  // namespace pelton
