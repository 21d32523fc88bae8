// Owns the parts a reduction is made of for one kind and dtype: accumulators and the loops that
// feed them. Must not know axes or threads.
#pragma once
#include "kernels/common/reduction.h"

namespace pelton::cpu {

// A block of the input: rows of adjacent elements, `stride` elements apart.
struct ReductionBlock {
  const void* x;
  int64_t rows;
  int64_t width;
  int64_t stride;
  // What variance and deviation subtract (the mean) and logsumexp (the maximum), of the input's
  // type: one value per column, or for width 1 one value; null for the other kinds.
  const void* center;
};

// The functions of one kind and dtype. `acc` points to `n` accumulators of acc_size bytes.
struct ReductionTable {
  int64_t acc_size;
  int64_t out_size;
  void (*start)(void* acc, int64_t n);
  // Adds the block to its `width` accumulators.
  void (*add)(void* acc, const ReductionBlock& block);
  // acc[s] = reduction of the row x + s * n, for s < rows of the block; width counts the row's
  // elements.
  void (*add_rows)(void* acc, const ReductionBlock& block);
  void (*merge)(void* acc, const void* other, int64_t n);
  // Writes the results of `count` elements each.
  void (*finish)(void* out, const void* acc, int64_t n, int64_t count, const void* center);
};

// For float32 and float64, compiled once per instruction set; null where the kind has no such
// reduction.
namespace generic {
const ReductionTable* float_reduction(ReductionKind kind, DType dtype);
}
namespace avx2 {
const ReductionTable* float_reduction(ReductionKind kind, DType dtype);
}
namespace avx512 {
const ReductionTable* float_reduction(ReductionKind kind, DType dtype);
}
// For integers, complex numbers and bool.
const ReductionTable* other_reduction(ReductionKind kind, DType dtype);

// The table for `dtype`, one that arithmetic happens in; raises internal where there is none.
const ReductionTable& reduction_table(ReductionKind kind, DType dtype);

}  // namespace pelton::cpu
