// Owns the CUDA kernel of matmul.
#include "kernels/cuda/gemm/matmul.h"

#include "kernels/common/attrs/attrs.h"
#include "kernels/cuda/elementwise/operands.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/gemm/tiled_product.h"
#include "kernels/cuda/libraries/product.h"

namespace pelton::cuda {
namespace {

struct Matrix {
  const void* data;
  int64_t row_step, column_step;
};

// Matrices of any strides; nest leads over the batch.
struct Matmul {
  int64_t m, n, k, batch;
  Matrix a, b;
  Nest<2> nest;
  void* out;

  template <class T>
  PELTON_HD const T* place_a(int64_t index, int64_t row, int64_t depth) const {
    int64_t at[2];
    nest.offsets(index, at);
    return static_cast<const T*>(a.data) + at[0] + row * a.row_step + depth * a.column_step;
  }
  template <class T>
  PELTON_HD const T* place_b(int64_t index, int64_t depth, int64_t column) const {
    int64_t at[2];
    nest.offsets(index, at);
    return static_cast<const T*>(b.data) + at[1] + depth * b.row_step + column * b.column_step;
  }
  template <class T>
  PELTON_HD T at_a(int64_t index, int64_t row, int64_t depth) const {
    return *place_a<T>(index, row, depth);
  }
  template <class T>
  PELTON_HD T at_b(int64_t index, int64_t depth, int64_t column) const {
    return *place_b<T>(index, depth, column);
  }
  // As fragment_tile.h wants them.
  template <class T>
  PELTON_HD const T* run_a(int64_t index, int64_t row, int64_t depth) const {
    return a.column_step == 1 ? place_a<T>(index, row, depth) : nullptr;
  }
  template <class T>
  PELTON_HD const T* run_b(int64_t index, int64_t depth, int64_t column) const {
    return b.column_step == 1 ? place_b<T>(index, depth, column) : nullptr;
  }
  template <class T>
  PELTON_HD void store(int64_t index, int64_t row, int64_t column, compute_t<T> value) const {
    static_cast<T*>(out)[(index * m + row) * n + column] = T(value);
  }
};

Matrix matrix_of(const TensorView& x, bool transpose) {
  const size_t last = static_cast<size_t>(x.rank()) - 1;
  const int64_t row = x.strides()[last - 1], column = x.strides()[last];
  return transpose ? Matrix{x.data, column, row} : Matrix{x.data, row, column};
}

// The layout without its last two axes.
Layout batch_of(const TensorView& x) {
  Layout batch = *x.layout;
  const size_t axes = static_cast<size_t>(x.rank()) - 2;
  batch.shape.resize(axes);
  batch.strides.resize(axes);
  return batch;
}

// The same for a library; one loop at most leads over the batch.
Product as_product(const Matmul& p, DType dtype) {
  const bool has_steps = p.nest.rank == 1 && p.batch > 1;
  const auto operand = [&](const Matrix& x, size_t i) {
    return Operand{x.data, x.row_step, x.column_step, has_steps ? p.nest.strides[i][0] : 0};
  };
  return {p.m, p.n, p.k, p.batch, operand(p.a, 0), operand(p.b, 1), p.out, dtype};
}

}  // namespace

void matmul(const KernelContext& context) {
  const auto& attrs = context.attrs<MatmulAttrs>();
  const TensorView &a = context.in(0), &b = context.in(1), &out = context.out(0);
  if (out.size == 0) return;
  Matmul p;
  p.a = matrix_of(a, attrs.transpose_a);
  p.b = matrix_of(b, attrs.transpose_b);
  p.m = out.dim(static_cast<size_t>(out.rank()) - 2);
  p.n = out.dim(static_cast<size_t>(out.rank()) - 1);
  p.k = a.dim(static_cast<size_t>(a.rank()) - (attrs.transpose_a ? 2 : 1));
  p.batch = out.size / (p.m * p.n);
  const Layout batch_a = batch_of(a), batch_b = batch_of(b), batch = batch_of(out);
  const Layout* const layouts[] = {&batch_a, &batch_b};
  p.nest = make_nest<2>(batch.shape, layouts);
  p.out = out.data;
  if (library_product != nullptr && p.nest.rank <= 1 &&
      library_product(context, as_product(p, out.dtype)))
    return;
  visit(NumericDeviceTypes{}, out.dtype, [&]<class T>() { launch_product<T>(context, p); });
}

}  // namespace pelton::cuda
