// Owns the CUDA kernels that move values unread (where, identity) and clip_by_value.
#include "kernels/common/functors/functors_select.h"

#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {
namespace {

template <class T>
__global__ void copy_all(Operands<1> operands) {
  for (int64_t i = first_item(); i < operands.size; i += item_step()) {
    int64_t at;
    operands.nest.offsets(i, &at);
    static_cast<T*>(operands.out)[i] = static_cast<const T*>(operands.in[0])[at];
  }
}

template <class T>
__global__ void choose(Operands<3> operands) {
  for (int64_t i = first_item(); i < operands.size; i += item_step()) {
    int64_t at[3];
    operands.nest.offsets(i, at);
    const int k = static_cast<const bool*>(operands.in[0])[at[0]] ? 1 : 2;
    static_cast<T*>(operands.out)[i] = static_cast<const T*>(operands.in[k])[at[k]];
  }
}

}  // namespace

template void compile(SelectFunctors, Kernel*);

void identity(const KernelContext& context) {
  visit_width(context.in(0).dtype, [&]<class T>() {
    launch(context, grid_over(context.out(0).size), &copy_all<T>, make_operands<1>(context));
  });
}

void where(const KernelContext& context) {
  visit_width(context.out(0).dtype, [&]<class T>() {
    launch(context, grid_over(context.out(0).size), &choose<T>, make_operands<3>(context));
  });
}

}  // namespace pelton::cuda
