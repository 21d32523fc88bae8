// Owns the convolution kernels: from operands and attributes to the ways of computing.
#include "kernels/cpu/conv/conv2d.h"

#include "kernels/common/window.h"
#include "kernels/cpu/conv/conv_filter_grad.h"
#include "kernels/cpu/conv/conv_gather.h"
#include "kernels/cpu/conv/depthwise.h"
#include "kernels/cpu/conv/mostly_zero_grad.h"
#include "kernels/cpu/conv/winograd/winograd.h"

namespace pelton::cpu {
namespace {

template <class T>
void forward(const KernelContext& context) {
  const TensorView &input = context.in(0), &filters = context.in(1);
  const Conv2dShape shape =
      conv2d_shape(input.shape(), filters.shape(), context.attrs<Conv2dAttrs>());
  const T *const x = input.as<const T>(), *const w = filters.as<const T>();
  T* const out = context.out(0).as<T>();
  if (is_depthwise(shape)) return depthwise_conv2d(shape, x, w, out, nullptr, context);
  if constexpr (std::is_same_v<Compute<T>, float>)
    if (const int64_t tile = winograd_tile(shape);
        tile != 0 && winograd_conv2d(shape, tile, x, w, out, context))
      return;
  convolve(forward_gather(shape, x, w, out), context);
}

template <class T>
void input_grad(const KernelContext& context) {
  const TensorView &filters = context.in(0), &out = context.out(0);
  const Conv2dShape shape =
      conv2d_shape(out.shape(), filters.shape(), forward_attrs(context.attrs<Conv2dGradAttrs>()));
  const T *const w = filters.as<const T>(), *const out_grad = context.in(1).as<const T>();
  conv2d_input_grad(shape, w, out_grad, out.as<T>(), context);
}

}  // namespace

void conv2d(const KernelContext& context) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() { forward<T>(context); });
}

template <class T>
void conv2d_input_grad(const Conv2dShape& shape, const T* filters, const T* out_grad, T* input_grad,
                       const KernelContext& context) {
  if (is_depthwise(shape))
    return depthwise_input_grad(shape, filters, out_grad, input_grad, context);
  if (mostly_zero_input_grad(shape, filters, out_grad, input_grad, context)) return;
  if constexpr (std::is_same_v<Compute<T>, float>)
    if (const auto choice = winograd_input_grad_choice(shape);
        choice.tile != 0 &&
        winograd_input_grad(shape, choice, filters, out_grad, input_grad, context))
      return;
  convolve(input_grad_gather(shape, filters, out_grad, input_grad), context);
}
template void conv2d_input_grad<Half>(const Conv2dShape&, const Half*, const Half*, Half*,
                                      const KernelContext&);
template void conv2d_input_grad<BFloat16>(const Conv2dShape&, const BFloat16*, const BFloat16*,
                                          BFloat16*, const KernelContext&);
template void conv2d_input_grad<float>(const Conv2dShape&, const float*, const float*, float*,
                                       const KernelContext&);
template void conv2d_input_grad<double>(const Conv2dShape&, const double*, const double*, double*,
                                        const KernelContext&);

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
