// Owns the convolution kernels: from operands and attributes to the two ways of computing.
#include "kernels/cpu/conv2d.h"

#include "kernels/common/window.h"
#include "kernels/cpu/conv_filter_grad.h"
#include "kernels/cpu/conv_gather.h"

namespace pelton::cpu {
namespace {

template <class T>
Images<T> images_of(const TensorView& x) {
  return {x.as<T>(), x.dim(1), x.dim(2), x.dim(3)};
}

template <class T>
void forward(const KernelContext& context) {
  const TensorView& filters = context.in(1);
  const Conv2dShape s =
      conv2d_shape(context.in(0).shape(), filters.shape(), context.attrs<Conv2dAttrs>());
  Gather<T> gather{s.batch,
                   s.groups,
                   images_of<const T>(context.in(0)),
                   images_of<T>(context.out(0)),
                   {},
                   forward_taps(s.y),
                   forward_taps(s.x)};
  const int64_t tap = s.group_in() * s.out_channels;
  gather.filters = {filters.as<const T>(),
                    s.group_out(),
                    s.x.window * tap,
                    tap,
                    s.out_channels,
                    1,
                    s.y.window,
                    s.x.window};
  convolve(gather, context);
}

template <class T>
void input_grad(const KernelContext& context) {
  const TensorView& filters = context.in(0);
  const Conv2dShape s = conv2d_shape(context.out(0).shape(), filters.shape(),
                                     forward_attrs(context.attrs<Conv2dGradAttrs>()));
  Gather<T> gather{s.batch,
                   s.groups,
                   images_of<const T>(context.in(1)),
                   images_of<T>(context.out(0)),
                   {},
                   input_grad_taps(s.y),
                   input_grad_taps(s.x)};
  const int64_t tap = s.group_in() * s.out_channels;
  // Taps are packed in reverse order, and each tap's matrix is transposed.
  const int64_t taps = s.y.window * s.x.window;
  gather.filters = {filters.as<const T>() + (taps - 1) * tap,
                    s.group_out(),
                    -s.x.window * tap,
                    -tap,
                    1,
                    s.out_channels,
                    s.y.window,
                    s.x.window};
  convolve(gather, context);
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
