// Owns softmax along any axis and the cross-entropies over the last, built once per instruction
// set.
#include "kernels/declared/softmax.h"

#include <algorithm>
#include <limits>

#include "kernels/common/attrs/attrs.h"
#include "kernels/common/attrs/cross_entropy_attrs.h"
#include "kernels/common/class_order.h"
#include "kernels/common/elementary.h"
#include "kernels/cpu/simd/softmax_rows.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kExpGrain = 8 * 1024;  // elements with an exponential each
constexpr int64_t kPartialSums = 16;

// max(x) of a row; partial results in lanes let the loop vectorise. NaN wins.
template <class C, class Load>
C row_max(int64_t n, const Load& load) {
  C best = -std::numeric_limits<C>::infinity();
  for (int64_t i = 0; i < n; ++i) {
    const C value = load(i);
    best = value > best || value != value ? value : best;
  }
  return best;
}

// The sum of f(i) in a fixed order of kPartialSums partial sums.
template <class C, class F>
C row_sum(int64_t n, const F& f) {
  C lanes[kPartialSums] = {};
  int64_t i = 0;
  for (; i + kPartialSums <= n; i += kPartialSums)
    for (int64_t lane = 0; lane < kPartialSums; ++lane) lanes[lane] += f(i + lane);
  for (; i < n; ++i) lanes[i % kPartialSums] += f(i);
  C sum = 0;
  for (C lane : lanes) sum += lane;
  return sum;
}

// Where all is -infinity the shift is 0, so that the result is NaN from 0 / 0 and not from inf -
// inf.
template <class C>
C shift_of(C max) {
  return max == -std::numeric_limits<C>::infinity() ? C(0) : max;
}

// Elements of the type that they are computed in, which registers can hold side by side.
template <class T>
inline constexpr bool kIsWide = std::is_same_v<compute_t<T>, T>;

template <class T>
void softmax_row(const T* x, T* y, int64_t n, int64_t step) {
  using C = compute_t<T>;
  if constexpr (kIsWide<T>) {
    if (step == 1 && n <= kLanes<T>) return softmax_of_register(x, y, static_cast<int>(n));
    if (step == 1) {
      const T sum = exponentials_of(x, shift_of(largest_logit(x, n)), y, n);
      return multiply_row(y, T(1) / sum, n);
    }
  }
  const auto load = [&](int64_t i) { return C(x[i * step]); };
  const C shift = shift_of(row_max<C>(n, load));
  const C sum = row_sum<C>(n, [&](int64_t i) { return math::exp(load(i) - shift); });
  const C scale = C(1) / sum;
  for (int64_t i = 0; i < n; ++i) y[i * step] = T(math::exp(load(i) - shift) * scale);
}

template <class T>
void log_softmax_row(const T* x, T* y, int64_t n, int64_t step) {
  using C = compute_t<T>;
  if constexpr (kIsWide<T>) {
    if (step == 1) {
      const T shift = shift_of(largest_logit(x, n));
      const T offset = shift + std::log(exponentials_of<T>(x, shift, nullptr, n));
      for (int64_t i = 0; i < n; ++i) y[i] = x[i] - offset;
      return;
    }
  }
  const auto load = [&](int64_t i) { return C(x[i * step]); };
  const C shift = shift_of(row_max<C>(n, load));
  const C sum = row_sum<C>(n, [&](int64_t i) { return math::exp(load(i) - shift); });
  const C offset = shift + C(std::log(sum));
  for (int64_t i = 0; i < n; ++i) y[i * step] = T(load(i) - offset);
}

// (g - sum(g y)) y for softmax's result y.
template <class T>
void softmax_grad_row(const T* g, const T* y, T* out, int64_t n, int64_t step) {
  using C = compute_t<T>;
  const C sum = row_sum<C>(n, [&](int64_t i) { return C(g[i * step]) * C(y[i * step]); });
  for (int64_t i = 0; i < n; ++i) out[i * step] = T((C(g[i * step]) - sum) * C(y[i * step]));
}

// g - sum(g) exp(y) for log-softmax's result y.
template <class T>
[[gnu::always_inline]] inline void log_softmax_grad_steps(const T* __restrict g,
                                                          const T* __restrict y, T* __restrict out,
                                                          int64_t n, int64_t step) {
  using C = compute_t<T>;
  const C sum = row_sum<C>(n, [&](int64_t i) { return C(g[i * step]); });
  for (int64_t i = 0; i < n; ++i)
    out[i * step] = T(C(g[i * step]) - math::exp(C(y[i * step])) * sum);
}
template <class T>
void log_softmax_grad_row(const T* g, const T* y, T* out, int64_t n, int64_t step) {
  if (step == 1)
    log_softmax_grad_steps(g, y, out, n, 1);
  else
    log_softmax_grad_steps(g, y, out, n, step);
}

// Calls row<T>(start, n, step) for every row along the axis of row-major tensors of one shape.
template <class Row>
void along_axis(const KernelContext& context, const Row& row) {
  const TensorView& x = context.in(0);
  if (x.size == 0) return;
  const int64_t axis = normalize_axis(context.attrs<SoftmaxAttrs>().axis.value_or(-1), x.rank());
  const int64_t n = x.dim(static_cast<size_t>(axis));
  int64_t inner = 1;
  for (int64_t i = axis + 1; i < x.rank(); ++i) inner *= x.dim(static_cast<size_t>(i));
  const int64_t rows = x.size / n;
  visit(FloatingTypes{}, x.dtype, [&]<class T>() {
    parallel_for(rows, std::max<int64_t>(1, kExpGrain / n), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        row.template operator()<T>(r / inner * n * inner + r % inner, n, inner);
      }
    });
  });
}

// exp of a row of logits: what both cross-entropies need.
template <class C>
struct RowExponentials {
  C shift;
  C sum;
  C log_sum;
};

// Writes softmax(x) to y.
template <class C, class T>
RowExponentials<C> softmax_and_sum(const T* x, T* y, int64_t n) {
  if constexpr (kIsWide<T>) {
    const T shift = shift_of(largest_logit(x, n)), sum = exponentials_of(x, shift, y, n);
    multiply_row(y, T(1) / sum, n);
    return {shift, sum, std::log(sum)};
  } else {
    const auto load = [&](int64_t i) { return C(x[i]); };
    const C shift = shift_of(row_max<C>(n, load));
    const C sum = row_sum<C>(n, [&](int64_t i) { return math::exp(load(i) - shift); });
    const C scale = C(1) / sum;
    for (int64_t i = 0; i < n; ++i) y[i] = T(math::exp(C(x[i]) - shift) * scale);
    return {shift, sum, C(std::log(sum))};
  }
}

// Writes softmax(x) and the loss; returns the gradient at the label, where it is not softmax(x).
template <class T>
T sparse_row(int64_t label, const T* x, T* loss, T* y, int64_t n) {
  using C = compute_t<T>;
  const auto e = softmax_and_sum<C>(x, y, n);
  *loss = T(e.log_sum - (C(x[label]) - e.shift));
  if constexpr (kIsWide<T>)
    return y[label] - T(1);
  else
    return T(math::exp(C(x[label]) - e.shift) * (C(1) / e.sum) - C(1));
}

// The best class of a row.
template <class T>
int64_t best_class(const T* x, int64_t n) {
  using C = compute_t<T>;
  int64_t best = 0;
  for (int64_t i = 1; i < n; ++i)
    if (outranks(C(x[i]), C(x[best]), false)) best = i;
  return best;
}

// loss = sum p (log_sum - z), gradient = softmax - p as TensorFlow's kernel has it, the derivative
// where the labels p sum to one; `grad` has the softmax.
template <class C, class T>
void dense_row(const RowExponentials<C>& e, const T* p, const T* x, T* loss, T* grad, int64_t n) {
  const auto [shift, sum, log_sum] = e;
  const C offset = shift + log_sum;
  // 0 * infinity counts as 0: a class of probability 0 has no part in the loss.
  *loss = T(row_sum<C>(
      n, [&](int64_t i) { return C(p[i]) == C(0) ? C(0) : C(p[i]) * (offset - C(x[i])); }));
  if constexpr (kIsWide<T>) {
    for (int64_t i = 0; i < n; ++i) grad[i] -= p[i];
  } else {
    const C scale = C(1) / sum;
    for (int64_t i = 0; i < n; ++i) grad[i] = T(math::exp(C(x[i]) - shift) * scale - C(p[i]));
  }
}

template <class Label>
void check_labels(const Label* labels, int64_t rows, int64_t n) {
  for (int64_t r = 0; r < rows; ++r)
    check(labels[r] >= 0 && static_cast<int64_t>(labels[r]) < n, Code::bad_index,
          "Received a label value of ", static_cast<int64_t>(labels[r]), " at batch position ", r,
          ", which is outside the valid range of [0, ", n, ")");
}

int64_t row_grain(int64_t n) { return std::max<int64_t>(1, kExpGrain / std::max<int64_t>(n, 1)); }

// Calls row(label, x, r) for every row r of x: the labels and logits, or scores, of a call.
template <bool Checked, class Row>
void for_each_label(const KernelContext& context, const Row& row) {
  const TensorView &labels = context.in(0), &x = context.in(1);
  const int64_t rows = labels.size, n = x.shape().back();
  visit(Types<int32_t, int64_t>{}, labels.dtype, [&]<class Label>() {
    if constexpr (Checked) check_labels(labels.as<const Label>(), rows, n);
    visit(FloatingTypes{}, x.dtype, [&]<class T>() {
      parallel_for(rows, row_grain(n), [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r)
          row(static_cast<int64_t>(labels.as<const Label>()[r]), x.as<const T>() + r * n, r);
      });
    });
  });
}

// Calls row(p, x, r) for every row r: the class probabilities and logits, or scores, of a call.
template <class Row>
void for_each_pair(const KernelContext& context, const Row& row) {
  const TensorView &p = context.in(0), &x = context.in(1);
  const int64_t rows = context.out(0).size, n = x.shape().back();
  visit(FloatingTypes{}, x.dtype, [&]<class T>() {
    parallel_for(rows, row_grain(n), [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r)
        row(p.as<const T>() + r * n, x.as<const T>() + r * n, r);
    });
  });
}

}  // namespace

void softmax(const KernelContext& context) {
  along_axis(context, [&]<class T>(int64_t start, int64_t n, int64_t step) {
    softmax_row(context.in(0).as<const T>() + start, context.out(0).as<T>() + start, n, step);
  });
}

void log_softmax(const KernelContext& context) {
  along_axis(context, [&]<class T>(int64_t start, int64_t n, int64_t step) {
    log_softmax_row(context.in(0).as<const T>() + start, context.out(0).as<T>() + start, n, step);
  });
}

void softmax_grad(const KernelContext& context) {
  along_axis(context, [&]<class T>(int64_t start, int64_t n, int64_t step) {
    softmax_grad_row(context.in(0).as<const T>() + start, context.in(1).as<const T>() + start,
                     context.out(0).as<T>() + start, n, step);
  });
}

void log_softmax_grad(const KernelContext& context) {
  along_axis(context, [&]<class T>(int64_t start, int64_t n, int64_t step) {
    log_softmax_grad_row(context.in(0).as<const T>() + start, context.in(1).as<const T>() + start,
                         context.out(0).as<T>() + start, n, step);
  });
}

void sparse_softmax_cross_entropy(const KernelContext& context) {
  const TensorView &loss = context.out(0), &grad = context.out(1);
  const int64_t n = grad.shape().back();
  for_each_label<true>(context, [&]<class T>(int64_t label, const T* x, int64_t r) {
    T* y = grad.as<T>() + r * n;
    y[label] = sparse_row(label, x, loss.as<T>() + r, y, n);
  });
}

void sparse_softmax_cross_entropy_correct(const KernelContext& context) {
  const TensorView &loss = context.out(0), &grad = context.out(1), &correct = context.out(2);
  const int64_t n = grad.shape().back();
  const bool of_softmax = context.attrs<CrossEntropyCorrectAttrs>().of_softmax;
  for_each_label<true>(context, [&]<class T>(int64_t label, const T* x, int64_t r) {
    T* y = grad.as<T>() + r * n;
    const T at_label = sparse_row(label, x, loss.as<T>() + r, y, n);
    correct.as<float>()[r] = best_class(of_softmax ? y : x, n) == label;
    y[label] = at_label;
  });
}

void sparse_categorical_correct(const KernelContext& context) {
  const int64_t n = context.in(1).shape().back();
  float* correct = context.out(0).as<float>();
  for_each_label<false>(context, [&]<class T>(int64_t label, const T* x, int64_t r) {
    correct[r] = best_class(x, n) == label;
  });
}

void softmax_cross_entropy(const KernelContext& context) {
  const TensorView &loss = context.out(0), &grad = context.out(1);
  const int64_t n = grad.shape().back();
  for_each_pair(context, [&]<class T>(const T* p, const T* x, int64_t r) {
    T* y = grad.as<T>() + r * n;
    dense_row(softmax_and_sum<compute_t<T>>(x, y, n), p, x, loss.as<T>() + r, y, n);
  });
}

void softmax_cross_entropy_correct(const KernelContext& context) {
  const TensorView &loss = context.out(0), &grad = context.out(1), &correct = context.out(2);
  const int64_t n = grad.shape().back();
  const bool of_softmax = context.attrs<CrossEntropyCorrectAttrs>().of_softmax;
  for_each_pair(context, [&]<class T>(const T* p, const T* x, int64_t r) {
    T* y = grad.as<T>() + r * n;
    const auto e = softmax_and_sum<compute_t<T>>(x, y, n);
    correct.as<float>()[r] = best_class(of_softmax ? y : x, n) == best_class(p, n);
    dense_row(e, p, x, loss.as<T>() + r, y, n);
  });
}

void categorical_correct(const KernelContext& context) {
  const int64_t n = context.in(1).shape().back();
  float* correct = context.out(0).as<float>();
  for_each_pair(context, [&]<class T>(const T* p, const T* x, int64_t r) {
    correct[r] = best_class(x, n) == best_class(p, n);
  });
}

}  // namespace pelton::cpu::PELTON_ISA
