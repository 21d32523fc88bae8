// Owns the interface of the copies that bring operands into the form the GEMM micro-kernels read:
// dense, padded, and in the type they are computed in. Must not know who reads the copies.
#pragma once
#include <stdint.h>

#include "core/half.h"
#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// The type that products and sums of `Stored` are formed in: float for the 16-bit types.
template <class Stored>
struct ComputeType {
  using type = Stored;
};
template <>
struct ComputeType<Half> {
  using type = float;
};
template <>
struct ComputeType<BFloat16> {
  using type = float;
};
template <class Stored>
using Compute = typename ComputeType<Stored>::type;

// A strided matrix somewhere else; steps count elements.
template <class T>
struct Matrix {
  T* data;
  int64_t row_step;
  int64_t col_step;

  Matrix at(int64_t row, int64_t col) const {
    return {data + row * row_step + col * col_step, row_step, col_step};
  }
};

// The copies of one instruction set for one storage type.
template <class Stored>
struct PackTable {
  // to[r * to_step + c] = from(r, c), widened.
  void (*widen)(Compute<Stored>* to, int64_t to_step, const Matrix<const Stored>& from,
                int64_t rows, int64_t cols);
  // to[r * to_step + c] = from[r * from_step + c], rounded once to nearest even.
  void (*narrow)(Stored* to, int64_t to_step, const Compute<Stored>* from, int64_t from_step,
                 int64_t rows, int64_t cols);
};

// The copies built for each instruction set; Stored is Half, BFloat16, float or double.
namespace generic {
template <class Stored>
const PackTable<Stored>& pack_table();
}
namespace avx2 {
template <class Stored>
const PackTable<Stored>& pack_table();
}
namespace avx512 {
template <class Stored>
const PackTable<Stored>& pack_table();
}

// Those of `isa`, which this machine must support.
template <class Stored>
const PackTable<Stored>& pack_table(Isa isa);

}  // namespace pelton::cpu
