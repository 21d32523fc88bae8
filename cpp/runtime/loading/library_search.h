// Owns where shared libraries of CUDA are looked for. Opens none of them.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pelton {

struct FoundLibrary {
  std::string path;    // absolute; empty: not found
  std::string source;  // "already loaded", "nvidia wheels", "CONDA_PREFIX", "loader", "CUDA_HOME"
};

// Looks for a library by file name ("libcublasLt.so.13"): among those that are loaded, in
// nvidia/*/lib below each of `site_packages`, in $CONDA_PREFIX/lib, where the loader looks, and in
// $CUDA_HOME/lib64 and lib.
FoundLibrary find_library(std::string_view file_name, std::span<const std::string> site_packages);

// Where the engine itself looks for NVIDIA's wheels: the folders that Python imports from, by
// `find`, which is asked at each search. None where it was not set.
std::vector<std::string> site_packages();
void set_site_packages(std::function<std::vector<std::string>()> find);

}  // namespace pelton
