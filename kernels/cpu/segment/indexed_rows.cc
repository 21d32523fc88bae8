// Owns flat_index, scatter_update and bitcast.
#include <algorithm>
#include <cstring>

#include "kernels/common/attrs/segment_attrs.h"
#include "kernels/declared/segment.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kIndexGrain = 4096;

// "indices[1] = [0, 5] does not index into shape (2, 2)", as TensorFlow says.
template <class I>
[[noreturn]] void refuse_index(const TensorView& indices, int64_t at, const Shape& dims) {
  Shape outer(indices.shape().begin(), indices.shape().end() - 1);
  const auto depth = static_cast<int64_t>(dims.size());
  std::string vector;
  for (int64_t d = 0; d < depth; ++d) {
    if (d > 0) vector += ", ";
    vector += std::to_string(static_cast<int64_t>(indices.as<const I>()[at * depth + d]));
  }
  raise(Code::bad_index, "indices", indices_text(outer, at), " = [", vector,
        "] does not index into shape ", dims);
}

// Depth 0: any.
template <size_t Depth, class I>
void flatten(const TensorView& indices, const TensorView& out, const Shape& dims) {
  const Strides strides = row_major_strides(dims);
  parallel_for(out.size, kIndexGrain, [&](int64_t begin, int64_t end) {
    const size_t depth = Depth == 0 ? dims.size() : Depth;
    int64_t sizes[kMaxRank], steps[kMaxRank];
    std::copy_n(dims.begin(), depth, sizes);
    std::copy_n(strides.begin(), depth, steps);
    const I* at = indices.as<const I>() + static_cast<size_t>(begin) * depth;
    int64_t* const to = out.as<int64_t>();
    for (int64_t i = begin; i < end; ++i, at += depth) {
      uint64_t flat = 0;  // wraps around where an index is refused
      bool is_inside = true;
      for (size_t d = 0; d < depth; ++d) {
        const auto place = static_cast<int64_t>(at[d]);
        is_inside &= place >= 0 && place < sizes[d];
        flat += static_cast<uint64_t>(place) * static_cast<uint64_t>(steps[d]);
      }
      if (!is_inside) refuse_index<I>(indices, i, dims);
      to[i] = static_cast<int64_t>(flat);
    }
  });
}

template <class I>
void flatten_any(const TensorView& indices, const TensorView& out, const Shape& dims) {
  switch (dims.size()) {
    case 1:
      return flatten<1, I>(indices, out, dims);
    case 2:
      return flatten<2, I>(indices, out, dims);
    case 3:
      return flatten<3, I>(indices, out, dims);
    default:
      return flatten<0, I>(indices, out, dims);
  }
}

}  // namespace

void flat_index(const KernelContext& context) {
  const TensorView &indices = context.in(0), &out = context.out(0);
  const Shape dims = context.attrs<FlatIndexAttrs>().dims;
  visit(Types<int32_t, int64_t>{}, indices.dtype,
        [&]<class I>() { flatten_any<I>(indices, out, dims); });
}

// Of rows with one number the last one stays.
void scatter_update(const KernelContext& context) {
  const TensorView &tensor = context.in(0), &indices = context.in(1), &updates = context.in(2);
  const TensorView& out = context.out(0);
  const auto* index = indices.as<const int64_t>();
  const int64_t rows = out.dim(0);
  for (int64_t i = 0; i < indices.size; ++i)
    check(index[i] >= 0 && index[i] < rows, Code::bad_index, "indices[", i, "] = ", index[i],
          " is not in [0, ", rows, ")");
  if (out.size == 0) return;
  const auto bytes = static_cast<size_t>(out.size / rows * size_of(out.dtype));
  if (out.data != tensor.data)
    std::memcpy(out.data, tensor.data, static_cast<size_t>(rows) * bytes);
  for (int64_t i = 0; i < indices.size; ++i)
    std::memcpy(out.as<char>() + static_cast<size_t>(index[i]) * bytes,
                updates.as<const char>() + static_cast<size_t>(i) * bytes, bytes);
}

void bitcast(const KernelContext& context) {
  const TensorView& out = context.out(0);
  if (out.size > 0)
    std::memcpy(out.data, context.in(0).data, static_cast<size_t>(out.size * size_of(out.dtype)));
}

}  // namespace pelton::cpu
