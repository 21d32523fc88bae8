// Owns LibraryFunctions: the functions of one CUDA library, opened at the first use; one warning
// where that fails, and from then on the library counts as missing.
#pragma once

#include "core/error.h"
#include "kernels/cuda/libraries/engine.h"

namespace pelton::cuda {

// Functions has a static `table()`, whose symbols are in the order of the members, which are
// function pointers and nothing else.
template <class Functions>
class LibraryFunctions {
 public:
  // Null where the library cannot be used.
  static const Functions* get() {
    static LibraryFunctions instance;
    return instance.usable_ ? &instance.functions_ : nullptr;
  }

 private:
  LibraryFunctions() {
    const LibraryTable& table = Functions::table();
    static_assert(sizeof(Functions) % sizeof(void*) == 0);
    check(table.symbols.size() == sizeof(Functions) / sizeof(void*), Code::internal,
          table.file_name, " has as many symbols as members");
    usable_ =
        engine().open_or_warn(table, {reinterpret_cast<void**>(&functions_), table.symbols.size()});
  }
  Functions functions_{};
  bool usable_ = false;
};

}  // namespace pelton::cuda
