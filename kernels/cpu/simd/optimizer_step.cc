// Owns the optimizer steps over many tensors at once, built once per instruction set: all
// parameters' elements are one range that the threads share. Gradients that come in parts are added
// up on the way. Formulas: Keras.
#include "kernels/cpu/training/optimizer_step.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/common/attrs/attrs.h"
#include "kernels/common/functors/functors.h"
#include "kernels/cpu/dispatch/flush_denormals.h"
#include "kernels/cpu/reduce/partial_sums.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kStepGrain = 16 * 1024;  // elements
constexpr int64_t kSummed = 1024;          // elements whose sums stay in the L1 cache

// Applies f(parameter, gradient, slots...) to `n` elements; the slots beyond kSlots are dummies. A
// call of its own, so that none of its arithmetic leaves the scope of FlushDenormals.
template <size_t kSlots, class T, class F>
[[gnu::noinline]] void update_row(T* __restrict w, const T* __restrict g, T* __restrict s0,
                                  T* __restrict s1, T* __restrict s2, int64_t n, const F& f) {
  using C = compute_t<T>;
  for (int64_t i = 0; i < n; ++i) {
    C weight(w[i]), a{}, b{}, c{};
    if constexpr (kSlots > 0) a = C(s0[i]);
    if constexpr (kSlots > 1) b = C(s1[i]);
    if constexpr (kSlots > 2) c = C(s2[i]);
    f(weight, C(g[i]), a, b, c);
    w[i] = T(weight);
    if constexpr (kSlots > 0) s0[i] = T(a);
    if constexpr (kSlots > 1) s1[i] = T(b);
    if constexpr (kSlots > 2) s2[i] = T(c);
  }
}

// Applies f to elements [first, last) of parameter i of `count`. A gradient in parts is added up
// as part_sums.cc does: denormal parts count.
template <size_t kSlots, class T, class F>
void update_range(const KernelContext& context, size_t count, size_t i, int64_t first, int64_t last,
                  const F& f) {
  const auto operand = [&](size_t group) {
    return group < 2 + kSlots ? context.in(group * count + i).template as<T>() + first : nullptr;
  };
  const auto update = [&](const T* gradient, int64_t n) {
    const FlushDenormals flush;
    update_row<kSlots, T>(operand(0), gradient, operand(2), operand(3), operand(4), n, f);
    first += n;
  };
  const TensorView& gradient = context.in(count + i);
  if (gradient.rank() == context.in(i).rank()) return update(operand(1), last - first);
  T sums[kSummed];
  while (first < last) {
    const int64_t n = std::min(kSummed, last - first);
    part_sum_table<T>().add(sums, operand(1), context.in(i).size, nullptr, gradient.dim(0), n);
    update(sums, n);
  }
}

template <size_t kSlots, class T, class F>
void update_all(const KernelContext& context, const F& f) {
  const size_t count = context.input_count() / (2 + kSlots);
  std::vector<int64_t> starts(count + 1, 0);
  for (size_t i = 0; i < count; ++i) starts[i + 1] = starts[i] + context.in(i).size;
  parallel_for(starts[count], kStepGrain, [&](int64_t begin, int64_t end) {
    auto i = static_cast<size_t>(std::upper_bound(starts.begin(), starts.end(), begin) -
                                 starts.begin() - 1);
    for (int64_t at = begin; at < end; at = starts[++i])
      update_range<kSlots, T>(context, count, i, at - starts[i],
                              std::min(end, starts[i + 1]) - starts[i], f);
  });
}

template <class T>
void sgd(const KernelContext& context, const SgdAttrs& attrs) {
  using C = compute_t<T>;
  const C rate(attrs.learning_rate), momentum(attrs.momentum);
  if (attrs.momentum == 0.0)
    return update_all<0, T>(context, [=](C& w, C g, C&, C&, C&) { w -= rate * g; });
  if (attrs.nesterov)
    return update_all<1, T>(context, [=](C& w, C g, C& m, C&, C&) {
      m = momentum * m - rate * g;
      w += momentum * m - rate * g;
    });
  update_all<1, T>(context, [=](C& w, C g, C& m, C&, C&) {
    m = momentum * m - rate * g;
    w += m;
  });
}

template <class T>
void rmsprop(const KernelContext& context, const RmspropAttrs& attrs) {
  using C = compute_t<T>;
  const C rate(attrs.learning_rate), rho(attrs.rho), rest(1.0 - attrs.rho);
  const C momentum(attrs.momentum), epsilon(attrs.epsilon);
  // The increment; the mean of the gradients only where it centres the velocity.
  const auto plain = [=](C g, C& v) {
    v = rho * v + rest * (g * g);
    return rate * g / std::sqrt(v + epsilon);
  };
  const auto centered = [=](C g, C& v, C& mean) {
    v = rho * v + rest * (g * g);
    mean = rho * mean + rest * g;
    return rate * g / std::sqrt(v - mean * mean + epsilon);
  };
  if (attrs.momentum == 0.0 && !attrs.centered)
    return update_all<1, T>(context, [=](C& w, C g, C& v, C&, C&) { w -= plain(g, v); });
  if (attrs.momentum == 0.0)
    return update_all<2, T>(context, [=](C& w, C g, C& v, C& a, C&) { w -= centered(g, v, a); });
  if (!attrs.centered)
    return update_all<2, T>(context, [=](C& w, C g, C& v, C& m, C&) {
      m = momentum * m + plain(g, v);
      w -= m;
    });
  update_all<3, T>(context, [=](C& w, C g, C& v, C& m, C& a) {
    m = momentum * m + centered(g, v, a);
    w -= m;
  });
}

template <class T>
void adam(const KernelContext& context, const AdamAttrs& attrs) {
  using C = compute_t<T>;
  const auto step = static_cast<double>(attrs.step);
  // Keras rounds the betas to float32 here, and only here.
  const auto rest_of_power = [step](double beta) {
    return 1.0 - std::pow(static_cast<double>(static_cast<float>(beta)), step);
  };
  const C alpha(attrs.learning_rate * std::sqrt(rest_of_power(attrs.beta_2)) /
                rest_of_power(attrs.beta_1));
  const C rest_1(1.0 - attrs.beta_1), rest_2(1.0 - attrs.beta_2), epsilon(attrs.epsilon);
  const auto moments = [=](C g, C& m, C& v) {
    m += (g - m) * rest_1;
    v += (g * g - v) * rest_2;
  };
  if (!attrs.amsgrad)
    return update_all<2, T>(context, [=](C& w, C g, C& m, C& v, C&) {
      moments(g, m, v);
      w -= m * alpha / (std::sqrt(v) + epsilon);
    });
  update_all<3, T>(context, [=](C& w, C g, C& m, C& v, C& highest) {
    moments(g, m, v);
    highest = v <= highest ? highest : v;  // a nan of v stays
    w -= m * alpha / (std::sqrt(highest) + epsilon);
  });
}

}  // namespace

void sgd_step(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype,
        [&]<class T>() { sgd<T>(context, context.attrs<SgdAttrs>()); });
}

void rmsprop_step(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype,
        [&]<class T>() { rmsprop<T>(context, context.attrs<RmspropAttrs>()); });
}

void adam_step(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype,
        [&]<class T>() { adam<T>(context, context.attrs<AdamAttrs>()); });
}

}  // namespace pelton::cpu::PELTON_ISA
