// Owns the loops of elementwise rows. Sources that instantiate them for one instruction set or for
// baseline code include this; the unnamed namespace keeps their copies apart.
#pragma once
#include <concepts>

#include "kernels/cpu/elementwise/elementwise.h"

namespace pelton::cpu {
namespace {

// out[i] = f(x[i * Step], ...): the steps are 0 or 1, known when compiling, so that it vectorises.
template <int... Steps, class F, class R, class... T>
[[gnu::always_inline]] inline void fixed_loop(const F& functor, int64_t n, R* __restrict out,
                                              const T* __restrict... x) {
  const F f = functor;  // its members stay in registers, whatever is written
  for (int64_t i = 0; i < n; ++i) out[i] = f(x[i * Steps]...);
}

// A functor that says which arguments have straight-line code, usual(x...), that gives the same
// bits.
template <class F, class... T>
concept HasUsual = requires(T... x) {
  { F::is_usual(x...) } -> std::same_as<bool>;
  { F::usual(x...) } -> std::same_as<std::common_type_t<T...>>;
};

// Blocks of usual arguments in a loop without calls; the steps are as those of fixed_loop.
template <int... Steps, class F, class R, class... T>
void usual_loop(const F& f, int64_t n, R* __restrict out, const T* __restrict... x) {
  constexpr int64_t kBlock = 256;
  for (int64_t done = 0; done < n; done += kBlock) {
    const int64_t m = n - done < kBlock ? n - done : kBlock;
    int32_t strange = 0;
    for (int64_t i = 0; i < m; ++i) strange |= F::is_usual(x[(done + i) * Steps]...) ? 0 : 1;
    if (strange == 0)
      for (int64_t i = 0; i < m; ++i) out[done + i] = F::usual(x[(done + i) * Steps]...);
    else
      for (int64_t i = 0; i < m; ++i) out[done + i] = f(x[(done + i) * Steps]...);
  }
}

// The loop of fixed steps that F has.
template <int... Steps, class F, class R, class... T>
[[gnu::always_inline]] inline void stepped_loop(const F& f, int64_t n, R* __restrict out,
                                                const T* __restrict... x) {
  if constexpr (HasUsual<F, T...>)
    usual_loop<Steps...>(f, n, out, x...);
  else
    fixed_loop<Steps...>(f, n, out, x...);
}

// Calls loop(f), or with the functor that f chooses.
template <class F, class Loop>
[[gnu::always_inline]] inline void with_choice(const F& f, const Loop& loop) {
  if constexpr (requires { f.choose(loop); })
    f.choose(loop);
  else
    loop(f);
}

template <class F, class T>
void unary_row(void* const* data, const int64_t* steps, int64_t n, const void* attrs) {
  const F f = make_functor<F>(attrs);
  auto* out = static_cast<decltype(f(T{}))*>(data[0]);
  const T* x = static_cast<const T*>(data[1]);
  if (steps[1] == 1) return with_choice(f, [&](const auto& g) { stepped_loop<1>(g, n, out, x); });
  for (int64_t i = 0; i < n; ++i) out[i] = f(x[i * steps[1]]);
}

template <class F, class T>
void binary_row(void* const* data, const int64_t* steps, int64_t n, const void* attrs) {
  const F f = make_functor<F>(attrs);
  auto* out = static_cast<decltype(f(T{}, T{}))*>(data[0]);
  const T* a = static_cast<const T*>(data[1]);
  const T* b = static_cast<const T*>(data[2]);
  const int64_t step_a = steps[1], step_b = steps[2];
  if (step_a == 1 && step_b == 1)
    return with_choice(f, [&](const auto& g) { stepped_loop<1, 1>(g, n, out, a, b); });
  if constexpr (std::is_floating_point_v<T> && requires { F::by_right(T{}, [](auto) {}); }) {
    const auto loop = [&](const auto& g) { fixed_loop<1>(g, n, out, a); };
    if (step_a == 1 && step_b == 0 && F::by_right(*b, loop)) return;
  }
  if (step_a == 1 && step_b == 0) return stepped_loop<1, 0>(f, n, out, a, b);
  if (step_a == 0 && step_b == 1) return stepped_loop<0, 1>(f, n, out, a, b);
  for (int64_t i = 0; i < n; ++i) out[i] = f(a[i * step_a], b[i * step_b]);
}

// A is the type of the first operand: T itself, or bool for a condition.
template <class F, class A, class T>
void ternary_row(void* const* data, const int64_t* steps, int64_t n, const void* attrs) {
  const F f = make_functor<F>(attrs);
  T* out = static_cast<T*>(data[0]);
  const A* a = static_cast<const A*>(data[1]);
  const T* b = static_cast<const T*>(data[2]);
  const T* c = static_cast<const T*>(data[3]);
  const int64_t step_b = steps[2], step_c = steps[3];
  if (steps[1] == 1 && step_b == 1 && step_c == 1) return fixed_loop<1, 1, 1>(f, n, out, a, b, c);
  if (steps[1] == 1 && step_b == 1 && step_c == 0) return fixed_loop<1, 1, 0>(f, n, out, a, b, c);
  if (steps[1] == 1 && step_b == 0 && step_c == 1) return fixed_loop<1, 0, 1>(f, n, out, a, b, c);
  if (steps[1] == 1 && step_b == 0 && step_c == 0) return fixed_loop<1, 0, 0>(f, n, out, a, b, c);
  if (steps[1] == 0 && step_b == 1 && step_c == 0) return fixed_loop<0, 1, 0>(f, n, out, a, b, c);
  for (int64_t i = 0; i < n; ++i) out[i] = f(a[i * steps[1]], b[i * step_b], c[i * step_c]);
}

// The row of F for type T, whatever F's number of operands.
template <class F, class T>
constexpr Row typed_row() {
  if constexpr (std::is_invocable_v<F, T>)
    return &unary_row<F, T>;
  else if constexpr (std::is_invocable_v<F, T, T>)
    return &binary_row<F, T>;
  else
    return &ternary_row<F, T, T>;
}

// The row of F for `dtype` among the types of the list that F takes; null when it is none of them.
template <class F, class... T>
Row find_row(Types<T...>, DType dtype) {
  Row row = nullptr;
  const auto look = [&]<class U>(Types<U>) {
    if constexpr (F::kDTypes.contains(dtype_of<U>)) {
      if (dtype == dtype_of<U>) row = typed_row<F, U>();
    }
  };
  (look(Types<T>{}), ...);
  check(row != nullptr, Code::internal, "no kernel for dtype ", dtype);
  return row;
}

}  // namespace
}  // namespace pelton::cpu
