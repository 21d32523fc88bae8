#include "kernels/cuda/softmax.h"

#include "kernels/common/attrs.h"
#include "kernels/common/class_order.h"
#include "kernels/common/cross_entropy_attrs.h"
#include "kernels/common/elementary.h"
#include "kernels/cuda/block_reduce.h"
#include "kernels/cuda/types.h"

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

struct CrossEntropy {
  const void* labels;
  const void* logits;
  void* loss;
  void* grad;
  int64_t n;
  float* hits = nullptr;
  bool hits_of_softmax = false;
};

// 1 where no class of the row outranks the label, else 0; score(i) is that of class i.
template <class F>
__device__ float hit_in_row(int64_t label, int64_t n, const F& score) {
  const auto best = score(label);
  int better = 0;
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x)
    better += outranks(i, score(i), label, best);
  return block_sum(better) == 0 ? 1.0f : 0.0f;
}

// One block for each row; the hits only where there is room for them.
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
  if (e.hits == nullptr) return;
  const float hit = hit_in_row(label, e.n, [&, shift = shift](int64_t i) {
    return e.hits_of_softmax ? C(T(math::exp(C(x[i]) - shift) * scale)) : C(x[i]);
  });
  if (threadIdx.x == 0) e.hits[row] = hit;
}

template <class T, class Label>
__global__ void hits_of_rows(const void* labels, const void* scores, float* hits, int64_t n) {
  const int64_t row = blockIdx.x;
  const T* x = static_cast<const T*>(scores) + row * n;
  const int64_t label = static_cast<int64_t>(static_cast<const Label*>(labels)[row]);
  const bool is_class = label >= 0 && label < n;
  const float hit =
      hit_in_row(is_class ? label : 0, n, [&](int64_t i) { return compute_t<T>(x[i]); });
  if (threadIdx.x == 0) hits[row] = is_class ? hit : 0.0f;
}

// Labels p need not sum to one: loss = sum p (log_sum - z), gradient = softmax * sum(p) - p.
template <class T>
__global__ void dense_rows(CrossEntropy e) {
  using C = compute_t<T>;
  const int64_t row = blockIdx.x;
  const T* x = static_cast<const T*>(e.logits) + row * e.n;
  const T* p = static_cast<const T*>(e.labels) + row * e.n;
  const auto [shift, sum] = exponentials<C>(x, e.n, 1);
  const C offset = shift + C(std::log(sum));
  C total = 0, loss = 0;
  for (int64_t i = threadIdx.x; i < e.n; i += blockDim.x) {
    total += C(p[i]);
    // 0 * infinity counts as 0: a class of probability 0 has no part in the loss.
    loss += C(p[i]) == C(0) ? C(0) : C(p[i]) * (offset - C(x[i]));
  }
  total = block_sum(total);
  loss = block_sum(loss);
  const C scale = total / sum;
  for (int64_t i = threadIdx.x; i < e.n; i += blockDim.x)
    static_cast<T*>(e.grad)[row * e.n + i] = T(math::exp(C(x[i]) - shift) * scale - C(p[i]));
  if (threadIdx.x == 0) static_cast<T*>(e.loss)[row] = T(loss);
}

Grid grid_of_rows(int64_t rows, int64_t n) {
  return {dim3(static_cast<unsigned>(rows)), dim3(threads_for_row(n)), reduce_bytes<double>()};
}

template <bool Log>
void along_axis(const KernelContext& context) {
  const TensorView &x = context.in(0), &y = context.out(0);
  if (x.size == 0) return;
  const int64_t axis = normalize_axis(context.attrs<SoftmaxAttrs>().axis.value_or(-1), x.rank());
  Rows rows;
  rows.n = x.dim(static_cast<size_t>(axis));
  for (int64_t i = axis + 1; i < x.rank(); ++i) rows.inner *= x.dim(static_cast<size_t>(i));
  rows.count = x.size / rows.n;
  void (*kernel)(Rows, const void*, void*) = nullptr;
  visit(FloatingTypes{}, x.dtype, [&]<class T>() { kernel = &softmax_rows<Log, T>; });
  launch_with_barriers(context, grid_of_rows(rows.count, rows.n), kernel, rows, x.data, y.data);
}

CrossEntropy arguments(const KernelContext& context) {
  return {context.in(0).data, context.in(1).data, context.out(0).data, context.out(1).data,
          context.in(1).shape().back()};
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

}  // namespace

void softmax(const KernelContext& context) { along_axis<false>(context); }
void log_softmax(const KernelContext& context) { along_axis<true>(context); }

void sparse_softmax_cross_entropy(const KernelContext& context) {
  launch_sparse(context, arguments(context));
}

void sparse_softmax_cross_entropy_hits(const KernelContext& context) {
  CrossEntropy e = arguments(context);
  e.hits = context.out(2).as<float>();
  e.hits_of_softmax = context.attrs<CrossEntropyHitsAttrs>().of_softmax;
  launch_sparse(context, e);
}

void sparse_categorical_hits(const KernelContext& context) {
  const TensorView &labels = context.in(0), &scores = context.in(1);
  const int64_t n = scores.shape().back();
  const bool narrow = labels.dtype == DType::int32;
  void (*kernel)(const void*, const void*, float*, int64_t) = nullptr;
  visit(FloatingTypes{}, scores.dtype, [&]<class T>() {
    kernel = narrow ? &hits_of_rows<T, int32_t> : &hits_of_rows<T, int64_t>;
  });
  launch_with_barriers(context, grid_of_rows(labels.size, n), kernel, labels.data, scores.data,
                       context.out(0).as<float>(), n);
}

void softmax_cross_entropy(const KernelContext& context) {
  const CrossEntropy e = arguments(context);
  void (*kernel)(CrossEntropy) = nullptr;
  visit(FloatingTypes{}, context.in(1).dtype, [&]<class T>() { kernel = &dense_rows<T>; });
  launch_with_barriers(context, grid_of_rows(context.out(0).size, e.n), kernel, e);
}

}  // namespace pelton::cuda
