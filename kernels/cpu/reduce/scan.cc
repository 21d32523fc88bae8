// Owns the cumulative kernels.
#include <algorithm>

#include "kernels/common/attrs/scan_attrs.h"
#include "kernels/common/axes.h"
#include "kernels/common/scan_steps.h"
#include "kernels/declared/scan.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kScanTile = 64;  // columns whose running results are held at a time
constexpr int64_t kScanGrain = 8192;

// `width` columns of one block; the elements of a column lie `stride` apart.
template <class S, class T>
void scan_columns(const T* in, T* out, int64_t n, int64_t width, int64_t stride,
                  const ScanAttrs& attrs) {
  using C = compute_t<T>;
  C running[kScanTile];
  for (int64_t j = 0; j < width; ++j) running[j] = S::template start<C>();
  for (int64_t i = 0; i < n; ++i) {
    const int64_t row = (attrs.reverse ? n - 1 - i : i) * stride;
    for (int64_t j = 0; j < width; ++j) {
      const C before = running[j];
      running[j] = S::step(before, static_cast<C>(in[row + j]));
      out[row + j] = T(attrs.exclusive ? before : running[j]);
    }
  }
}

// `rows` adjacent rows of n elements: so many chains that do not wait for each other.
template <class S, int Rows, class T>
void scan_rows(const T* in, T* out, int64_t n, const ScanAttrs& attrs) {
  using C = compute_t<T>;
  C running[Rows];
  for (C& value : running) value = S::template start<C>();
  const int64_t first = attrs.reverse ? n - 1 : 0, step = attrs.reverse ? -1 : 1;
  for (int64_t i = 0, at = first; i < n; ++i, at += step)
    for (int r = 0; r < Rows; ++r) {
      const C before = running[r];
      running[r] = S::step(before, static_cast<C>(in[r * n + at]));
      out[r * n + at] = T(attrs.exclusive ? before : running[r]);
    }
}

template <class S, class T>
void scan_last_axis(const KernelContext& context, const ScanAttrs& attrs, int64_t rows, int64_t n) {
  constexpr int kTogether = 8;
  const T* in = context.in(0).as<const T>();
  T* out = context.out(0).as<T>();
  const int64_t groups = (rows + kTogether - 1) / kTogether;
  const int64_t grain = std::max<int64_t>(1, kScanGrain / (n * kTogether));
  parallel_for(groups, grain, [&](int64_t begin, int64_t end) {
    for (int64_t group = begin; group < end; ++group) {
      int64_t row = group * kTogether;
      if (row + kTogether <= rows) {
        scan_rows<S, kTogether>(in + row * n, out + row * n, n, attrs);
        continue;
      }
      for (; row < rows; ++row) scan_rows<S, 1>(in + row * n, out + row * n, n, attrs);
    }
  });
}

template <class S, class T>
void scan(const KernelContext& context) {
  const auto& attrs = context.attrs<ScanAttrs>();
  const AxisBlocks axis = blocks_around(context.in(0).shape(), attrs.axis);
  if (axis.inner == 1) return scan_last_axis<S, T>(context, attrs, axis.outer, axis.size);
  const T* in = context.in(0).as<const T>();
  T* out = context.out(0).as<T>();
  const int64_t tile = std::min(axis.inner, kScanTile);
  const int64_t tiles = (axis.inner + tile - 1) / tile;
  const int64_t grain = std::max<int64_t>(1, kScanGrain / (axis.size * tile));
  parallel_for(axis.outer * tiles, grain, [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      const int64_t column = task % tiles * tile;
      const int64_t first = task / tiles * axis.size * axis.inner + column;
      scan_columns<S>(in + first, out + first, axis.size, std::min(tile, axis.inner - column),
                      axis.inner, attrs);
    }
  });
}

}  // namespace

void cumulative_sum(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  visit(NumericTypes{}, context.in(0).dtype, [&]<class T>() { scan<RunningSum, T>(context); });
}

void cumulative_product(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  visit(NumericTypes{}, context.in(0).dtype, [&]<class T>() { scan<RunningProduct, T>(context); });
}

void cumulative_logsumexp(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  visit(FloatingTypes{}, context.in(0).dtype,
        [&]<class T>() { scan<RunningLogSumExp, T>(context); });
}

}  // namespace pelton::cpu
