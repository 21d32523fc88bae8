// Owns how an elementwise kernel is made of a functor. Must not know which functors there are.
// Kernels take untyped operands, so that few launches have to be compiled.
#pragma once
#include "kernels/common/functors/functors.h"
#include "kernels/cuda/elementwise/elementwise.h"
#include "kernels/cuda/elementwise/operands.h"
#include "kernels/cuda/elementwise/types.h"

namespace pelton::cuda {

// float16 and bfloat16 are read as float.
template <class T>
PELTON_HD compute_t<T> widen(T x) {
  return static_cast<compute_t<T>>(x);
}

// out[i] = f(x[i], ...) with N operands of type T.
template <class F, class Out, class T, size_t N>
__global__ void apply(F f, Operands<N> operands) {
  Out* out = static_cast<Out*>(operands.out);
  const auto value = [&](size_t k, int64_t at) {
    return widen(static_cast<const T*>(operands.in[k])[at]);
  };
  for (int64_t i = first_item(); i < operands.size; i += item_step()) {
    int64_t at[N];
    operands.nest.offsets(i, at);
    if constexpr (N == 1)
      out[i] = Out(f(value(0, at[0])));
    else if constexpr (N == 2)
      out[i] = Out(f(value(0, at[0]), value(1, at[1])));
    else
      out[i] = Out(f(value(0, at[0]), value(1, at[1]), value(2, at[2])));
  }
}

// The type of results R for operands of type T: T itself where F gives the type it computes in.
template <class T, class R>
using result_t = std::conditional_t<std::is_same_v<R, compute_t<T>>, T, R>;

template <class F, class T>
constexpr auto typed_kernel() {
  using C = compute_t<T>;
  if constexpr (std::is_invocable_v<F, C>)
    return &apply<F, result_t<T, std::invoke_result_t<F, C>>, T, 1>;
  else if constexpr (std::is_invocable_v<F, C, C>)
    return &apply<F, result_t<T, std::invoke_result_t<F, C, C>>, T, 2>;
  else
    return &apply<F, result_t<T, std::invoke_result_t<F, C, C, C>>, T, 3>;
}

template <class F, size_t N>
void launch_map(const KernelContext& context, void (*kernel)(F, Operands<N>), const void* attrs) {
  launch(context, grid_over(context.out(0).size), kernel, make_functor<F>(attrs),
         make_operands<N>(context));
}

template <class F>
void run_elementwise(const KernelContext& context) {
  const DType dtype = context.in(context.input_count() - 1).dtype;
  const void* attrs = nullptr;
  if constexpr (requires { typename F::Attrs; }) attrs = &context.attrs<typename F::Attrs>();
  visit_some(DeviceTypes{}, F::kDTypes, dtype, [&]<class T>() {
    if constexpr (F::kDTypes.contains(dtype_of<T>))
      launch_map(context, typed_kernel<F, T>(), attrs);
  });
}

template <class F>
void elementwise(const KernelContext& context) {
  run_elementwise<F>(context);
}

// `template void compile(UnaryFunctors, Kernel*);` compiles the kernel of each functor: nvcc does
// so for what the body of a function uses, not for what a constant does.
template <class... F>
void compile(Types<F...>, Kernel* out) {
  ((*out++ = &elementwise<F>), ...);
}

}  // namespace pelton::cuda
