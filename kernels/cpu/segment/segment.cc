// Owns segment_reduce: rows folded by the number of their segment.
#include <algorithm>

#include "kernels/common/segment_folds.h"
#include "kernels/declared/segment.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kLeastColumns = 64;  // of a thread's
constexpr int64_t kSegmentGrain = 16384;

struct SegmentShape {
  int64_t rows, segments, columns;
};

template <class I>
void check_segments(const TensorView& ids, int64_t segments) {
  const I* id = ids.as<const I>();
  for (int64_t i = 0; i < ids.size; ++i)
    if (static_cast<int64_t>(id[i]) >= segments)
      raise(Code::bad_index, "segment_ids", indices_text(ids.shape(), i), " = ",
            static_cast<int64_t>(id[i]), " is out of range [0, ", segments, ")");
}

template <class Fold, class T, class C, class I>
void fold_numbers(const T* data, const I* ids, C* out, const SegmentShape& shape) {
  std::fill_n(out, shape.segments, Fold::template empty<T>());
  for (int64_t k = 0; k < shape.rows; ++k)
    if (ids[k] >= 0) out[ids[k]] = Fold{}(out[ids[k]], static_cast<C>(data[k]));
}

// One or two rows of `width` columns.
template <class Fold, class T, class C>
void fold_into(C* __restrict to, const T* __restrict from, int64_t rows, int64_t columns,
               int64_t width) {
  if (rows == 1)
    for (int64_t j = 0; j < width; ++j) to[j] = Fold{}(to[j], static_cast<C>(from[j]));
  else
    for (int64_t j = 0; j < width; ++j)
      to[j] = Fold{}(Fold{}(to[j], static_cast<C>(from[j])), static_cast<C>(from[columns + j]));
}

// In the order of the rows, whatever the number of threads: they share out columns.
template <class Fold, class T, class C, class I>
void fold_rows(const T* data, const I* ids, C* out, const SegmentShape& shape) {
  if (shape.columns == 1) return fold_numbers<Fold>(data, ids, out, shape);
  const int64_t share = (shape.columns + num_threads() - 1) / num_threads();
  const int64_t tile_columns = std::max(kLeastColumns, share);
  const int64_t tiles = (shape.columns + tile_columns - 1) / tile_columns;
  const int64_t cost = (shape.rows + shape.segments) * std::min(tile_columns, shape.columns);
  const int64_t grain = std::max<int64_t>(1, kSegmentGrain / std::max<int64_t>(1, cost));
  parallel_for(tiles, grain, [&](int64_t begin, int64_t end) {
    for (int64_t tile = begin; tile < end; ++tile) {
      const int64_t left = tile * tile_columns;
      const int64_t width = std::min(tile_columns, shape.columns - left);
      for (int64_t row = 0; row < shape.segments; ++row)
        std::fill_n(out + row * shape.columns + left, width, Fold::template empty<T>());
      for (int64_t k = 0; k < shape.rows;) {
        // Two rows of a segment in turn read and write its folds once.
        const int64_t together = k + 1 < shape.rows && ids[k] == ids[k + 1] ? 2 : 1;
        if (ids[k] >= 0)
          fold_into<Fold>(out + static_cast<int64_t>(ids[k]) * shape.columns + left,
                          data + k * shape.columns + left, together, shape.columns, width);
        k += together;
      }
    }
  });
}

template <class Fold, class T, class I>
void fold(const KernelContext& context, const SegmentShape& shape) {
  using C = compute_t<T>;
  const T* data = context.in(0).as<const T>();
  const I* ids = context.in(1).as<const I>();
  const TensorView& out = context.out(0);
  if constexpr (std::is_same_v<C, T>) {
    fold_rows<Fold>(data, ids, out.as<T>(), shape);
  } else {
    const Workspace folds = context.workspace(static_cast<size_t>(out.size) * sizeof(C));
    fold_rows<Fold>(data, ids, folds.as<C>(), shape);
    for (int64_t i = 0; i < out.size; ++i) out.as<T>()[i] = T(folds.as<C>()[i]);
  }
}

}  // namespace

void segment_reduce(const KernelContext& context) {
  const TensorView &ids = context.in(1), &out = context.out(0);
  const auto& attrs = context.attrs<SegmentAttrs>();
  visit(Types<int32_t, int64_t>{}, ids.dtype, [&]<class I>() {
    check_segments<I>(ids, attrs.num_segments);
    if (out.size == 0) return;
    const SegmentShape shape{ids.size, attrs.num_segments, out.size / attrs.num_segments};
    visit_fold(NumericTypes{}, RealTypes{}, attrs.reduction, out.dtype,
               [&]<class Fold, class T>() { fold<Fold, T, I>(context, shape); });
  });
}

}  // namespace pelton::cpu
