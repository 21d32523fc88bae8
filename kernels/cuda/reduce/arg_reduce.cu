// Owns argmax and argmin.
#include "kernels/common/axes.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/reduce/block_reduce.h"
#include "kernels/cuda/reduce/reduce.h"

namespace pelton::cuda {
namespace {

// One thread for each result. A NaN can only be the first best value, and then the first number
// replaces it.
template <bool Greatest, class T, class Index>
__global__ void search(AxisBlocks axis, const void* input, void* out) {
  using C = compute_t<T>;
  for (int64_t i = first_item(); i < axis.outer * axis.inner; i += item_step()) {
    const T* x =
        static_cast<const T*>(input) + i / axis.inner * axis.size * axis.inner + i % axis.inner;
    C best = static_cast<C>(x[0]);
    int64_t index = 0;
    for (int64_t k = 1; k < axis.size; ++k) {
      const C value = static_cast<C>(x[k * axis.inner]);
      const bool wins =
          (Greatest ? value > best : value < best) || (best != best && value == value);
      if (wins) best = value, index = k;
    }
    static_cast<Index*>(out)[i] = static_cast<Index>(index);
  }
}

template <class C>
struct Best {
  C value;
  int64_t index;
};

// A number is better than a NaN; of equals the first is.
template <bool Greatest, class C>
PELTON_HD Best<C> better_of(const Best<C>& a, const Best<C>& b) {
  const bool a_is_nan = a.value != a.value, b_is_nan = b.value != b.value;
  if (a_is_nan != b_is_nan) return a_is_nan ? b : a;
  if (Greatest ? b.value > a.value : b.value < a.value) return b;
  if (Greatest ? a.value > b.value : a.value < b.value) return a;
  return b.index < a.index ? b : a;
}

// One block for each row, of no fewer elements than threads.
template <bool Greatest, class T, class Index>
__global__ void search_rows(AxisBlocks axis, const void* input, void* out) {
  using Found = Best<compute_t<T>>;
  const int64_t row = blockIdx.x, first = threadIdx.x;
  const T* x = static_cast<const T*>(input) + row * axis.size;
  const auto at = [&](int64_t k) { return Found{static_cast<compute_t<T>>(x[k]), k}; };
  Found best = at(first);
  for (int64_t k = first + blockDim.x; k < axis.size; k += blockDim.x)
    best = better_of<Greatest>(best, at(k));
  best = block_reduce(best, shared_memory<Found>(),
                      [](Found a, Found b) { return better_of<Greatest>(a, b); });
  if (threadIdx.x == 0) static_cast<Index*>(out)[row] = static_cast<Index>(best.index);
}

template <bool Greatest, class T, class Index>
void launch_search(const KernelContext& context, const AxisBlocks& axis) {
  const void* const in = context.in(0).data;
  void* const out = context.out(0).data;
  if (axis.inner > 1 || axis.size < kLongRow)
    return launch(context, grid_over(context.out(0).size), &search<Greatest, T, Index>, axis, in,
                  out);
  const Grid grid{dim3(static_cast<unsigned>(axis.outer)), dim3(threads_for_row(axis.size)),
                  reduce_bytes<Best<compute_t<T>>>()};
  launch_with_barriers(context, grid, &search_rows<Greatest, T, Index>, axis, in, out);
}

template <bool Greatest>
void arg_reduce(const KernelContext& context) {
  const TensorView &in = context.in(0), &out = context.out(0);
  const AxisBlocks axis = blocks_around(in.shape(), context.attrs<ArgReduceAttrs>().axis);
  visit(Join<Types<bool>, RealTypes>{}, in.dtype, [&]<class T>() {
    if (out.dtype == DType::int32)
      launch_search<Greatest, T, int32_t>(context, axis);
    else
      launch_search<Greatest, T, int64_t>(context, axis);
  });
}

}  // namespace

void argmax(const KernelContext& context) { arg_reduce<true>(context); }
void argmin(const KernelContext& context) { arg_reduce<false>(context); }

}  // namespace pelton::cuda
