// Owns the interface of the loops that finish rows of a product while they are in the cache. Must
// not know products.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// The loops of one instruction set.
template <class T>
struct BiasTable {
  // y[r * row_step + c] += bias[c] for r < rows and c < cols; then, with `relu`, negative ones are
  // 0 (NaN stays). Touches nothing else.
  void (*add)(T* y, int64_t row_step, int64_t rows, int64_t cols, const T* bias, bool relu);
};

// The loops built for each instruction set; T is float or double.
namespace generic {
template <class T>
const BiasTable<T>& bias_table();
}
namespace avx2 {
template <class T>
const BiasTable<T>& bias_table();
}
namespace avx512 {
template <class T>
const BiasTable<T>& bias_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const BiasTable<T>& bias_table(Isa isa);

}  // namespace pelton::cpu
