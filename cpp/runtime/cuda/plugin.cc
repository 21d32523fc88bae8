#include "runtime/cuda/plugin.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/cuda/cuda_backend.h"
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

const CudaPlugin* open_file(const std::string& path) {
  // Stays open for good: CUDA cannot be unloaded.
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char* const error = handle == nullptr ? dlerror() : nullptr;
  check(handle != nullptr, Code::failed_precondition,
        "the CUDA kernels cannot be opened: ", error == nullptr ? "unknown error" : error);
  const auto entry = reinterpret_cast<const CudaPlugin* (*)()>(dlsym(handle, "pelton_cuda_plugin"));
  check(entry != nullptr, Code::failed_precondition, path, " has no function pelton_cuda_plugin");
  const CudaPlugin* const plugin = entry();
  check(plugin->version == CudaPlugin::kVersion, Code::failed_precondition, path,
        " is of another version (", plugin->version, ", wanted ", CudaPlugin::kVersion, ")");
  plugin->set_services({[] { return runtime().allows_tf32(); },
                        [] { return runtime().is_deterministic(); }, &open_or_warn});
  return plugin;
}

bool has_driver() {
  void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (driver != nullptr) dlclose(driver);
  return driver != nullptr;
}

}  // namespace

std::string plugin_path() {
  if (const char* named = std::getenv("PELTON_CUDA_PLUGIN")) return named;
  Dl_info here{};
  if (dladdr(reinterpret_cast<void*>(&plugin_path), &here) == 0) return {};
  const std::string file = here.dli_fname;
  const size_t slash = file.rfind('/');
  return (slash == std::string::npos ? "." : file.substr(0, slash)) + "/libpelton_cuda.so";
}

bool has_plugin() { return access(plugin_path().c_str(), F_OK) == 0; }

const CudaPlugin* open_plugin() {
  if (!has_plugin()) return nullptr;
  static const CudaPlugin* const plugin = open_file(plugin_path());
  return plugin;
}

std::unique_ptr<Backend> make_gpus() {
  if (!has_plugin() || !has_driver()) return nullptr;
  const CudaPlugin& plugin = *open_plugin();
  auto backend = std::make_unique<CudaBackend>(plugin.make_api(), plugin.kernels, plugin.copy);
  if (backend->physical_count() == 0) return nullptr;
  return backend;
}

}  // namespace pelton::cuda
