// Owns the cumulative CUDA kernels: chunks of each column are folded, the folds become where each
// chunk begins, and the chunks are read again.
#include "kernels/common/attrs/scan_attrs.h"
#include "kernels/common/axes.h"
#include "kernels/common/scan_steps.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/launch.h"
#include "kernels/declared/scan.h"

namespace pelton::cuda {
namespace {

constexpr int64_t kScanChunk = 256;

// Chunk c of column k is item c * columns + k.
struct Columns {
  AxisBlocks axis;
  int64_t columns, chunks;
  bool exclusive, reverse;

  PELTON_HD int64_t begin(int64_t item) const { return item / columns * kScanChunk; }
  PELTON_HD int64_t end(int64_t item) const {
    const int64_t stop = begin(item) + kScanChunk;
    return stop < axis.size ? stop : axis.size;
  }
  // The `i`-th element of the item's column in the order of the scan.
  PELTON_HD int64_t element(int64_t item, int64_t i) const {
    const int64_t column = item % columns, row = reverse ? axis.size - 1 - i : i;
    return (column / axis.inner * axis.size + row) * axis.inner + column % axis.inner;
  }
};

template <class S, class T>
__global__ void fold_chunks(Columns c, const void* in, void* folds) {
  using C = compute_t<T>;
  for (int64_t item = first_item(); item < c.columns * c.chunks; item += item_step()) {
    C fold = S::template start<C>();
    for (int64_t i = c.begin(item); i < c.end(item); ++i)
      fold = S::step(fold, static_cast<C>(static_cast<const T*>(in)[c.element(item, i)]));
    static_cast<C*>(folds)[item] = fold;
  }
}

template <class S, class C>
__global__ void fold_before(Columns c, void* folds) {
  for (int64_t column = first_item(); column < c.columns; column += item_step()) {
    C before = S::template start<C>();
    for (int64_t chunk = 0; chunk < c.chunks; ++chunk) {
      C& fold = static_cast<C*>(folds)[chunk * c.columns + column];
      const C own = fold;
      fold = before;
      before = S::step(before, own);
    }
  }
}

template <class S, class T>
__global__ void scan_chunks(Columns c, const void* in, const void* folds, void* out) {
  using C = compute_t<T>;
  for (int64_t item = first_item(); item < c.columns * c.chunks; item += item_step()) {
    C running = static_cast<const C*>(folds)[item];
    for (int64_t i = c.begin(item); i < c.end(item); ++i) {
      const int64_t at = c.element(item, i);
      const C before = running;
      running = S::step(before, static_cast<C>(static_cast<const T*>(in)[at]));
      static_cast<T*>(out)[at] = T(c.exclusive ? before : running);
    }
  }
}

template <class S, class T>
void scan(const KernelContext& context) {
  using C = compute_t<T>;
  const auto& attrs = context.attrs<ScanAttrs>();
  Columns c;
  c.axis = blocks_around(context.in(0).shape(), attrs.axis);
  c.columns = c.axis.outer * c.axis.inner;
  c.chunks = (c.axis.size + kScanChunk - 1) / kScanChunk;
  c.exclusive = attrs.exclusive;
  c.reverse = attrs.reverse;
  const int64_t items = c.columns * c.chunks;
  const Workspace folds = context.workspace(static_cast<size_t>(items) * sizeof(C));
  const void* const in = context.in(0).data;
  launch(context, grid_over(items), &fold_chunks<S, T>, c, in, folds.data());
  launch(context, grid_over(c.columns), &fold_before<S, C>, c, folds.data());
  launch(context, grid_over(items), &scan_chunks<S, T>, c, in, folds.data(), context.out(0).data);
}

}  // namespace

void cumulative_sum(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  visit(NumericDeviceTypes{}, context.in(0).dtype,
        [&]<class T>() { scan<RunningSum, T>(context); });
}

void cumulative_product(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  visit(NumericDeviceTypes{}, context.in(0).dtype,
        [&]<class T>() { scan<RunningProduct, T>(context); });
}

void cumulative_logsumexp(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  visit(FloatingTypes{}, context.in(0).dtype,
        [&]<class T>() { scan<RunningLogSumExp, T>(context); });
}

}  // namespace pelton::cuda
