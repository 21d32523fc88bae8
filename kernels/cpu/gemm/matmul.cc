// Owns the matmul kernel: which matrices of the batch meet, and how they are shared out.
#include "kernels/cpu/gemm/matmul.h"

#include <algorithm>
#include <type_traits>

#include "kernels/common/attrs/attrs.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

// The batch of one call; strides of broadcast axes are 0.
struct Batch {
  int64_t count = 1;
  Shape shape;
  Strides a, b;

  // Element offset of matrix `index` in an operand with these batch strides.
  int64_t offset(const Strides& strides, int64_t index) const {
    int64_t at = 0;
    for (size_t i = shape.size(); i-- > 0; index /= shape[i]) at += index % shape[i] * strides[i];
    return at;
  }
};

Strides batch_strides(const TensorView& x, const Shape& batch) {
  Strides strides(batch.size());
  const size_t own = static_cast<size_t>(x.rank()) - 2, lead = batch.size() - own;
  for (size_t i = 0; i < own; ++i)
    if (x.dim(i) != 1) strides[lead + i] = x.strides()[i];
  return strides;
}

Batch batch_of(const TensorView& a, const TensorView& b, const TensorView& out) {
  Batch batch;
  for (int64_t i = 0; i + 2 < out.rank(); ++i) {
    batch.shape.push_back(out.dim(static_cast<size_t>(i)));
    batch.count *= batch.shape.back();
  }
  batch.a = batch_strides(a, batch.shape);
  batch.b = batch_strides(b, batch.shape);
  return batch;
}

template <class T>
Matrix<const T> matrix_of(const TensorView& x, bool transpose) {
  const size_t last = static_cast<size_t>(x.rank()) - 1;
  const int64_t row = x.strides()[last - 1], col = x.strides()[last];
  return transpose ? Matrix<const T>{x.as<const T>(), col, row}
                   : Matrix<const T>{x.as<const T>(), row, col};
}

// Distance in `a` between the matrices that follow each other.
int64_t innermost_step(const Batch& batch) {
  for (size_t i = batch.shape.size(); i-- > 0;)
    if (batch.shape[i] != 1) return batch.a[i];
  return 0;
}

// When every matrix of `a` meets the same `b`, the batch is one matrix with more rows; false where
// the rows of `a` do not follow each other evenly.
template <class T>
bool merge_batch(Batch& batch, MatrixProduct<T>& p) {
  int64_t step = p.m * p.a.row_step;
  if (p.m == 1) step = p.a.row_step = innermost_step(batch);
  for (size_t i = batch.shape.size(); i-- > 0;) {
    if (batch.shape[i] == 1) continue;
    if (batch.b[i] != 0 || batch.a[i] != step) return false;
    step *= batch.shape[i];
  }
  p.m *= batch.count;
  batch = Batch{};
  return true;
}

template <class T>
void multiply_one(const MatrixProduct<T>& product, const KernelContext& context) {
  if constexpr (std::is_floating_point_v<Compute<T>>)
    multiply_blocked(product, context);
  else
    multiply_plain(product);
}

template <class T>
void multiply_batch(const KernelContext& context) {
  const auto& attrs = context.attrs<MatmulAttrs>();
  const TensorView &a = context.in(0), &b = context.in(1), &out = context.out(0);
  if (out.size == 0) return;
  MatrixProduct<T> p{};
  p.a = matrix_of<T>(a, attrs.transpose_a);
  p.b = matrix_of<T>(b, attrs.transpose_b);
  p.m = out.dim(static_cast<size_t>(out.rank()) - 2);
  p.n = out.dim(static_cast<size_t>(out.rank()) - 1);
  p.k = a.dim(static_cast<size_t>(a.rank()) - (attrs.transpose_a ? 2 : 1));
  p.out = out.as<T>();
  if (out.rank() == 2) return multiply_one(p, context);
  Batch batch = batch_of(a, b, out);
  if (merge_batch(batch, p)) return multiply_one(p, context);
  constexpr int64_t kSmallWork = 1 << 18;
  const int64_t work = std::max<int64_t>(1, p.m * p.n * p.k);
  const auto loop = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      MatrixProduct<T> one = p;
      one.a.data += batch.offset(batch.a, i);
      one.b.data += batch.offset(batch.b, i);
      one.out += i * p.m * p.n;
      multiply_one(one, context);
    }
  };
  // Large matrices share out their own tiles; small ones are shared out whole.
  if (batch.count < num_threads() && work > kSmallWork) return loop(0, batch.count);
  parallel_for(batch.count, 1 + kSmallWork / work, loop);
}

}  // namespace

void matmul(const KernelContext& context) {
  visit(NumericTypes{}, context.out(0).dtype, [&]<class T>() { multiply_batch<T>(context); });
}

}  // namespace pelton::cpu
