// Owns argmax and argmin, built once per instruction set.
#include <algorithm>
#include <cstring>

#include "kernels/common/axes.h"
#include "kernels/common/reduction.h"
#include "kernels/cpu/reduce/reduce.h"
#include "kernels/cpu/simd/vec.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kArgGrain = 16384;
// Columns whose best values are held at a time.
constexpr int64_t kArgTile = 256;

struct ArgGreater : reduction::Greatest {
  template <class T>
  static bool wins(T a, T b) {
    return a > b;
  }
};

struct ArgLess : reduction::Least {
  template <class T>
  static bool wins(T a, T b) {
    return a < b;
  }
};

// Writes the indices of `width` columns of one slab; rows lie `stride` elements apart. A NaN can
// only be a column's first best value, and then the first number replaces it.
template <class Order, class T, class Index>
void search_columns(const T* x, int64_t rows, int64_t width, int64_t stride, Index* out) {
  using C = compute_t<T>;
  C best[kArgTile];
  for (int64_t j = 0; j < width; ++j) {
    best[j] = static_cast<C>(x[j]);
    out[j] = 0;
  }
  for (int64_t r = 1; r < rows; ++r)
    for (int64_t j = 0; j < width; ++j) {
      const C value = static_cast<C>(x[r * stride + j]);
      const bool wins = Order::wins(value, best[j]) || (best[j] != best[j] && value == value);
      best[j] = wins ? value : best[j];
      out[j] = wins ? static_cast<Index>(r) : out[j];
    }
}

template <class T>
[[gnu::always_inline]] inline void take_winner(ArgGreater, Vec<T>& best, const Vec<T>& v) {
  best = v > best ? v : best;
}
template <class T>
[[gnu::always_inline]] inline void take_winner(ArgLess, Vec<T>& best, const Vec<T>& v) {
  best = v < best ? v : best;
}

// The best of n >= kLanes<T> adjacent numbers that are no NaN, or what loses against all.
template <class Order, class T>
T best_number(const T* x, int64_t n) {
  constexpr int64_t kStep = kLanes<T>;
  Vec<T> best[4], v;
  for (Vec<T>& one : best) one = splat(Order::template start<T>());
  int64_t i = 0;
  for (; i + 4 * kStep <= n; i += 4 * kStep)
    for (int k = 0; k < 4; ++k) {
      load(v, x + i + k * kStep);
      take_winner<T>(Order{}, best[k], v);
    }
  for (; i < n; i += kStep) {
    load(v, x + (i + kStep <= n ? i : n - kStep));
    take_winner<T>(Order{}, best[0], v);
  }
  for (int k = 1; k < 4; ++k) take_winner<T>(Order{}, best[0], best[k]);
  T lanes[kStep];
  store(lanes, best[0]);
  for (const T lane : lanes) lanes[0] = Order::wins(lane, lanes[0]) ? lane : lanes[0];
  return lanes[0];
}

// How many whole blocks of elements, counted in elements, come before the first that has `value`.
template <class T>
int64_t elements_before(const T* x, int64_t n, T value) {
  constexpr int64_t kStep = kLanes<T>;
  const Vec<T> wanted = splat(value);
  Vec<T> v;
  int64_t i = 0;
  for (; i + 4 * kStep <= n; i += 4 * kStep) {
    auto found = wanted != wanted;
    for (int64_t k = 0; k < 4; ++k) {
      load(v, x + i + k * kStep);
      found |= v == wanted;
    }
    int64_t words[sizeof found / 8], any = 0;
    std::memcpy(words, &found, sizeof found);
    for (const int64_t word : words) any |= word;
    if (any != 0) return i;
  }
  return i;
}

// The index of the first best value of n adjacent ones: the best value first, then where it is.
// Where all are NaN there is none, and the index is 0.
template <class Order, class T>
int64_t search_row(const T* x, int64_t n) {
  using C = compute_t<T>;
  if constexpr (std::is_floating_point_v<T>) {
    if (n >= 4 * kLanes<T>) {
      const T best = best_number<Order>(x, n);
      for (int64_t i = elements_before(x, n, best); i < n; ++i)
        if (x[i] == best) return i;
      return 0;
    }
  }
  C best = static_cast<C>(x[0]);
  int64_t place = 0;
  for (int64_t i = 1; i < n; ++i) {
    const C value = static_cast<C>(x[i]);
    const bool wins = Order::wins(value, best) || (best != best && value == value);
    best = wins ? value : best;
    place = wins ? i : place;
  }
  return place;
}

template <class Order, class T, class Index>
void search_rows(int64_t rows, int64_t n, const T* x, Index* out) {
  const auto body = [=](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r)
      out[r] = static_cast<Index>(search_row<Order>(x + r * n, n));
  };
  if (rows * n <= kArgGrain)
    body(0, rows);
  else
    parallel_for(rows, std::max<int64_t>(1, kArgGrain / n), body);
}

template <class Order, class T, class Index>
void search(const AxisBlocks& axis, const T* x, Index* out) {
  if (axis.inner == 1) return search_rows<Order>(axis.outer, axis.size, x, out);
  const int64_t tile = std::min(axis.inner, kArgTile);
  const int64_t tiles = (axis.inner + tile - 1) / tile;
  const auto body = [=](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      const int64_t slab = task / tiles, column = task % tiles * tile;
      search_columns<Order>(x + slab * axis.size * axis.inner + column, axis.size,
                            std::min(tile, axis.inner - column), axis.inner,
                            out + slab * axis.inner + column);
    }
  };
  const int64_t tasks = axis.outer * tiles, elements = axis.size * tile;
  if (tasks * elements <= kArgGrain)
    body(0, tasks);
  else
    parallel_for(tasks, std::max<int64_t>(1, kArgGrain / elements), body);
}

template <class Order>
void arg_reduce(const KernelContext& context) {
  const TensorView &in = context.in(0), &out = context.out(0);
  if (out.size == 0) return;
  const AxisBlocks axis = blocks_around(in.shape(), context.attrs<ArgReduceAttrs>().axis);
  visit(Join<RealTypes, Types<bool>>{}, in.dtype, [&]<class T>() {
    visit(Types<int32_t, int64_t>{}, out.dtype,
          [&]<class Index>() { search<Order>(axis, in.as<const T>(), out.as<Index>()); });
  });
}

}  // namespace

void argmax(const KernelContext& context) { arg_reduce<ArgGreater>(context); }
void argmin(const KernelContext& context) { arg_reduce<ArgLess>(context); }

}  // namespace pelton::cpu::PELTON_ISA
