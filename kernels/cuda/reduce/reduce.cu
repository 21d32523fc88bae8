#include "kernels/cuda/reduce/reduce.h"

#include "kernels/common/axes.h"
#include "kernels/cuda/elementwise/operands.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/reduce/block_reduce.h"

namespace pelton::cuda {
namespace {

// Where the elements of each result lie: at kept.offsets(result) + reduced.offsets(0 .. count - 1).
struct Reduction {
  Nest<1> kept, reduced;
  int64_t results = 1, count = 1;
  const void* x = nullptr;
  void* out = nullptr;

  PELTON_HD int64_t first_of(int64_t result) const {
    int64_t at;
    kept.offsets(result, &at);
    return at;
  }
  PELTON_HD int64_t step(int64_t index) const {
    int64_t at;
    reduced.offsets(index, &at);
    return at;
  }
};

Reduction make_reduction(const KernelContext& context, const AxisMask& mask) {
  const TensorView& in = context.in(0);
  Layout kept, reduced;
  Reduction out;
  for (size_t i = 0; i < mask.size(); ++i) {
    Layout& part = mask[i] ? reduced : kept;
    part.shape.push_back(in.dim(i));
    part.strides.push_back(in.strides()[i]);
    (mask[i] ? out.count : out.results) *= in.dim(i);
  }
  const Layout* const kept_layout = &kept;
  const Layout* const reduced_layout = &reduced;
  out.kept = make_nest<1>(kept.shape, &kept_layout);
  out.reduced = make_nest<1>(reduced.shape, &reduced_layout);
  out.x = in.data;
  out.out = context.out(0).data;
  return out;
}

// Reductions every `stride`-th element of a result, beginning with the `begin`-th.
template <class Op, class Load, class T>
PELTON_HD typename Op::template Acc<compute_t<T>> reduce_part(const Reduction& r, int64_t result,
                                                              int64_t begin, int64_t stride,
                                                              compute_t<T> center) {
  using C = compute_t<T>;
  using Acc = typename Op::template Acc<C>;
  const T* x = static_cast<const T*>(r.x) + r.first_of(result);
  Acc acc = Op::template start<C>();
  for (int64_t i = begin; i < r.count; i += stride)
    acc = Op::combine(acc, Acc(Load::load(static_cast<C>(x[r.step(i)]), center)));
  return acc;
}

// What the kind subtracts from each element. Shifting by an infinite or NaN maximum would make NaN
// of finite results.
template <ReductionKind Kind, class C, class Acc>
PELTON_HD C center_of(Acc acc, int64_t count) {
  if constexpr (Kind == ReductionKind::logsumexp)
    return acc - acc == Acc(0) ? static_cast<C>(acc) : C(0);
  else
    return reduction::result_of<ReductionKind::mean, C>(acc, count, C{});
}

template <ReductionKind Kind>
using CenterOp =
    std::conditional_t<Kind == ReductionKind::logsumexp, reduction::Greatest, reduction::Sum>;

// One thread for each result: neighbours read neighbouring columns.
template <ReductionKind Kind, class Op, class Load, class T>
__global__ void reduce_columns(Reduction r) {
  using C = compute_t<T>;
  for (int64_t i = first_item(); i < r.results; i += item_step()) {
    C center{};
    if constexpr (has_center(Kind))
      center = center_of<Kind, C>(reduce_part<CenterOp<Kind>, reduction::AsIs, T>(r, i, 0, 1, C{}),
                                  r.count);
    const auto acc = reduce_part<Op, Load, T>(r, i, 0, 1, center);
    static_cast<T*>(r.out)[i] = T(reduction::result_of<Kind, C>(acc, r.count, center));
  }
}

// One block for each result.
template <ReductionKind Kind, class Op, class Load, class T>
__global__ void reduce_rows(Reduction r) {
  using C = compute_t<T>;
  using Acc = typename Op::template Acc<C>;
  const int64_t i = blockIdx.x;
  C center{};
  if constexpr (has_center(Kind)) {
    using First = CenterOp<Kind>;
    using FirstAcc = typename First::template Acc<C>;
    const auto part = reduce_part<First, reduction::AsIs, T>(r, i, threadIdx.x, blockDim.x, C{});
    const FirstAcc all = block_reduce(part, shared_memory<FirstAcc>(),
                                      [](FirstAcc a, FirstAcc b) { return First::combine(a, b); });
    center = center_of<Kind, C>(all, r.count);
    __syncthreads();
  }
  const auto part = reduce_part<Op, Load, T>(r, i, threadIdx.x, blockDim.x, center);
  const Acc all =
      block_reduce(part, shared_memory<Acc>(), [](Acc a, Acc b) { return Op::combine(a, b); });
  if (threadIdx.x == 0)
    static_cast<T*>(r.out)[i] = T(reduction::result_of<Kind, C>(all, r.count, center));
}

// Results of fewer elements than this, and many results side by side, need no block each.
constexpr int64_t kLongRow = 64, kManyColumns = 1 << 14;

template <ReductionKind Kind, class Op, class Load, class T>
void launch_reduction(const KernelContext& context, const Reduction& r) {
  if (r.count < kLongRow || r.results >= kManyColumns)
    return launch(context, grid_over(r.results), &reduce_columns<Kind, Op, Load, T>, r);
  const Grid grid{dim3(static_cast<unsigned>(r.results)), dim3(threads_for_row(r.count)),
                  reduce_bytes<Wide>()};
  launch_with_barriers(context, grid, &reduce_rows<Kind, Op, Load, T>, r);
}

template <ReductionKind Kind, class T>
void fold_typed(const KernelContext& context, const Reduction& r) {
  if constexpr (Kind == ReductionKind::sum || Kind == ReductionKind::mean)
    launch_reduction<Kind, reduction::Sum, reduction::AsIs, T>(context, r);
  else if constexpr (Kind == ReductionKind::prod)
    launch_reduction<Kind, reduction::Product, reduction::AsIs, T>(context, r);
  else if constexpr (Kind == ReductionKind::max)
    launch_reduction<Kind, reduction::Greatest, reduction::AsIs, T>(context, r);
  else if constexpr (Kind == ReductionKind::min)
    launch_reduction<Kind, reduction::Least, reduction::AsIs, T>(context, r);
  else if constexpr (Kind == ReductionKind::any)
    launch_reduction<Kind, reduction::Either, reduction::AsIs, T>(context, r);
  else if constexpr (Kind == ReductionKind::all)
    launch_reduction<Kind, reduction::Both, reduction::AsIs, T>(context, r);
  else if constexpr (Kind == ReductionKind::logsumexp)
    launch_reduction<Kind, reduction::Sum, reduction::ShiftedExp, T>(context, r);
  else
    launch_reduction<Kind, reduction::Sum, reduction::SquaredDeviation, T>(context, r);
}

template <ReductionKind Kind>
constexpr auto types_of() {
  if constexpr (Kind == ReductionKind::any || Kind == ReductionKind::all)
    return Types<bool>{};
  else if constexpr (has_center(Kind))
    return FloatingTypes{};
  else if constexpr (Kind == ReductionKind::max || Kind == ReductionKind::min)
    return RealTypes{};
  else
    return NumericDeviceTypes{};
}

template <ReductionKind Kind>
void reduce_axes(const KernelContext& context, const AxisMask& mask) {
  if (context.out(0).size == 0) return;
  const Reduction r = make_reduction(context, mask);
  visit(types_of<Kind>(), context.in(0).dtype, [&]<class T>() { fold_typed<Kind, T>(context, r); });
}

}  // namespace

template <ReductionKind Kind>
void reduce(const KernelContext& context) {
  const AxisMask reduced = reduced_axes(context.in(0).rank(), context.attrs<ReduceAttrs>().axis);
  reduce_axes<Kind>(context, reduced);
}

template void reduce<ReductionKind::sum>(const KernelContext&);
template void reduce<ReductionKind::mean>(const KernelContext&);
template void reduce<ReductionKind::prod>(const KernelContext&);
template void reduce<ReductionKind::max>(const KernelContext&);
template void reduce<ReductionKind::min>(const KernelContext&);
template void reduce<ReductionKind::any>(const KernelContext&);
template void reduce<ReductionKind::all>(const KernelContext&);
template void reduce<ReductionKind::variance>(const KernelContext&);
template void reduce<ReductionKind::deviation>(const KernelContext&);
template void reduce<ReductionKind::logsumexp>(const KernelContext&);

void sum_to_shape(const KernelContext& context) {
  const AxisMask summed = summed_axes(context.in(0).shape(), context.out(0).shape());
  reduce_axes<ReductionKind::sum>(context, summed);
}

}  // namespace pelton::cuda
