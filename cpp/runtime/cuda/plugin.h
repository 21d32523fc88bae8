// Owns the border to the library that holds all that was compiled with CUDA: `libpelton_cuda.so`
// beside the extension. It is opened only where there is a driver. Includes no CUDA header.
#pragma once
#include <string_view>

#include "runtime/cuda/cuda_api.h"
#include "runtime/cuda/shared_library.h"
#include "runtime/devices/gpu_kernels.h"

namespace pelton::cuda {

// What the library may ask of the engine.
struct EngineServices {
  bool (*allows_tf32)();
  bool (*is_deterministic)();
  // open_library(), or a warning and false where that fails.
  bool (*open_or_warn)(const LibraryTable& table, std::span<void*> addresses);
};

// What the library's only exported function, `pelton_cuda_plugin`, returns.
struct CudaPlugin {
  static constexpr int kVersion = 3;
  int version;
  int runtime_version;  // of CUDA's runtime: 13000 for 13.0
  const GpuKernelTable* kernels;
  Kernel copy;  // in(0) of any strides to out(0), row-major
  std::unique_ptr<CudaApi> (*make_api)();
  void (*set_services)(const EngineServices& services);
  std::span<const LibraryTable* const> libraries;
};

// Whether the library is there: PELTON_CUDA_PLUGIN, or libpelton_cuda.so beside the extension.
bool has_plugin();
// Opens it once; null where it is not there. Raises failed_precondition with the reason where it
// cannot be used.
const CudaPlugin* open_plugin();

// The GPUs of this machine; null when there is no driver, no such library or no GPU. Silent.
std::unique_ptr<Backend> make_gpus();

}  // namespace pelton::cuda
