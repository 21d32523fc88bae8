// Owns the CUDA kernels of segment_reduce: rows are sorted by their ids, and folded in pieces whose
// order is the same every time.
#include <algorithm>

#include "kernels/common/divisor.h"
#include "kernels/common/segment_folds.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/order/placed_keys.h"
#include "kernels/declared/segment.h"

namespace pelton::cuda {
namespace {

struct SegmentShape {
  int64_t rows, segments, columns;
  Divisor by_columns;
};

// Rows of one id follow each other; a Part is what of them lies in one piece of the sorted rows.
constexpr int64_t kPiece = 256;
constexpr uint64_t kNoSegment = ~uint64_t{0};

template <class I>
__global__ void place_rows(SegmentShape shape, int64_t padded, const void* ids, PlacedKey* items,
                           FailureSite site) {
  for (int64_t k = first_item(); k < padded; k += item_step()) {
    items[k] = PlacedKey{kNoSegment, k};
    if (k >= shape.rows) continue;
    const auto id = static_cast<int64_t>(static_cast<const I*>(ids)[k]);
    if (id >= shape.segments) fail_at(site, id, k, shape.segments);
    if (id >= 0 && id < shape.segments) items[k].key = static_cast<uint64_t>(id);
  }
}

// The folds of a column's parts, begun in each piece: of the rows that go on from the piece before,
// and of those that go on to the next.
template <class C>
struct Parts {
  C *from_before, *to_next;
};

template <class Fold, class T>
struct Folding {
  using C = compute_t<T>;
  SegmentShape shape;
  const PlacedKey* items;
  const T* data;
  C* out;
  Parts<C> parts;

  PELTON_HD bool goes_on(int64_t i) const {
    return i > 0 && i < shape.rows && items[i].key == items[i - 1].key;
  }
  // Of the rows from sorted place `i` on that have its id, to the piece's end; `i` then follows
  // them.
  PELTON_HD C part(int64_t& i, int64_t column) const {
    const int64_t end = (i / kPiece + 1) * kPiece;
    C fold = Fold::template empty<T>();
    do fold = Fold{}(fold, static_cast<C>(data[items[i].place * shape.columns + column]));
    while (++i < end && goes_on(i));
    return fold;
  }
};

template <class C>
__global__ void fill_empty(C value, C* out, int64_t size) {
  for (int64_t i = first_item(); i < size; i += item_step()) out[i] = value;
}

// One thread for each column of each place at which a part begins.
template <class Fold, class T>
__global__ void fold_parts(Folding<Fold, T> f) {
  const int64_t columns = f.shape.columns;
  for (int64_t k = first_item(); k < f.shape.rows * columns; k += item_step()) {
    int64_t i = k / f.shape.by_columns;
    const int64_t column = k - i * columns, piece = i / kPiece;
    const bool is_continued = f.goes_on(i);
    const uint64_t id = f.items[i].key;
    if (id == kNoSegment || (is_continued && i % kPiece != 0)) continue;
    const auto fold = f.part(i, column);
    if (is_continued)
      f.parts.from_before[piece * columns + column] = fold;
    else if (i % kPiece == 0 && f.goes_on(i))
      f.parts.to_next[piece * columns + column] = fold;
    else
      f.out[static_cast<int64_t>(id) * columns + column] = fold;
  }
}

// One thread for each column of each piece that rows leave which began in it.
template <class Fold, class T>
__global__ void join_parts_of_pieces(Folding<Fold, T> f, int64_t pieces) {
  const int64_t columns = f.shape.columns;
  for (int64_t k = first_item(); k < (pieces - 1) * columns; k += item_step()) {
    int64_t piece = k / f.shape.by_columns;
    const int64_t column = k - piece * columns, last = (piece + 1) * kPiece - 1;
    const uint64_t id = f.items[last].key;
    const bool began_before = f.goes_on(piece * kPiece) && f.items[piece * kPiece].key == id;
    if (id == kNoSegment || began_before || !f.goes_on(last + 1)) continue;
    auto fold = f.parts.to_next[piece * columns + column];
    while (++piece < pieces && f.items[piece * kPiece].key == id)
      fold = Fold{}(fold, f.parts.from_before[piece * columns + column]);
    f.out[static_cast<int64_t>(id) * columns + column] = fold;
  }
}

template <class T>
__global__ void narrow_folds(const void* folds, void* out, int64_t size) {
  for (int64_t i = first_item(); i < size; i += item_step())
    static_cast<T*>(out)[i] = T(static_cast<const compute_t<T>*>(folds)[i]);
}

// The rows' numbers in the order of their ids, those of one id in their own.
void sort_by_id(const KernelContext& context, const SegmentShape& shape, const KeyRows& rows) {
  const TensorView& ids = context.in(1);
  auto* const place = ids.dtype == DType::int32 ? &place_rows<int32_t> : &place_rows<int64_t>;
  const FailureSite site = bad_index(
      context, "segment_ids{indices} = {value} is out of range [0, {limit})", ids.shape());
  launch(context, grid_over(rows.padded), place, shape, rows.padded, ids.data, rows.items, site);
  sort_rows(context, rows);
}

template <class Fold, class T>
void fold(const KernelContext& context, const SegmentShape& shape) {
  using C = compute_t<T>;
  const TensorView& out = context.out(0);
  constexpr bool kNarrow = !std::is_same_v<T, C>;
  const int64_t padded = padded_row(shape.rows), pieces = (shape.rows + kPiece - 1) / kPiece;
  const auto bytes = [](int64_t count, size_t each) { return static_cast<size_t>(count) * each; };
  const Workspace folds = context.workspace(kNarrow ? bytes(out.size, sizeof(C)) : 0);
  const Workspace items = context.workspace(bytes(padded, sizeof(PlacedKey)));
  const Workspace parts = context.workspace(bytes(2 * pieces * shape.columns, sizeof(C)));
  C* const to = static_cast<C*>(kNarrow ? folds.data() : out.data);
  launch(context, grid_over(out.size), &fill_empty<C>, Fold::template empty<T>(), to, out.size);
  if (shape.rows > 0 && shape.columns > 0) {
    const KeyRows rows{items.as<PlacedKey>(), padded, padded};
    sort_by_id(context, shape, rows);
    const Folding<Fold, T> folding{shape, rows.items, static_cast<const T*>(context.in(0).data), to,
                                   Parts<C>{parts.as<C>(), parts.as<C>() + pieces * shape.columns}};
    launch(context, grid_over(shape.rows * shape.columns), &fold_parts<Fold, T>, folding);
    if (pieces > 1)
      launch(context, grid_over((pieces - 1) * shape.columns), &join_parts_of_pieces<Fold, T>,
             folding, pieces);
  }
  if (kNarrow) launch(context, grid_over(out.size), &narrow_folds<T>, to, out.data, out.size);
}

}  // namespace

void segment_reduce(const KernelContext& context) {
  const auto& attrs = context.attrs<SegmentAttrs>();
  const TensorView &data = context.in(0), &ids = context.in(1);
  const int64_t columns = ids.size == 0
                              ? context.out(0).size / std::max<int64_t>(1, attrs.num_segments)
                              : data.size / ids.size;
  const SegmentShape shape{ids.size, attrs.num_segments, columns, Divisor(columns)};
  visit_fold(NumericDeviceTypes{}, RealTypes{}, attrs.reduction, data.dtype,
             [&]<class Fold, class T>() { fold<Fold, T>(context, shape); });
}

}  // namespace pelton::cuda
