#include "runtime/cuda/shared_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>

#include "core/error.h"
#include "runtime/loading/library_file.h"
#include "runtime/loading/library_search.h"

namespace pelton::cuda {
namespace {

// The places that find_library() tries, as the user can change them.
std::string searched_places() {
  std::string out = "among the loaded libraries";
  for (const std::string& folder : site_packages()) out += cat(", in ", folder, "/nvidia/*/lib");
  for (const char* variable : {"CONDA_PREFIX", "CUDA_HOME"}) {
    const char* value = std::getenv(variable);
    out += cat(", by ", variable, value == nullptr ? " (not set)" : cat("=", value));
  }
  return out + " and where the loader looks";
}

[[noreturn]] void raise_unusable(const LibraryTable& table, std::string_view problem) {
  raise(Code::failed_precondition, table.file_name, problem, "; ", table.work,
        " run on Pelton's own kernels, which are slower. Mend it with: pip install \"",
        table.requirement, '"');
}

void check_version(const LibraryTable& table, void* handle, const std::string& path) {
  const auto version = reinterpret_cast<size_t (*)()>(dlsym(handle, table.version_symbol));
  if (version == nullptr)
    raise_unusable(table, cat(" at ", path, " has no function ", table.version_symbol));
  if (const size_t found = version(); found < table.oldest || found >= table.too_new)
    raise_unusable(table, cat(" at ", path, " is of version ", found, ", and one of ", table.oldest,
                              " to ", table.too_new - 1, " is needed"));
}

}  // namespace

std::string open_library(const LibraryTable& table, std::span<void*> addresses) {
  const std::string path = find_library(table.file_name, site_packages()).path;
  if (path.empty()) raise_unusable(table, cat(" was not found: sought ", searched_places()));
  if (is_cut_off(path)) raise_unusable(table, cat(" at ", path, " is cut off"));
  void* const handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* error = dlerror();
    raise_unusable(table, cat(" cannot be opened: ", error == nullptr ? path.c_str() : error));
  }
  check_version(table, handle, path);
  for (size_t i = 0; i < table.symbols.size(); ++i) {
    addresses[i] = dlsym(handle, table.symbols[i]);
    if (addresses[i] == nullptr)
      raise_unusable(table, cat(" at ", path, " has no function ", table.symbols[i]));
  }
  return path;
}

bool wants_libraries() {
  const char* value = std::getenv("PELTON_CUDA_LIBRARIES");
  return value == nullptr || std::string_view(value) != "0";
}

}  // namespace pelton::cuda
