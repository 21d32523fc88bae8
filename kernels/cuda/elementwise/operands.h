// Owns Nest and Operands: a LoopNest and its tensors in the form that kernels take as arguments.
#pragma once
#include "kernels/common/divisor.h"
#include "kernels/common/loop_nest.h"
#include "kernels/cuda/launch.h"

namespace pelton::cuda {

// The loops over one shape and the strides of N operands, outermost first.
template <size_t N>
struct Nest {
  int rank = 0;
  Divisor sizes[kMaxRank];
  int64_t strides[N][kMaxRank];

  // The operands' offsets of the element that is `index`-th in row-major order.
  PELTON_HD void offsets(int64_t index, int64_t* at) const {
    for (size_t k = 0; k < N; ++k) at[k] = 0;
    for (int axis = rank - 1; axis > 0; --axis) {
      const int64_t rest = index / sizes[axis], own = index - rest * sizes[axis].value();
      for (size_t k = 0; k < N; ++k) at[k] += own * strides[k][axis];
      index = rest;
    }
    for (size_t k = 0; k < N; ++k) at[k] += index * strides[k][0];
  }
};

// The nest over `shape`, to which every layout broadcasts.
template <size_t N>
Nest<N> make_nest(const Shape& shape, const Layout* const* layouts) {
  const LoopNest loops = make_loop_nest(shape, {layouts, N});
  Nest<N> nest;
  nest.rank = static_cast<int>(loops.rank);
  for (size_t axis = 0; axis < loops.rank; ++axis) {
    nest.sizes[axis] = Divisor(loops.sizes[axis]);
    for (size_t k = 0; k < N; ++k) nest.strides[k][axis] = loops.strides[k][axis];
  }
  return nest;
}

// Inputs of any strides that broadcast to a row-major output.
template <size_t N>
struct Operands {
  Nest<N> nest;
  int64_t size = 0;  // of the output
  void* out = nullptr;
  const void* in[N];
};

template <size_t N>
Operands<N> make_operands(const KernelContext& context) {
  const TensorView& out = context.out(0);
  const Layout* layouts[N];
  Operands<N> operands;
  for (size_t k = 0; k < N; ++k) {
    layouts[k] = context.in(k).layout;
    operands.in[k] = context.in(k).data;
  }
  operands.nest = make_nest<N>(out.shape(), layouts);
  operands.size = out.size;
  operands.out = out.data;
  return operands;
}

}  // namespace pelton::cuda
