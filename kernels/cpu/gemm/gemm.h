// Owns the interface of the batch-reduce GEMM micro-kernels (Georganas et al., "High-Performance
// Deep Learning via a Single Building Block", 2019), the one building block of matmul and of the
// three convolution passes. Must not know tensors.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// One panel of a product: C[r][j] (+)= sum over blocks q and k < depth of
//   a[a_rows[r] + a_blocks[q] + k * a_step] * b[b_blocks[q] + k * b_step + j]
// for r < rows and j < cols, at c[c_rows[r] + j]. All steps and offsets count elements. A is read
// where it lies; B must be readable, zero or not, up to the next whole register after `cols`.
// Each sum runs in the order of q, then k, whatever the blocking.
template <class T>
struct GemmPanel {
  int64_t rows;
  int64_t cols;  // at most GemmTable::panel_cols
  const T* a;
  const int64_t* a_rows;
  const int64_t* a_blocks;
  int64_t a_step;
  const T* b;
  const int64_t* b_blocks;
  int64_t b_step;
  int64_t blocks;
  int64_t depth;
  T* c;
  const int64_t* c_rows;
  bool accumulate;  // add to C; else C is overwritten (with zeros when blocks or depth is 0)
  const int64_t* a_offsets = nullptr;  // if given, of k in place of k * a_step; blocks is 1 then
};

// The micro-kernels of one instruction set for one type.
template <class T>
struct GemmTable {
  void (*panel)(const GemmPanel<T>&);
  // out[r] = sum over k < depth of a[k] * b[r * b_step + k], r < rows, in a fixed lane order.
  void (*dots)(T* out, const T* a, const T* b, int64_t b_step, int64_t rows, int64_t depth);
  // out[j] = sum over k < depth of a[k * a_step] * b[k * b_step + j], j < cols; reads nothing else.
  void (*row)(T* out, const T* a, int64_t a_step, const T* b, int64_t b_step, int64_t cols,
              int64_t depth);
  int lanes;            // elements per register
  int panel_cols;       // widest panel
  int64_t depth_block;  // so many rows of the widest panel of B stay in the L1 cache
};

// The micro-kernels built for each instruction set; T is float or double.
namespace generic {
template <class T>
const GemmTable<T>& gemm_table();
}
namespace avx2 {
template <class T>
const GemmTable<T>& gemm_table();
}
namespace avx512 {
template <class T>
const GemmTable<T>& gemm_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const GemmTable<T>& gemm_table(Isa isa);

}  // namespace pelton::cpu
