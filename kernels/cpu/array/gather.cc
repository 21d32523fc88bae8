// Owns the kernels that follow indices: gather, scatter_add, one_hot and write_row.
#include <algorithm>
#include <cstring>

#include "core/element.h"
#include "kernels/common/attrs/attrs.h"
#include "kernels/common/functors/functors.h"
#include "kernels/declared/array.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kGatherGrainBytes = 64 * 1024;
using IndexTypes = Types<int32_t, int64_t>;

// A tensor as [outer, extent of the indexed axis, inner].
struct Indexed {
  Indexed(const TensorView& x, int64_t axis) {
    const auto at = static_cast<size_t>(normalize_axis(axis, x.rank()));
    extent = x.dim(at);
    for (size_t i = 0; i < at; ++i) outer *= x.dim(i);
    for (size_t i = at + 1; i < x.shape().size(); ++i) inner *= x.dim(i);
  }
  int64_t outer = 1;
  int64_t extent;
  int64_t inner = 1;
};

template <class I>
void check_indices(const TensorView& indices, int64_t extent) {
  const I* index = indices.as<const I>();
  bool good = true;
  for (int64_t i = 0; i < indices.size; ++i) good &= index[i] >= 0 && index[i] < extent;
  if (good) return;
  const I* bad = std::find_if(index, index + indices.size,
                              [&](I value) { return value < 0 || value >= extent; });
  raise(Code::bad_index, "indices", indices_text(indices.shape(), bad - index), " = ",
        static_cast<int64_t>(*bad), " is not in [0, ", extent, ")");
}

// Calls f with the row width as a constant where an element or two fit it, else with 0.
template <class F>
void with_width(int64_t bytes, F&& f) {
  switch (bytes) {
    case 1:
      return f.template operator()<1>();
    case 2:
      return f.template operator()<2>();
    case 4:
      return f.template operator()<4>();
    case 8:
      return f.template operator()<8>();
    case 16:
      return f.template operator()<16>();
    default:
      return f.template operator()<0>();
  }
}

template <class I>
void gather_rows(const TensorView& params, const TensorView& indices, const TensorView& out,
                 const Indexed& shape) {
  const I* index = indices.as<const I>();
  const int64_t n = indices.size;
  const int64_t bytes = shape.inner * size_of(out.dtype);
  with_width(bytes, [&]<size_t W>() {
    parallel_for(shape.outer * n, std::max<int64_t>(1, kGatherGrainBytes / bytes),
                 [&](int64_t begin, int64_t end) {
                   // Copies of what the bytes that are written might change.
                   const I* const at = index;
                   const int64_t indices_of_row = n, extent_bytes = shape.extent * bytes;
                   const auto width = W == 0 ? static_cast<size_t>(bytes) : W;
                   const auto pace = static_cast<int64_t>(width);
                   char* to = out.as<char>() + begin * bytes;
                   int64_t row = begin, k = begin % n;
                   const char* from = params.as<const char>() + begin / n * extent_bytes;
                   for (; row < end; k = 0, from += extent_bytes)
                     for (; k < indices_of_row && row < end; ++k, ++row, to += pace)
                       std::memcpy(to, from + static_cast<int64_t>(at[k]) * pace, width);
                 });
  });
}

// Sums in A, in the order of the indices, whatever the number of threads: they share out columns.
template <class T, class A, class I>
void scatter_rows(const T* updates, const TensorView& indices, A* sums, const Indexed& shape) {
  constexpr int64_t kLeastColumns = 64;  // of a thread's
  const I* index = indices.as<const I>();
  const int64_t n = indices.size;
  const int64_t share = (shape.inner + num_threads() - 1) / num_threads();
  const int64_t most = std::max(kLeastColumns, share);
  const int64_t blocks = (shape.inner + most - 1) / most;
  const int64_t block_cost = (n + shape.extent) * std::min(most, shape.inner);
  const int64_t grain = std::max<int64_t>(1, kGatherGrainBytes / std::max<int64_t>(1, block_cost));
  parallel_for(shape.outer * blocks, grain, [&](int64_t begin, int64_t end) {
    for (int64_t item = begin; item < end; ++item) {
      const int64_t left = item % blocks * most;
      const int64_t columns = std::min(most, shape.inner - left);
      A* to = sums + item / blocks * shape.extent * shape.inner + left;
      const T* from = updates + item / blocks * n * shape.inner + left;
      if (columns == shape.inner)
        std::fill_n(to, shape.extent * shape.inner, A(0));
      else
        for (int64_t row = 0; row < shape.extent; ++row)
          std::fill_n(to + row * shape.inner, columns, A(0));
      if (shape.inner == 1) {
        for (int64_t k = 0; k < n; ++k) to[index[k]] += A(from[k]);
        continue;
      }
      for (int64_t k = 0; k < n; ++k) {
        A* __restrict row = to + index[k] * shape.inner;
        const T* __restrict added = from + k * shape.inner;
        for (int64_t j = 0; j < columns; ++j) row[j] += A(added[j]);
      }
    }
  });
}

template <class T, class I>
void scatter(const KernelContext& context, const Indexed& shape) {
  const TensorView &updates = context.in(0), &out = context.out(0);
  using A = compute_t<T>;
  if constexpr (std::is_same_v<A, T>) {
    scatter_rows<T, T, I>(updates.as<const T>(), context.in(1), out.as<T>(), shape);
  } else {
    const Workspace sums = context.workspace(static_cast<size_t>(out.size) * sizeof(A));
    scatter_rows<T, A, I>(updates.as<const T>(), context.in(1), sums.as<A>(), shape);
    for (int64_t i = 0; i < out.size; ++i) out.as<T>()[i] = T(sums.as<A>()[i]);
  }
}

// E is an unsigned integer of the element's width (or Element): only bytes are moved.
template <class I, class E>
void one_hot_rows(const TensorView& indices, const TensorView& out, const Indexed& shape,
                  const Element& on, const Element& off) {
  E on_value, off_value;
  std::memcpy(&on_value, on.bytes, sizeof on_value);
  std::memcpy(&off_value, off.bytes, sizeof off_value);
  const int64_t row = shape.extent * shape.inner;
  const int64_t grain =
      std::max<int64_t>(1, kGatherGrainBytes / (row * static_cast<int64_t>(sizeof(E))));
  parallel_for(shape.outer, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      E* to = out.as<E>() + i * row;
      const I* index = indices.as<const I>() + i * shape.inner;
      std::fill_n(to, row, off_value);
      for (int64_t j = 0; j < shape.inner; ++j)
        if (index[j] >= 0 && static_cast<int64_t>(index[j]) < shape.extent)
          to[static_cast<int64_t>(index[j]) * shape.inner + j] = on_value;
    }
  });
}

}  // namespace

void gather(const KernelContext& context) {
  const TensorView &params = context.in(0), &indices = context.in(1), &out = context.out(0);
  if (out.size == 0) return;
  const Indexed shape(params, context.attrs<AxisAttrs>().axis);
  visit(IndexTypes{}, indices.dtype, [&]<class I>() {
    check_indices<I>(indices, shape.extent);
    gather_rows<I>(params, indices, out, shape);
  });
}

void scatter_add(const KernelContext& context) {
  const TensorView &indices = context.in(1), &out = context.out(0);
  const Indexed shape(out, context.attrs<ScatterAttrs>().axis);
  visit(IndexTypes{}, indices.dtype, [&]<class I>() {
    if (context.in(0).size > 0) check_indices<I>(indices, shape.extent);
    if (out.size > 0)
      visit(NumericTypes{}, out.dtype, [&]<class T>() { scatter<T, I>(context, shape); });
  });
}

void one_hot(const KernelContext& context) {
  const TensorView &indices = context.in(0), &out = context.out(0);
  const auto& attrs = context.attrs<OneHotAttrs>();
  if (out.size == 0) return;
  const Indexed shape(out, attrs.axis);
  const Element on = to_element(attrs.on_value, out.dtype);
  const Element off = to_element(attrs.off_value, out.dtype);
  visit(Types<uint8_t, int8_t, int32_t, int64_t>{}, indices.dtype, [&]<class I>() {
    switch (size_of(out.dtype)) {
      case 1:
        return one_hot_rows<I, uint8_t>(indices, out, shape, on, off);
      case 2:
        return one_hot_rows<I, uint16_t>(indices, out, shape, on, off);
      case 4:
        return one_hot_rows<I, uint32_t>(indices, out, shape, on, off);
      case 8:
        return one_hot_rows<I, uint64_t>(indices, out, shape, on, off);
      default:
        return one_hot_rows<I, Element>(indices, out, shape, on, off);
    }
  });
}

void write_row(const KernelContext& context) {
  const TensorView &elements = context.in(0), &row = context.in(2), &out = context.out(0);
  int64_t index = 0;
  visit(IndexTypes{}, context.in(1).dtype,
        [&]<class I>() { index = *context.in(1).as<const I>(); });
  check(index >= 0 && index < out.dim(0), Code::bad_index, "index ", index, " is not in [0, ",
        out.dim(0), ")");
  const auto bytes = static_cast<size_t>(row.size * size_of(out.dtype));
  if (bytes == 0) return;
  if (out.data != elements.data)
    std::memcpy(out.data, elements.data, static_cast<size_t>(out.size * size_of(out.dtype)));
  std::memcpy(out.as<char>() + static_cast<size_t>(index) * bytes, row.data, bytes);
}

}  // namespace pelton::cpu
