#include "kernels/cuda/reduce/reduce.h"

#include <algorithm>

#include "kernels/common/axes.h"
#include "kernels/cuda/elementwise/operands.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/reduce/column_reduction.h"

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

// One block for each result, and for each of the parts of a long one; `parts`, if it is not null,
// gets what each folds: those of a result side by side.
template <ReductionKind Kind, class Op, class Load, class T>
__global__ void reduce_rows(Reduction r, void* parts) {
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
  const auto part = reduce_part<Op, Load, T>(r, i, blockIdx.y * blockDim.x + threadIdx.x,
                                             gridDim.y * blockDim.x, center);
  const Acc all =
      block_reduce(part, shared_memory<Acc>(), [](Acc a, Acc b) { return Op::combine(a, b); });
  if (threadIdx.x != 0) return;
  if (parts != nullptr)
    static_cast<Acc*>(parts)[i * gridDim.y + blockIdx.y] = all;
  else
    static_cast<T*>(r.out)[i] = T(reduction::result_of<Kind, C>(all, r.count, center));
}

// One warp for each result, of `count` elements in `parts` folded parts.
template <ReductionKind Kind, class Op, class T>
__global__ void join_parts(const void* parts, int64_t part_count, int64_t count, void* out) {
  using C = compute_t<T>;
  using Acc = typename Op::template Acc<C>;
  const int64_t i = blockIdx.x;
  Acc acc = Op::template start<C>();
  for (int64_t k = threadIdx.x; k < part_count; k += blockDim.x)
    acc = Op::combine(acc, static_cast<const Acc*>(parts)[i * part_count + k]);
  acc = block_reduce(acc, shared_memory<Acc>(), [](Acc a, Acc b) { return Op::combine(a, b); });
  if (threadIdx.x == 0) static_cast<T*>(out)[i] = T(reduction::result_of<Kind, C>(acc, count, C{}));
}

// So many results side by side need no block each.
constexpr int64_t kManyColumns = 1 << 14;
// Blocks that fill a GPU, and the elements that a part of a result has at least.
constexpr int64_t kFullGrid = 1024, kPart = 4096;

// How many parts a result is cut into.
int64_t parts_of(const Reduction& r) {
  const int64_t longest = r.count / kPart, wanted = kFullGrid / std::max<int64_t>(r.results, 1);
  return std::max<int64_t>(1, std::min(longest, wanted));
}

// The sums, or means, of the columns of a row-major matrix.
template <ReductionKind Kind, class T>
struct ColumnSum {
  using C = compute_t<T>;
  using Acc = reduction::Sum::Acc<C>;
  PELTON_HD Acc chunk(int64_t first, int64_t last, int64_t column) const {
    Acc sum = reduction::Sum::start<C>();
    for (int64_t row = first; row < last; ++row)
      sum = combine(sum, Acc(static_cast<C>(x[row * columns + column])));
    return sum;
  }
  PELTON_HD Acc combine(Acc a, Acc b) const { return reduction::Sum::combine(a, b); }
  PELTON_HD void finish(int64_t column, Acc sum) const {
    out[column] = T(reduction::result_of<Kind, C>(sum, rows, C{}));
  }
  int64_t rows, columns;
  const T* x;
  T* out;
};

bool is_column_sum(const Reduction& r) {
  return r.kept.rank == 1 && r.kept.strides[0][0] == 1 && r.reduced.rank == 1 &&
         r.reduced.strides[0][0] == r.results;
}

template <ReductionKind Kind, class Op, class Load, class T>
void launch_reduction(const KernelContext& context, const Reduction& r) {
  if (r.count < kLongRow || r.results >= kManyColumns)
    return launch(context, grid_over(r.results), &reduce_columns<Kind, Op, Load, T>, r);
  using Acc = typename Op::template Acc<compute_t<T>>;
  const int64_t parts = has_center(Kind) ? 1 : parts_of(r);
  const auto results = static_cast<unsigned>(r.results);
  const Workspace room =
      context.workspace(parts == 1 ? 0 : static_cast<size_t>(r.results * parts) * sizeof(Acc));
  const Grid grid{dim3(results, static_cast<unsigned>(parts)), dim3(threads_for_row(r.count)),
                  reduce_bytes<Wide>()};
  launch_with_barriers(context, grid, &reduce_rows<Kind, Op, Load, T>, r,
                       parts == 1 ? nullptr : room.data());
  if constexpr (!has_center(Kind))
    if (parts > 1)
      launch_with_barriers(context, Grid{dim3(results), dim3(32), reduce_bytes<Wide>()},
                           &join_parts<Kind, Op, T>, room.data(), parts, r.count, r.out);
}

template <ReductionKind Kind, class T>
void launch_sum(const KernelContext& context, const Reduction& r) {
  if (r.count < kLongRow || !is_column_sum(r))
    return launch_reduction<Kind, reduction::Sum, reduction::AsIs, T>(context, r);
  reduce_columns_of(
      context, Columns(r.count, r.results),
      ColumnSum<Kind, T>{r.count, r.results, static_cast<const T*>(r.x), static_cast<T*>(r.out)});
}

template <ReductionKind Kind, class T>
void fold_typed(const KernelContext& context, const Reduction& r) {
  if constexpr (Kind == ReductionKind::sum || Kind == ReductionKind::mean)
    launch_sum<Kind, T>(context, r);
  else if constexpr (Kind == ReductionKind::sum_of_squares)
    launch_reduction<Kind, reduction::Sum, reduction::Squared, T>(context, r);
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
  else if constexpr (has_center(Kind) || Kind == ReductionKind::sum_of_squares)
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
template void reduce<ReductionKind::sum_of_squares>(const KernelContext&);
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
