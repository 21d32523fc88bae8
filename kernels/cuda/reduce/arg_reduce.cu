// Owns argmax and argmin.
#include "kernels/common/axes.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/launch.h"
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

template <bool Greatest>
void arg_reduce(const KernelContext& context) {
  const TensorView &in = context.in(0), &out = context.out(0);
  const AxisBlocks axis = blocks_around(in.shape(), context.attrs<ArgReduceAttrs>().axis);
  void (*kernel)(AxisBlocks, const void*, void*) = nullptr;
  visit(Join<Types<bool>, RealTypes>{}, in.dtype, [&]<class T>() {
    kernel =
        out.dtype == DType::int32 ? &search<Greatest, T, int32_t> : &search<Greatest, T, int64_t>;
  });
  launch(context, grid_over(out.size), kernel, axis, in.data, out.data);
}

}  // namespace

void argmax(const KernelContext& context) { arg_reduce<true>(context); }
void argmin(const KernelContext& context) { arg_reduce<false>(context); }

}  // namespace pelton::cuda
