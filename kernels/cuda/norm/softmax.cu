// Owns the CUDA kernels of softmax, log-softmax and the cross-entropies of softmax.
#include "kernels/declared/softmax.h"

#include "kernels/common/attrs/attrs.h"
#include "kernels/common/attrs/cross_entropy_attrs.h"
#include "kernels/common/class_order.h"
#include "kernels/common/elementary.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/reduce/block_reduce.h"

namespace pelton::cuda {
namespace {

// Rows of n elements along one axis; `inner` is the distance of a row's elements.
struct Rows {
  int64_t n = 0, inner = 1, count = 0;
  PELTON_HD int64_t start(int64_t row) const { return row / inner * n * inner + row % inner; }
};

// exp of a row of logits: the shift that keeps it finite, and the sum.
template <class C>
struct Exponentials {
  C shift, sum;
};

template <class C>
__device__ C block_sum(C value) {
  return block_reduce(value, shared_memory<C>(), [](C a, C b) { return a + b; });
}

// Where all is -infinity the shift is 0, so that the result is NaN from 0 / 0.
template <class C, class T>
__device__ Exponentials<C> exponentials(const T* x, int64_t n, int64_t step) {
  C best = -std::numeric_limits<C>::infinity();
  const auto greater = [](C a, C b) { return b > a || b != b ? b : a; };
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x) best = greater(best, C(x[i * step]));
  best = block_reduce(best, shared_memory<C>(), greater);
  const C shift = best == -std::numeric_limits<C>::infinity() ? C(0) : best;
  C sum = 0;
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x) sum += math::exp(C(x[i * step]) - shift);
  return {shift, block_sum(sum)};
}

// One block for each row.
template <bool Log, class T>
__global__ void softmax_rows(Rows rows, const void* input, void* output) {
  using C = compute_t<T>;
  const int64_t start = rows.start(blockIdx.x), step = rows.inner;
  const T* x = static_cast<const T*>(input) + start;
  T* y = static_cast<T*>(output) + start;
  const auto [shift, sum] = exponentials<C>(x, rows.n, step);
  const C offset = shift + C(std::log(sum)), scale = C(1) / sum;
  for (int64_t i = threadIdx.x; i < rows.n; i += blockDim.x)
    y[i * step] = T(Log ? C(x[i * step]) - offset : math::exp(C(x[i * step]) - shift) * scale);
}

// The gradients of either in terms of its result, one block for each row.
template <bool Log, class T>
__global__ void softmax_grad_rows(Rows rows, const void* grad, const void* result, void* output) {
  using C = compute_t<T>;
  const int64_t start = rows.start(blockIdx.x), step = rows.inner;
  const T* g = static_cast<const T*>(grad) + start;
  const T* y = static_cast<const T*>(result) + start;
  C sum = 0;
  for (int64_t i = threadIdx.x; i < rows.n; i += blockDim.x)
    sum += Log ? C(g[i * step]) : C(g[i * step]) * C(y[i * step]);
  sum = block_sum(sum);
  for (int64_t i = threadIdx.x; i < rows.n; i += blockDim.x) {
    const C of_g(g[i * step]), of_y(y[i * step]);
    static_cast<T*>(output)[start + i * step] =
        T(Log ? of_g - math::exp(of_y) * sum : (of_g - sum) * of_y);
  }
}

struct CrossEntropy {
  const void* labels;
  const void* logits;
  void* loss;
  void* grad;
  int64_t n;
  float* correct = nullptr;
  bool correct_of_softmax = false;
};

template <class C>
struct ClassScore {
  int64_t index;
  C score;
};

// The best class of a row of n; score(i) is that of class i.
template <class F>
__device__ int64_t best_class(int64_t n, const F& score) {
  using Class = ClassScore<decltype(score(0))>;
  const auto better = [](Class a, Class b) {
    return outranks(b.score, a.score, b.index < a.index) ? b : a;
  };
  Class best{0, score(0)};
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x) best = better(best, Class{i, score(i)});
  return block_reduce(best, shared_memory<Class>(), better).index;
}

template <class T>
__device__ int64_t best_class(int64_t n, const T* x) {
  return best_class(n, [x](int64_t i) { return compute_t<T>(x[i]); });
}

// Whether `label` is the best class of row `row` by its logits x, or by exp(x - shift) * scale.
template <class T, class C>
__device__ void write_correct(const CrossEntropy& e, int64_t row, int64_t label, C shift, C scale) {
  const T* x = static_cast<const T*>(e.logits) + row * e.n;
  const int64_t best = best_class(e.n, [&](int64_t i) {
    return e.correct_of_softmax ? C(T(math::exp(C(x[i]) - shift) * scale)) : C(x[i]);
  });
  if (threadIdx.x == 0) e.correct[row] = label == best;
}

// One block for each row; the correct predictions only where there is room for them.
template <class T, class Label>
__global__ void sparse_rows(CrossEntropy e, FailureSite site) {
  using C = compute_t<T>;
  const int64_t row = blockIdx.x;
  const T* x = static_cast<const T*>(e.logits) + row * e.n;
  T* grad = static_cast<T*>(e.grad) + row * e.n;
  int64_t label = static_cast<int64_t>(static_cast<const Label*>(e.labels)[row]);
  if (label < 0 || label >= e.n) {
    fail_at(site, label, row, e.n);
    label = 0;
  }
  const auto [shift, sum] = exponentials<C>(x, e.n, 1);
  const C scale = C(1) / sum;
  for (int64_t i = threadIdx.x; i < e.n; i += blockDim.x)
    grad[i] = T(math::exp(C(x[i]) - shift) * scale - C(i == label));
  if (threadIdx.x == 0) static_cast<T*>(e.loss)[row] = T(C(std::log(sum)) - (C(x[label]) - shift));
  if (e.correct != nullptr) write_correct<T>(e, row, label, shift, scale);
}

// The label of a row: class indices have one, class probabilities their best class.
template <class Label>
__device__ int64_t label_of(const void* labels, int64_t row, int64_t n) {
  const Label* p = static_cast<const Label*>(labels);
  if constexpr (std::is_integral_v<Label>)
    return p[row];
  else
    return best_class(n, p + row * n);
}

template <class T, class Label>
__global__ void correct_of_rows(const void* labels, const void* scores, float* correct, int64_t n) {
  const int64_t row = blockIdx.x;
  const T* x = static_cast<const T*>(scores) + row * n;
  const int64_t best = best_class(n, x), label = label_of<Label>(labels, row, n);
  if (threadIdx.x == 0) correct[row] = label == best;
}

// loss = sum p (log_sum - z), gradient = softmax - p as TensorFlow's kernel has it, the derivative
// where the labels p sum to one.
template <class T>
__global__ void dense_rows(CrossEntropy e) {
  using C = compute_t<T>;
  const int64_t row = blockIdx.x;
  const T* x = static_cast<const T*>(e.logits) + row * e.n;
  const T* p = static_cast<const T*>(e.labels) + row * e.n;
  const auto [shift, sum] = exponentials<C>(x, e.n, 1);
  const C offset = shift + C(std::log(sum));
  C loss = 0;
  // 0 * infinity counts as 0: a class of probability 0 has no part in the loss.
  for (int64_t i = threadIdx.x; i < e.n; i += blockDim.x)
    loss += C(p[i]) == C(0) ? C(0) : C(p[i]) * (offset - C(x[i]));
  loss = block_sum(loss);
  const C scale = C(1) / sum;
  for (int64_t i = threadIdx.x; i < e.n; i += blockDim.x)
    static_cast<T*>(e.grad)[row * e.n + i] = T(math::exp(C(x[i]) - shift) * scale - C(p[i]));
  if (threadIdx.x == 0) static_cast<T*>(e.loss)[row] = T(loss);
  if (e.correct != nullptr) write_correct<T>(e, row, best_class(e.n, p), shift, scale);
}

Grid grid_of_rows(int64_t rows, int64_t n) {
  return {dim3(static_cast<unsigned>(rows)), dim3(threads_for_row(n)),
          reduce_bytes<ClassScore<double>>()};
}

Rows rows_along_axis(const KernelContext& context) {
  const TensorView& x = context.in(0);
  const int64_t axis = normalize_axis(context.attrs<SoftmaxAttrs>().axis.value_or(-1), x.rank());
  Rows rows;
  rows.n = x.dim(static_cast<size_t>(axis));
  for (int64_t i = axis + 1; i < x.rank(); ++i) rows.inner *= x.dim(static_cast<size_t>(i));
  rows.count = x.size / rows.n;
  return rows;
}

template <bool Log>
void launch_softmax(const KernelContext& context) {
  const TensorView &x = context.in(0), &y = context.out(0);
  if (x.size == 0) return;
  const Rows rows = rows_along_axis(context);
  void (*kernel)(Rows, const void*, void*) = nullptr;
  visit(FloatingTypes{}, x.dtype, [&]<class T>() { kernel = &softmax_rows<Log, T>; });
  launch_with_barriers(context, grid_of_rows(rows.count, rows.n), kernel, rows, x.data, y.data);
}

template <bool Log>
void launch_softmax_grad(const KernelContext& context) {
  const TensorView &g = context.in(0), &y = context.in(1);
  if (g.size == 0) return;
  const Rows rows = rows_along_axis(context);
  void (*kernel)(Rows, const void*, const void*, void*) = nullptr;
  visit(FloatingTypes{}, g.dtype, [&]<class T>() { kernel = &softmax_grad_rows<Log, T>; });
  launch_with_barriers(context, grid_of_rows(rows.count, rows.n), kernel, rows, g.data, y.data,
                       context.out(0).data);
}

CrossEntropy arguments(const KernelContext& context) {
  return {context.in(0).data, context.in(1).data, context.out(0).data, context.out(1).data,
          context.in(1).shape().back()};
}

CrossEntropy arguments_with_correct(const KernelContext& context) {
  CrossEntropy e = arguments(context);
  e.correct = context.out(2).as<float>();
  e.correct_of_softmax = context.attrs<CrossEntropyCorrectAttrs>().of_softmax;
  return e;
}

void launch_sparse(const KernelContext& context, const CrossEntropy& e) {
  const bool narrow = context.in(0).dtype == DType::int32;
  const FailureSite site =
      bad_index(context,
                "Received a label value of {value} at batch position {position}, which is outside "
                "the valid range of [0, {limit})");
  void (*kernel)(CrossEntropy, FailureSite) = nullptr;
  visit(FloatingTypes{}, context.in(1).dtype,
        [&]<class T>() { kernel = narrow ? &sparse_rows<T, int32_t> : &sparse_rows<T, int64_t>; });
  launch_with_barriers(context, grid_of_rows(context.in(0).size, e.n), kernel, e, site);
}

void launch_dense(const KernelContext& context, const CrossEntropy& e) {
  void (*kernel)(CrossEntropy) = nullptr;
  visit(FloatingTypes{}, context.in(1).dtype, [&]<class T>() { kernel = &dense_rows<T>; });
  launch_with_barriers(context, grid_of_rows(context.out(0).size, e.n), kernel, e);
}

using CorrectKernel = void (*)(const void* labels, const void* scores, float* correct, int64_t n);

void launch_correct(const KernelContext& context, CorrectKernel kernel) {
  const int64_t n = context.in(1).shape().back();
  float* correct = context.out(0).as<float>();
  launch_with_barriers(context, grid_of_rows(context.out(0).size, n), kernel, context.in(0).data,
                       context.in(1).data, correct, n);
}

}  // namespace

void softmax(const KernelContext& context) { launch_softmax<false>(context); }
void log_softmax(const KernelContext& context) { launch_softmax<true>(context); }
void softmax_grad(const KernelContext& context) { launch_softmax_grad<false>(context); }
void log_softmax_grad(const KernelContext& context) { launch_softmax_grad<true>(context); }

void sparse_softmax_cross_entropy(const KernelContext& context) {
  launch_sparse(context, arguments(context));
}

void softmax_cross_entropy(const KernelContext& context) {
  launch_dense(context, arguments(context));
}

void sparse_softmax_cross_entropy_correct(const KernelContext& context) {
  launch_sparse(context, arguments_with_correct(context));
}

void softmax_cross_entropy_correct(const KernelContext& context) {
  launch_dense(context, arguments_with_correct(context));
}

void sparse_categorical_correct(const KernelContext& context) {
  const bool narrow = context.in(0).dtype == DType::int32;
  CorrectKernel kernel = nullptr;
  visit(FloatingTypes{}, context.in(1).dtype, [&]<class T>() {
    kernel = narrow ? &correct_of_rows<T, int32_t> : &correct_of_rows<T, int64_t>;
  });
  launch_correct(context, kernel);
}

void categorical_correct(const KernelContext& context) {
  CorrectKernel kernel = nullptr;
  visit(FloatingTypes{}, context.in(1).dtype, [&]<class T>() { kernel = &correct_of_rows<T, T>; });
  launch_correct(context, kernel);
}

}  // namespace pelton::cuda
