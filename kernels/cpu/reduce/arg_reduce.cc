// Owns argmax and argmin.
#include <algorithm>

#include "kernels/common/axes.h"
#include "kernels/common/functors/functors.h"
#include "kernels/cpu/reduce/reduce.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kGrain = 16384;
// Columns whose best values are held at a time.
constexpr int64_t kTile = 256;

struct Greater {
  template <class T>
  static bool wins(T a, T b) {
    return a > b;
  }
};

struct Less {
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
  C best[kTile];
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

template <class Order, class T, class Index>
void search(const AxisBlocks& axis, const T* x, Index* out) {
  const int64_t tile = std::min(axis.inner, kTile);
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
  if (tasks * elements <= kGrain)
    body(0, tasks);
  else
    parallel_for(tasks, std::max<int64_t>(1, kGrain / elements), body);
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

void argmax(const KernelContext& context) { arg_reduce<Greater>(context); }
void argmin(const KernelContext& context) { arg_reduce<Less>(context); }

}  // namespace pelton::cpu
