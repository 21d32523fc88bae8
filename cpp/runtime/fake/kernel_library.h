// Owns KernelLibrary: the shared library beside the extension that holds the CUDA kernels compiled
// as C++. Opened only when fake GPUs are asked for.
#pragma once
#include <string>
#include <unordered_map>

#include "runtime/cuda_kernel.h"

namespace pelton::fake {

// What the library's only exported function, `pelton_fake_kernels`, returns. The library with CUDA
// has the same table.
struct KernelTable {
  static constexpr int kVersion = 1;
  struct Row {
    const char* key;  // kernel_key<kernel>()
    Kernel kernel;
  };
  int version;
  size_t count;
  const Row* rows;
};

class KernelLibrary {
 public:
  // Opens `path`. A file that is not there gives an empty library; one that cannot be used raises
  // failed_precondition with the reason.
  explicit KernelLibrary(const std::string& path);
  explicit KernelLibrary(const KernelTable* table) { add(*table); }
  KernelLibrary(const KernelLibrary&) = delete;
  KernelLibrary& operator=(const KernelLibrary&) = delete;
  // The library's kernel of a slot; null: the library has none.
  Kernel find(const CudaKernel& slot) const;
  size_t size() const { return kernels_.size(); }

 private:
  void add(const KernelTable& table);
  std::unordered_map<std::string_view, Kernel> kernels_;
};

// PELTON_FAKE_GPU_LIBRARY, or libpelton_fake_gpu.so beside the file that holds this function.
std::string kernel_library_path();

}  // namespace pelton::fake
