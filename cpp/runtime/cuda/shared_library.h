// Owns how CUDA's libraries are opened at their first use: the list of what is wanted of each, and
// the one message where one is missing or of a wrong version. Includes no CUDA header.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace pelton::cuda {

// What a build with CUDA would use of one library, if it is there.
struct LibraryTable {
  const char* file_name;       // "libcublasLt.so.13"
  const char* requirement;     // for pip: "nvidia-cublas>=13,<14"
  const char* work;            // "matrix products"
  const char* version_symbol;  // of a function that gives the version as size_t
  size_t oldest, too_new;      // versions that fit: oldest <= version < too_new
  std::vector<const char*> symbols;
};

// Opens the library where find_library() finds it and fills one address per symbol; returns its
// path. It stays open for good. Raises failed_precondition that names the library, where it was
// looked for, what is wrong and the line for pip.
std::string open_library(const LibraryTable& table, std::span<void*> addresses);

// Whether libraries are to be used at all: PELTON_CUDA_LIBRARIES=0 leaves Pelton's own kernels.
bool wants_libraries();

}  // namespace pelton::cuda
