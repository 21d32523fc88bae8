// Owns the seam between the kernels of matrix products and a library that may take them over.
// Includes no CUDA header.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cuda {

// A matrix in memory; steps count elements, batch_step leads to the next matrix (0: the same).
struct Operand {
  const void* data;
  int64_t row_step, column_step, batch_step;
};

// out (batch, m, n), row-major, = a (m, k) times b (k, n), all of `dtype`; with a bias (n elements
// side by side) that is added to each row before the sums are rounded, then relu if wanted.
struct Product {
  int64_t m, n, k, batch;
  Operand a, b;
  void* out;
  DType dtype;
  const void* bias = nullptr;
  bool relu = false;  // only with a bias
};

// An operand as BLAS libraries take it: rows or columns lie side by side, `leading` elements apart.
struct BlasLayout {
  bool column_major;
  int64_t leading;
};

// False where no such layout describes the operand.
inline bool blas_layout(const Operand& x, int64_t rows, int64_t columns, BlasLayout& layout) {
  // The step along an axis of one element is never taken.
  if ((columns == 1 || x.column_step == 1) && (rows == 1 || x.row_step >= columns)) {
    layout = {false, rows == 1 ? columns : x.row_step};
    return true;
  }
  if ((rows == 1 || x.row_step == 1) && (columns == 1 || x.column_step >= rows)) {
    layout = {true, columns == 1 ? rows : x.column_step};
    return true;
  }
  return false;
}

// Does the product; false, having done nothing, where it cannot. Null: there is no library.
using LibraryProduct = bool (*)(const KernelContext&, const Product&);
inline constinit LibraryProduct library_product = nullptr;

}  // namespace pelton::cuda
