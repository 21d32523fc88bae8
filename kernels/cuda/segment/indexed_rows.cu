// Owns the CUDA kernels of flat_index, scatter_update and bitcast.
#include <algorithm>

#include "kernels/common/attrs/segment_attrs.h"
#include "kernels/cuda/launch.h"
#include "kernels/declared/segment.h"

namespace pelton::cuda {
namespace {

struct Dims {
  int64_t depth, size;  // numbers in an index vector; vectors
  int64_t sizes[kMaxRank], strides[kMaxRank];
};

template <class I>
__global__ void flatten_all(Dims dims, const void* indices, int64_t* out, FailureSite site) {
  for (int64_t i = first_item(); i < dims.size; i += item_step()) {
    int64_t flat = 0;
    for (int64_t d = 0; d < dims.depth; ++d) {
      const auto at = static_cast<int64_t>(static_cast<const I*>(indices)[i * dims.depth + d]);
      const bool is_inside = at >= 0 && at < dims.sizes[d];
      if (!is_inside) fail_at(site, at, i * dims.depth + d, dims.sizes[d]);
      flat += is_inside ? at * dims.strides[d] : 0;
    }
    out[i] = flat;
  }
}

// The last of the updates that each row gets; -1: none.
__global__ void find_last(const int64_t* indices, int64_t count, int64_t rows, long long* last,
                          FailureSite site) {
  for (int64_t i = first_item(); i < count; i += item_step()) {
    const bool is_inside = indices[i] >= 0 && indices[i] < rows;
    if (!is_inside) fail_at(site, indices[i], i, rows);
    if (is_inside) atomicMax(&last[indices[i]], static_cast<long long>(i));
  }
}

__global__ void forget_all(long long* last, int64_t rows) {
  for (int64_t i = first_item(); i < rows; i += item_step()) last[i] = -1;
}

struct RowBytes {
  int64_t size, row;  // of all rows, of one
};

__global__ void write_rows(RowBytes bytes, const char* tensor, const char* updates,
                           const long long* last, char* out) {
  for (int64_t i = first_item(); i < bytes.size; i += item_step()) {
    const long long update = last[i / bytes.row];
    out[i] = update < 0 ? tensor[i] : updates[update * bytes.row + i % bytes.row];
  }
}

__global__ void copy_bytes(const char* in, char* out, int64_t size) {
  for (int64_t i = first_item(); i < size; i += item_step()) out[i] = in[i];
}

}  // namespace

void flat_index(const KernelContext& context) {
  const TensorView &indices = context.in(0), &out = context.out(0);
  const Shape sizes = context.attrs<FlatIndexAttrs>().dims;
  const Strides strides = row_major_strides(sizes);
  Dims dims{static_cast<int64_t>(sizes.size()), out.size, {}, {}};
  for (size_t d = 0; d < sizes.size(); ++d) {
    dims.sizes[d] = sizes[d];
    dims.strides[d] = strides[d];
  }
  auto* const kernel =
      indices.dtype == DType::int32 ? &flatten_all<int32_t> : &flatten_all<int64_t>;
  launch(
      context, grid_over(out.size), kernel, dims, indices.data, out.as<int64_t>(),
      bad_index(context, "indices{indices} = {value} does not index into an axis of size {limit}",
                indices.shape()));
}

void scatter_update(const KernelContext& context) {
  const TensorView &tensor = context.in(0), &indices = context.in(1), &updates = context.in(2);
  const TensorView& out = context.out(0);
  const int64_t rows = out.dim(0);
  const Workspace last = context.workspace(static_cast<size_t>(rows) * sizeof(long long));
  launch(context, grid_over(rows), &forget_all, last.as<long long>(), rows);
  launch(context, grid_over(indices.size), &find_last, indices.as<const int64_t>(), indices.size,
         rows, last.as<long long>(),
         bad_index(context, "indices{indices} = {value} is not in [0, {limit})", indices.shape()));
  const int64_t size = out.size * size_of(out.dtype);
  launch(context, grid_over(size), &write_rows, RowBytes{size, size / std::max<int64_t>(1, rows)},
         tensor.as<const char>(), updates.as<const char>(), last.as<long long>(), out.as<char>());
}

void bitcast(const KernelContext& context) {
  const TensorView& out = context.out(0);
  const int64_t size = out.size * size_of(out.dtype);
  launch(context, grid_over(size), &copy_bytes, context.in(0).as<const char>(), out.as<char>(),
         size);
}

}  // namespace pelton::cuda
