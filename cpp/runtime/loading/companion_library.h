// Owns how Pelton opens a library of its own that lies beside the extension and is wanted only by
// some: the CUDA kernels, or the same kernels for fake GPUs.
#pragma once
#include <string>

namespace pelton {

struct CompanionLibrary {
  const char* file_name;  // "libpelton_cuda.so"
  const char* variable;   // of the environment, which names another file
  const char* contents;   // "the CUDA kernels", for errors
  const char* entry;      // its only exported function, which returns a table with its version

  // The file that the variable names, or the one beside the file that holds this function.
  std::string path() const;
  bool exists() const;
  // Whether the variable is there and names nothing: the library is not wanted.
  bool is_waived() const;

  // Opens it for good and returns its table; null where there is no such file. Raises
  // failed_precondition with the reason where the file cannot be used.
  template <class Table>
  const Table* open() const {
    void* const function = find_entry();
    if (function == nullptr) return nullptr;
    const Table* const table = reinterpret_cast<const Table* (*)()>(function)();
    check_version(table->version, Table::kVersion);
    return table;
  }

 private:
  void* find_entry() const;
  void check_version(int found, int wanted) const;
};

}  // namespace pelton
