// Owns the CUDA kernels of layer normalisation: a block for each row; scale and offset get their
// gradients from a reduction of columns.
#include "kernels/common/attrs/attrs.h"
#include "kernels/common/layer_norm.h"
#include "kernels/cuda/reduce/column_reduction.h"
#include "kernels/declared/norm.h"

namespace pelton::cuda {
namespace {

template <class S>
struct SumPair {
  S first = 0, second = 0;
};

template <class S>
__device__ SumPair<S> block_sums(SumPair<S> value) {
  return block_reduce(value, shared_memory<SumPair<S>>(), [](SumPair<S> a, SumPair<S> b) {
    return SumPair<S>{a.first + b.first, a.second + b.second};
  });
}

// Two passes: the mean, then the deviations from it.
template <class T, class S = compute_t<T>>
__device__ row_norm::Normal<S> normal_of_row(const T* x, int64_t n, S epsilon) {
  SumPair<S> sum;
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x) sum.first += S(x[i]);
  const S center = block_sums(sum).first / S(n);
  SumPair<S> deviations;
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x) {
    const S deviation = S(x[i]) - center;
    deviations.first += deviation;
    deviations.second += deviation * deviation;
  }
  deviations = block_sums(deviations);
  return row_norm::Normal<S>::of(center, deviations.first, deviations.second, S(n), epsilon);
}

struct LayerNorm {
  int64_t n;
  double epsilon;
  const void *x, *scale, *offset;
  void* y;
};

template <class T>
__global__ void layer_norm_rows(LayerNorm l) {
  using S = compute_t<T>;
  const T* x = static_cast<const T*>(l.x) + blockIdx.x * l.n;
  T* y = static_cast<T*>(l.y) + blockIdx.x * l.n;
  const row_norm::Normal<S> normal = normal_of_row(x, l.n, S(l.epsilon));
  for (int64_t i = threadIdx.x; i < l.n; i += blockDim.x)
    y[i] =
        T(normal(S(x[i])) * static_cast<const S*>(l.scale)[i] + static_cast<const S*>(l.offset)[i]);
}

struct LayerNormGrad {
  int64_t rows, n;
  double epsilon;
  const void *grad, *x, *scale;
  void *x_grad, *scale_grad, *offset_grad;
  void* normals;  // how each row is normalised
};

template <class T>
__global__ void layer_norm_grad_rows(LayerNormGrad l) {
  using S = compute_t<T>;
  const int64_t start = blockIdx.x * l.n;
  const T *x = static_cast<const T*>(l.x) + start, *grad = static_cast<const T*>(l.grad) + start;
  const S* scale = static_cast<const S*>(l.scale);
  const row_norm::Normal<S> normal = normal_of_row(x, l.n, S(l.epsilon));
  SumPair<S> sums;
  for (int64_t i = threadIdx.x; i < l.n; i += blockDim.x) {
    const S g = S(grad[i]) * scale[i];
    sums.first += g;
    sums.second += g * (S(x[i]) - normal.center);
  }
  sums = block_sums(sums);
  const auto formula = row_norm::InputGrad<S>::of(normal, sums.first, sums.second, S(l.n));
  for (int64_t i = threadIdx.x; i < l.n; i += blockDim.x)
    static_cast<T*>(l.x_grad)[start + i] = T(formula(S(grad[i]) * scale[i], normal(S(x[i]))));
  if (threadIdx.x == 0) static_cast<row_norm::Normal<S>*>(l.normals)[blockIdx.x] = normal;
}

// Sums over the rows of gradient * normalised value and of the gradient.
template <class T>
struct LayerNormReduction {
  using S = compute_t<T>;
  using Acc = SumPair<S>;

  PELTON_HD Acc chunk(int64_t first, int64_t last, int64_t column) const {
    Acc acc;
    for (int64_t row = first; row < last; ++row) {
      const auto& normal = static_cast<const row_norm::Normal<S>*>(l.normals)[row];
      const S grad(static_cast<const T*>(l.grad)[row * l.n + column]);
      acc.first += grad * normal(S(static_cast<const T*>(l.x)[row * l.n + column]));
      acc.second += grad;
    }
    return acc;
  }
  PELTON_HD Acc combine(const Acc& a, const Acc& b) const {
    return {a.first + b.first, a.second + b.second};
  }
  PELTON_HD void finish(int64_t column, const Acc& acc) const {
    static_cast<S*>(l.scale_grad)[column] = acc.first;
    static_cast<S*>(l.offset_grad)[column] = acc.second;
  }

  LayerNormGrad l;
};

Grid grid_of_layer_rows(int64_t rows, int64_t n) {
  return {dim3(static_cast<unsigned>(rows)), dim3(threads_for_row(n)),
          reduce_bytes<SumPair<double>>()};
}

}  // namespace

void layer_norm(const KernelContext& context) {
  const TensorView &x = context.in(0), &scale = context.in(1);
  if (x.size == 0) return;
  const LayerNorm l{scale.size,
                    context.attrs<LayerNormAttrs>().epsilon,
                    x.data,
                    scale.data,
                    context.in(2).data,
                    context.out(0).data};
  void (*kernel)(LayerNorm) = nullptr;
  visit(FloatingTypes{}, x.dtype, [&]<class T>() { kernel = &layer_norm_rows<T>; });
  launch_with_barriers(context, grid_of_layer_rows(x.size / l.n, l.n), kernel, l);
}

void layer_norm_grad(const KernelContext& context) {
  const TensorView &x = context.in(1), &scale = context.in(2);
  const int64_t n = scale.size, rows = n == 0 ? 0 : x.size / n;
  if (n == 0) return;
  static_assert(sizeof(row_norm::Normal<float>) == 3 * sizeof(float));
  const Workspace normals = context.workspace(static_cast<size_t>(3 * rows * size_of(scale.dtype)));
  const LayerNormGrad l{rows,
                        n,
                        context.attrs<LayerNormAttrs>().epsilon,
                        context.in(0).data,
                        x.data,
                        scale.data,
                        context.out(0).data,
                        context.out(1).data,
                        context.out(2).data,
                        normals.data()};
  visit(FloatingTypes{}, x.dtype, [&]<class T>() {
    if (rows > 0)
      launch_with_barriers(context, grid_of_layer_rows(rows, n), &layer_norm_grad_rows<T>, l);
    reduce_columns_of(context, Columns(rows, n), LayerNormReduction<T>{l});
  });
}

}  // namespace pelton::cuda
