#include "runtime/fake/kernel_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

#include "core/error.h"

namespace pelton::fake {

KernelLibrary::KernelLibrary(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0) return;
  // Stays open for good: its kernels' threads and tables have no owner that could close it.
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char* error = handle == nullptr ? dlerror() : nullptr;
  check(handle != nullptr, Code::failed_precondition,
        "the kernels of fake GPUs cannot be opened: ", error == nullptr ? "unknown error" : error);
  using Entry = const KernelTable* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(handle, "pelton_fake_kernels"));
  check(entry != nullptr, Code::failed_precondition, path, " has no function pelton_fake_kernels");
  const KernelTable* table = entry();
  check(table->version == KernelTable::kVersion, Code::failed_precondition, path,
        " is of another version (", table->version, ", wanted ", KernelTable::kVersion, ")");
  add(*table);
}

void KernelLibrary::add(const KernelTable& table) {
  for (size_t i = 0; i < table.count; ++i)
    kernels_.emplace(table.rows[i].key, table.rows[i].kernel);
}

Kernel KernelLibrary::find(const CudaKernel& slot) const {
  if (slot.key == nullptr) return slot.function;
  const auto found = kernels_.find(slot.key);
  return found == kernels_.end() ? nullptr : found->second;
}

std::string kernel_library_path() {
  if (const char* named = std::getenv("PELTON_FAKE_GPU_LIBRARY")) return named;
  Dl_info here{};
  if (dladdr(reinterpret_cast<void*>(&kernel_library_path), &here) == 0) return {};
  const std::string file = here.dli_fname;
  const size_t slash = file.rfind('/');
  return (slash == std::string::npos ? "." : file.substr(0, slash)) + "/libpelton_fake_gpu.so";
}

}  // namespace pelton::fake
