// Owns the convolution kernels: from operands and attributes to the two ways of computing.
#include "kernels/cpu/conv2d.h"

#include "kernels/common/window.h"
#include "kernels/cpu/conv_filter_grad.h"
#include "kernels/cpu/conv_gather.h"
#include "kernels/cpu/winograd.h"

namespace pelton::cpu {
namespace {

template <class T>
void forward(const KernelContext& context) {
  const TensorView &input = context.in(0), &filters = context.in(1);
  const Conv2dShape shape =
      conv2d_shape(input.shape(), filters.shape(), context.attrs<Conv2dAttrs>());
  const T *const x = input.as<const T>(), *const w = filters.as<const T>();
  T* const out = context.out(0).as<T>();
  if constexpr (std::is_same_v<Compute<T>, float>)
    if (is_winograd_faster(shape)) return winograd_conv2d(shape, x, w, out, context);
  convolve(forward_gather(shape, x, w, out), context);
}

template <class T>
void input_grad(const KernelContext& context) {
  const TensorView &filters = context.in(0), &out = context.out(0);
  const Conv2dShape shape =
      conv2d_shape(out.shape(), filters.shape(), forward_attrs(context.attrs<Conv2dGradAttrs>()));
  const T *const w = filters.as<const T>(), *const out_grad = context.in(1).as<const T>();
  if constexpr (std::is_same_v<Compute<T>, float>)
    if (is_winograd_input_grad_faster(shape))
      return winograd_input_grad(shape, w, out_grad, out.as<T>(), context);
  convolve(input_grad_gather(shape, w, out_grad, out.as<T>()), context);
}

}  // namespace

void conv2d(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() { forward<T>(context); });
}

void conv2d_input_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() { input_grad<T>(context); });
}

void conv2d_filter_grad(const KernelContext& context) {
  const TensorView &input = context.in(0), &out_grad = context.in(1), &out = context.out(0);
  const Conv2dShape shape =
      conv2d_shape(input.shape(), out.shape(), forward_attrs(context.attrs<Conv2dGradAttrs>()));
  visit(FloatingTypes{}, out.dtype, [&]<class T>() {
    filter_grad<T>({shape, input.as<const T>(), out_grad.as<const T>(), out.as<T>()}, context);
  });
}

}  // namespace pelton::cpu
