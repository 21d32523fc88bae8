// Owns the CUDA kernel of segment_reduce: one thread for each column, so that the folds are made in
// the order of the rows.
#include <algorithm>

#include "kernels/common/segment_folds.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/launch.h"
#include "kernels/declared/segment.h"

namespace pelton::cuda {
namespace {

struct SegmentShape {
  int64_t rows, segments, columns;
};

template <class Fold, class T, class I>
__global__ void fold_columns(SegmentShape shape, const void* data, const void* ids, void* out,
                             FailureSite site) {
  using C = compute_t<T>;
  for (int64_t column = first_item(); column < shape.columns; column += item_step()) {
    C* to = static_cast<C*>(out) + column;
    for (int64_t row = 0; row < shape.segments; ++row)
      to[row * shape.columns] = Fold::template empty<C>();
    for (int64_t k = 0; k < shape.rows; ++k) {
      const auto id = static_cast<int64_t>(static_cast<const I*>(ids)[k]);
      if (id >= shape.segments) fail_at(site, id, k, shape.segments);
      if (id < 0 || id >= shape.segments) continue;
      C& fold = to[id * shape.columns];
      fold = Fold{}(fold, static_cast<C>(static_cast<const T*>(data)[k * shape.columns + column]));
    }
  }
}

template <class T>
__global__ void narrow_folds(const void* folds, void* out, int64_t size) {
  for (int64_t i = first_item(); i < size; i += item_step())
    static_cast<T*>(out)[i] = T(static_cast<const compute_t<T>*>(folds)[i]);
}

template <class Fold, class T>
void fold(const KernelContext& context, const SegmentShape& shape) {
  const TensorView &ids = context.in(1), &out = context.out(0);
  constexpr bool kNarrow = !std::is_same_v<T, compute_t<T>>;
  const Workspace folds =
      context.workspace(kNarrow ? static_cast<size_t>(out.size) * sizeof(compute_t<T>) : 0);
  void* const to = kNarrow ? folds.data() : out.data;
  auto* const kernel =
      ids.dtype == DType::int32 ? &fold_columns<Fold, T, int32_t> : &fold_columns<Fold, T, int64_t>;
  const FailureSite site = bad_index(
      context, "segment_ids{indices} = {value} is out of range [0, {limit})", ids.shape());
  launch(context, grid_over(shape.columns), kernel, shape, context.in(0).data, ids.data, to, site);
  if (kNarrow)
    launch(context, grid_over(out.size), &narrow_folds<T>, folds.data(), out.data, out.size);
}

}  // namespace

void segment_reduce(const KernelContext& context) {
  const auto& attrs = context.attrs<SegmentAttrs>();
  const TensorView &data = context.in(0), &ids = context.in(1);
  const int64_t columns = ids.size == 0
                              ? context.out(0).size / std::max<int64_t>(1, attrs.num_segments)
                              : data.size / ids.size;
  const SegmentShape shape{ids.size, attrs.num_segments, columns};
  visit_fold(NumericDeviceTypes{}, RealTypes{}, attrs.reduction, data.dtype,
             [&]<class Fold, class T>() { fold<Fold, T>(context, shape); });
}

}  // namespace pelton::cuda
