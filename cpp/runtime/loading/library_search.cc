#include "runtime/loading/library_search.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <filesystem>

namespace pelton {
namespace {

namespace fs = std::filesystem;

// The path by which the process has loaded a library of that name; empty when it has not.
std::string loaded_path(std::string_view file_name) {
  struct Search {
    std::string_view file_name;
    std::string path;
  } search{file_name, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* context) {
        auto& wanted = *static_cast<Search*>(context);
        const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
        if (path.substr(path.rfind('/') + 1) != wanted.file_name) return 0;
        wanted.path = path;
        return 1;
      },
      &search);
  return search.path;
}

std::string in_folder(const fs::path& folder, std::string_view file_name) {
  std::error_code ignored;
  const fs::path path = folder / file_name;
  return fs::is_regular_file(path, ignored) ? fs::absolute(path, ignored).string() : "";
}

std::string in_wheels(const std::string& site_packages, std::string_view file_name) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(site_packages) / "nvidia", error)) {
    std::string path = in_folder(entry.path() / "lib", file_name);
    if (!path.empty()) return path;
  }
  return {};
}

std::string below_variable(const char* root, std::string_view file_name) {
  if (root == nullptr || *root == '\0') return {};
  std::string path = in_folder(fs::path(root) / "lib64", file_name);
  return path.empty() ? in_folder(fs::path(root) / "lib", file_name) : path;
}

// Asks the loader by opening and closing: it alone knows its cache and LD_LIBRARY_PATH.
std::string by_loader(const std::string& file_name) {
  void* handle = dlopen(file_name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return {};
  std::string path = loaded_path(file_name);
  dlclose(handle);
  return path;
}

std::function<std::vector<std::string>()>& folder_source() {
  static auto* const instance = new std::function<std::vector<std::string>()>;
  return *instance;
}

}  // namespace

std::vector<std::string> site_packages() {
  return folder_source() ? folder_source()() : std::vector<std::string>{};
}

void set_site_packages(std::function<std::vector<std::string>()> find) {
  folder_source() = std::move(find);
}

FoundLibrary find_library(std::string_view file_name, std::span<const std::string> site_packages) {
  if (std::string path = loaded_path(file_name); !path.empty()) return {path, "already loaded"};
  for (const std::string& folder : site_packages)
    if (std::string path = in_wheels(folder, file_name); !path.empty())
      return {path, "nvidia wheels"};
  if (std::string path = below_variable(std::getenv("CONDA_PREFIX"), file_name); !path.empty())
    return {path, "CONDA_PREFIX"};
  if (std::string path = by_loader(std::string(file_name)); !path.empty()) return {path, "loader"};
  if (std::string path = below_variable(std::getenv("CUDA_HOME"), file_name); !path.empty())
    return {path, "CUDA_HOME"};
  return {};
}

}  // namespace pelton
