// Owns the CUDA kernels that follow indices: gather, scatter_add, one_hot and write_row.
#include <algorithm>
#include <cstring>

#include "core/element.h"
#include "kernels/common/attrs/attrs.h"
#include "kernels/common/functors/functors_binary.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/launch.h"
#include "kernels/declared/array.h"

namespace pelton::cuda {
namespace {

using IndexTypes = Types<int32_t, int64_t>;

// A tensor as [outer, extent of the indexed axis, inner], and n indices for that axis.
struct Indexed {
  Indexed(const TensorView& x, int64_t axis, int64_t index_count) : n(index_count) {
    const auto at = static_cast<size_t>(normalize_axis(axis, x.rank()));
    extent = x.dim(at);
    for (size_t i = 0; i < at; ++i) outer *= x.dim(i);
    for (size_t i = at + 1; i < x.shape().size(); ++i) inner *= x.dim(i);
  }
  int64_t outer = 1, extent, inner = 1, n;
};

template <class I>
__device__ int64_t index_at(const void* indices, int64_t position, int64_t extent,
                            const FailureSite& site) {
  const auto index = static_cast<int64_t>(static_cast<const I*>(indices)[position]);
  if (index >= 0 && index < extent) return index;
  fail_at(site, index, position, extent);
  return 0;
}

template <class T, class I>
__global__ void gather_all(Indexed shape, const void* params, const void* indices, void* out,
                           FailureSite site) {
  const int64_t size = shape.outer * shape.n * shape.inner;
  for (int64_t i = first_item(); i < size; i += item_step()) {
    const int64_t row = i / shape.inner, column = i % shape.inner;
    const int64_t index = index_at<I>(indices, row % shape.n, shape.extent, site);
    static_cast<T*>(out)[i] = static_cast<const T*>(
        params)[(row / shape.n * shape.extent + index) * shape.inner + column];
  }
}

// One thread for each column, so that the sums are made in the order of the indices. `sums` are of
// the type that arithmetic happens in.
template <class T, class I>
__global__ void scatter_columns(Indexed shape, const void* updates, const void* indices, void* sums,
                                FailureSite site) {
  using C = compute_t<T>;
  for (int64_t i = first_item(); i < shape.outer * shape.inner; i += item_step()) {
    const int64_t outer = i / shape.inner, column = i % shape.inner;
    C* to = static_cast<C*>(sums) + outer * shape.extent * shape.inner + column;
    const T* from = static_cast<const T*>(updates) + outer * shape.n * shape.inner + column;
    for (int64_t row = 0; row < shape.extent; ++row) to[row * shape.inner] = C(0);
    for (int64_t k = 0; k < shape.n; ++k) {
      C& sum = to[index_at<I>(indices, k, shape.extent, site) * shape.inner];
      sum = Add{}(sum, static_cast<C>(from[k * shape.inner]));
    }
  }
}

template <class T>
__global__ void narrow_all(const void* sums, void* out, int64_t size) {
  for (int64_t i = first_item(); i < size; i += item_step())
    static_cast<T*>(out)[i] = T(static_cast<const compute_t<T>*>(sums)[i]);
}

struct OneHot {
  int64_t size, extent, inner;
  Element on, off;
};

template <class T, class I>
__global__ void one_hot_all(OneHot hot, const void* indices, void* out) {
  T on, off;
  std::memcpy(&on, hot.on.bytes, sizeof on);
  std::memcpy(&off, hot.off.bytes, sizeof off);
  for (int64_t i = first_item(); i < hot.size; i += item_step()) {
    const int64_t row = i / hot.inner, column = i % hot.inner;
    const I index = static_cast<const I*>(indices)[row / hot.extent * hot.inner + column];
    static_cast<T*>(out)[i] = static_cast<int64_t>(index) == row % hot.extent ? on : off;
  }
}

// Of `size` elements in rows of `row`: all of them, or one row where the others are there already.
struct RowWrite {
  int64_t size, row, extent;
  bool is_in_place;
};

// An index outside changes nothing.
template <class T, class I>
__global__ void write_one_row(RowWrite write, const void* elements, const void* indices,
                              const void* row, void* out, FailureSite site) {
  const auto index = static_cast<int64_t>(*static_cast<const I*>(indices));
  const bool is_inside = index >= 0 && index < write.extent;
  if (!is_inside && first_item() == 0) fail_at(site, index, 0, write.extent);
  const int64_t first = is_inside ? index * write.row : write.size;
  const int64_t from = write.is_in_place ? first : 0;
  const int64_t to = !write.is_in_place ? write.size : is_inside ? first + write.row : from;
  for (int64_t i = from + first_item(); i < to; i += item_step())
    static_cast<T*>(out)[i] = i >= first && i < first + write.row
                                  ? static_cast<const T*>(row)[i - first]
                                  : static_cast<const T*>(elements)[i];
}

FailureSite bad_index_in(const KernelContext& context) {
  return bad_index(context, "indices{indices} = {value} is not in [0, {limit})",
                   context.in(1).shape());
}

}  // namespace

void gather(const KernelContext& context) {
  const TensorView &params = context.in(0), &indices = context.in(1), &out = context.out(0);
  const Indexed shape(params, context.attrs<AxisAttrs>().axis, indices.size);
  void (*kernel)(Indexed, const void*, const void*, void*, FailureSite) = nullptr;
  visit_width(out.dtype, [&]<class T>() {
    visit(IndexTypes{}, indices.dtype, [&]<class I>() { kernel = &gather_all<T, I>; });
  });
  launch(context, grid_over(out.size), kernel, shape, params.data, indices.data, out.data,
         bad_index_in(context));
}

void scatter_add(const KernelContext& context) {
  const TensorView &updates = context.in(0), &indices = context.in(1), &out = context.out(0);
  const Indexed shape(out, context.attrs<ScatterAttrs>().axis, indices.size);
  const Grid grid = grid_over(out.size == 0 ? 0 : shape.outer * shape.inner);
  visit(NumericDeviceTypes{}, out.dtype, [&]<class T>() {
    constexpr bool kNarrow = !std::is_same_v<T, compute_t<T>>;
    const Workspace sums =
        context.workspace(kNarrow ? static_cast<size_t>(out.size) * sizeof(compute_t<T>) : 0);
    void* const to = kNarrow ? sums.data() : out.data;
    visit(IndexTypes{}, indices.dtype, [&]<class I>() {
      launch(context, grid, &scatter_columns<T, I>, shape, updates.data, indices.data, to,
             bad_index_in(context));
    });
    if (kNarrow)
      launch(context, grid_over(out.size), &narrow_all<T>, sums.data(), out.data, out.size);
  });
}

void one_hot(const KernelContext& context) {
  const TensorView &indices = context.in(0), &out = context.out(0);
  const auto& attrs = context.attrs<OneHotAttrs>();
  const Indexed shape(out, attrs.axis, indices.size);
  const OneHot hot{out.size, shape.extent, shape.inner, to_element(attrs.on_value, out.dtype),
                   to_element(attrs.off_value, out.dtype)};
  void (*kernel)(OneHot, const void*, void*) = nullptr;
  visit_width(out.dtype, [&]<class T>() {
    visit(Types<uint8_t, int8_t, int32_t, int64_t>{}, indices.dtype,
          [&]<class I>() { kernel = &one_hot_all<T, I>; });
  });
  launch(context, grid_over(out.size), kernel, hot, indices.data, out.data);
}

void write_row(const KernelContext& context) {
  const TensorView &elements = context.in(0), &index = context.in(1), &row = context.in(2);
  const TensorView& out = context.out(0);
  const RowWrite write{out.size, row.size, out.dim(0), out.data == elements.data};
  void (*kernel)(RowWrite, const void*, const void*, const void*, void*, FailureSite) = nullptr;
  visit_width(out.dtype, [&]<class T>() {
    visit(IndexTypes{}, index.dtype, [&]<class I>() { kernel = &write_one_row<T, I>; });
  });
  // At least one thread, which looks at the index.
  const int64_t items = std::max<int64_t>(1, write.is_in_place ? row.size : out.size);
  launch(context, grid_over(items), kernel, write, elements.data, index.data, row.data, out.data,
         bad_index(context, "index {value} is not in [0, {limit})", index.shape()));
}

}  // namespace pelton::cuda
