#include "runtime/cuda/plugin.h"

#include "runtime/cuda/cuda_backend.h"
#include "runtime/loading/companion_library.h"
#include "runtime/loading/cuda_driver.h"
#include "runtime/log.h"
#include "runtime/runtime.h"

namespace pelton::cuda {
namespace {

bool open_or_warn(const LibraryTable& table, std::span<void*> addresses) {
  if (!wants_libraries()) return false;
  try {
    open_library(table, addresses);
    return true;
  } catch (const Error& error) {
    log(LogLevel::warning, error.message());
    return false;
  }
}

constexpr CompanionLibrary kLibrary{.file_name = "libpelton_cuda.so",
                                    .variable = "PELTON_CUDA_PLUGIN",
                                    .contents = "the CUDA kernels",
                                    .entry = "pelton_cuda_plugin"};

const CudaPlugin* open_library_file() {
  const CudaPlugin* const plugin = kLibrary.open<CudaPlugin>();
  if (plugin != nullptr)
    plugin->set_services({[] { return runtime().allows_tf32(); },
                          [] { return runtime().is_deterministic(); }, &open_or_warn});
  return plugin;
}

}  // namespace

bool has_plugin() { return kLibrary.exists(); }

const CudaPlugin* open_plugin() {
  if (!has_plugin()) return nullptr;
  static const CudaPlugin* const plugin = open_library_file();
  return plugin;
}

std::unique_ptr<Backend> make_gpus() {
  if (!has_plugin() || !has_cuda_driver()) return nullptr;
  const CudaPlugin& plugin = *open_plugin();
  auto backend = std::make_unique<CudaBackend>(plugin.make_api(), plugin.kernels, plugin.copy);
  if (backend->physical_count() == 0) return nullptr;
  return backend;
}

}  // namespace pelton::cuda
