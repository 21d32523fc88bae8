// Owns the only thing that the library with CUDA exports: its kernels, its CUDA runtime and the
// libraries that it would use.
#include "runtime/cuda/plugin.h"

#include <cuda_runtime_api.h>

#include "kernels/cuda/elementwise/elementwise.h"
#include "kernels/cuda/libraries/cublas_lt.h"
#include "kernels/cuda/libraries/cudnn.h"
#include "runtime/cuda/toolkit/runtime_api.h"

// Of kernels/cuda/kernel_table.cc, which fake GPUs have in a library of their own.
extern "C" const pelton::GpuKernelTable* pelton_gpu_kernels();

extern "C" [[gnu::visibility("default")]] const pelton::cuda::CudaPlugin* pelton_cuda_plugin() {
  using namespace pelton::cuda;
  static const LibraryTable* const kLibraries[] = {&CublasLt::table(), &Cudnn::table()};
  static const CudaPlugin kPlugin{
      .version = CudaPlugin::kVersion,
      .runtime_version = CUDART_VERSION,
      .kernels = pelton_gpu_kernels(),
      .copy = &identity,
      .make_api = &make_cuda_api,
      .set_services = [](const EngineServices& services) { engine_services = services; },
      .libraries = kLibraries};
  return &kPlugin;
}
