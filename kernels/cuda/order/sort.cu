// Owns the CUDA kernels of sort, argsort and top_k: networks over keys with their places.
#include "kernels/common/attrs/order_attrs.h"
#include "kernels/common/axes.h"
#include "kernels/common/order_keys.h"
#include "kernels/cuda/order/placed_keys.h"
#include "kernels/declared/order.h"

namespace pelton::cuda {
namespace {

// SortedRows along one axis, each padded to a power of two with items that come last.
struct SortedRows {
  AxisBlocks axis;
  int64_t padded, count;  // items of a row; those of all rows
  int64_t kept;           // results of a row
  bool descending;

  PELTON_HD int64_t element(int64_t row, int64_t i) const {
    return row / axis.inner * axis.size * axis.inner + i * axis.inner + row % axis.inner;
  }
};

template <class T>
__global__ void make_items(SortedRows rows, const void* in, PlacedKey* items) {
  for (int64_t i = first_item(); i < rows.count; i += item_step()) {
    const int64_t row = i / rows.padded, place = i % rows.padded;
    uint64_t key = ~uint64_t{0};
    if (place < rows.axis.size) {
      const auto own = equal_key(static_cast<const T*>(in)[rows.element(row, place)]);
      key = rows.descending ? static_cast<order_key_t<T>>(~own) : own;
    }
    items[i] = PlacedKey{key, place};
  }
}

// Which element of a row each result is, or the element itself.
template <class T>
__global__ void write_values(SortedRows rows, const void* in, const PlacedKey* items, int64_t size,
                             void* out) {
  for (int64_t i = first_item(); i < size; i += item_step()) {
    const int64_t row = i / rows.kept, k = i % rows.kept;
    const int64_t from = rows.element(row, items[row * rows.padded + k].place);
    const int64_t to = rows.kept == rows.axis.size ? rows.element(row, k) : i;
    static_cast<T*>(out)[to] = static_cast<const T*>(in)[from];
  }
}

template <class I>
__global__ void write_places(SortedRows rows, const PlacedKey* items, int64_t size, void* out) {
  for (int64_t i = first_item(); i < size; i += item_step()) {
    const int64_t row = i / rows.kept, k = i % rows.kept;
    const int64_t to = rows.kept == rows.axis.size ? rows.element(row, k) : i;
    static_cast<I*>(out)[to] = static_cast<I>(items[row * rows.padded + k].place);
  }
}

SortedRows rows_of(const TensorView& in, int64_t axis, bool descending) {
  SortedRows rows;
  rows.axis = blocks_around(in.shape(), axis);
  rows.padded = padded_row(rows.axis.size);
  rows.count = rows.axis.outer * rows.axis.inner * rows.padded;
  rows.kept = rows.axis.size;
  rows.descending = descending;
  return rows;
}

size_t bytes_of(const SortedRows& rows) {
  return static_cast<size_t>(rows.count) * sizeof(PlacedKey);
}

void sort_items(const KernelContext& context, const SortedRows& rows, PlacedKey* items) {
  const TensorView& in = context.in(0);
  void (*make)(SortedRows, const void*, PlacedKey*) = nullptr;
  visit(RealTypes{}, in.dtype, [&]<class T>() { make = &make_items<T>; });
  launch(context, grid_over(rows.count), make, rows, in.data, items);
  sort_rows(context, KeyRows{items, rows.count, rows.padded});
}

void put_values(const KernelContext& context, const SortedRows& rows, const PlacedKey* items) {
  const TensorView& out = context.out(0);
  void (*kernel)(SortedRows, const void*, const PlacedKey*, int64_t, void*) = nullptr;
  visit(RealTypes{}, out.dtype, [&]<class T>() { kernel = &write_values<T>; });
  launch(context, grid_over(out.size), kernel, rows, context.in(0).data, items, out.size, out.data);
}

void put_places(const KernelContext& context, const SortedRows& rows, const PlacedKey* items,
                const TensorView& out) {
  auto* const kernel = out.dtype == DType::int32 ? &write_places<int32_t> : &write_places<int64_t>;
  launch(context, grid_over(out.size), kernel, rows, items, out.size, out.data);
}

template <class Attrs>
SortedRows rows_of(const KernelContext& context) {
  const auto& attrs = context.attrs<Attrs>();
  return rows_of(context.in(0), attrs.axis, attrs.direction == SortDirection::descending);
}

}  // namespace

void sort(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  const SortedRows rows = rows_of<SortAttrs>(context);
  const Workspace items = context.workspace(bytes_of(rows));
  sort_items(context, rows, items.as<PlacedKey>());
  put_values(context, rows, items.as<PlacedKey>());
}

void argsort(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  const SortedRows rows = rows_of<ArgsortAttrs>(context);
  const Workspace items = context.workspace(bytes_of(rows));
  sort_items(context, rows, items.as<PlacedKey>());
  put_places(context, rows, items.as<PlacedKey>(), context.out(0));
}

void top_k(const KernelContext& context) {
  if (context.out(0).size == 0) return;
  SortedRows rows = rows_of(context.in(0), -1, true);
  rows.kept = context.attrs<TopKAttrs>().k;
  const Workspace items = context.workspace(bytes_of(rows));
  sort_items(context, rows, items.as<PlacedKey>());
  put_values(context, rows, items.as<PlacedKey>());
  put_places(context, rows, items.as<PlacedKey>(), context.out(1));
}

}  // namespace pelton::cuda
