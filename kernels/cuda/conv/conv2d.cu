// Owns the CUDA kernels of convolution.
#include "kernels/cuda/conv/convolution.h"
#include "kernels/cuda/gemm/matmul.h"
#include "kernels/cuda/libraries/convolution.h"

namespace pelton::cuda {
namespace {

struct ConvolutionForward : ForwardProduct {
  template <class T>
  PELTON_HD void store(int64_t group, int64_t row, int64_t column, compute_t<T> value) const {
    static_cast<T*>(out)[c.output_at(row, group, column)] = T(value);
  }
  void* out;
};

// The map's gradient as an array.
struct DenseGradient {
  static constexpr bool kLeavesOutZeros = false;
  template <class T>
  PELTON_HD T at(const Convolution& c, const Convolution::Pixel& o, int64_t group,
                 int64_t channel) const {
    const int64_t pixel = (o.image * c.y.out + o.y) * c.x.out + o.x;
    return static_cast<const T*>(data)[c.output_at(pixel, group, channel)];
  }
  const void* data;
};

template <class Problem>
void launch_convolution(const KernelContext& context, const Problem& p,
                        const ConvolutionCall& call) {
  if (context.out(0).size == 0) return;
  if (library_convolution != nullptr && library_convolution(context, call)) return;
  visit(FloatingTypes{}, call.dtype, [&]<class T>() { launch_product<T>(context, p); });
}

}  // namespace

void conv2d(const KernelContext& context) {
  const TensorView &images = context.in(0), &filters = context.in(1), &out = context.out(0);
  const Conv2dShape shape =
      conv2d_shape(images.shape(), filters.shape(), context.attrs<Conv2dAttrs>());
  launch_convolution(
      context, ConvolutionForward{{Convolution(shape), images.data, filters.data}, out.data},
      {ConvolutionPass::forward, shape, images.data, filters.data, out.data, out.dtype});
}

void conv2d_input_grad(const KernelContext& context) {
  const TensorView &filters = context.in(0), &grad = context.in(1), &out = context.out(0);
  const Conv2dShape shape =
      conv2d_shape(out.shape(), filters.shape(), forward_attrs(context.attrs<Conv2dGradAttrs>()));
  launch_convolution(
      context,
      InputGradProduct(Convolution(shape), filters.data, DenseGradient{grad.data}, out.data),
      {ConvolutionPass::input_grad, shape, out.data, filters.data, grad.data, out.dtype});
}

void conv2d_filter_grad(const KernelContext& context) {
  const TensorView &images = context.in(0), &grad = context.in(1), &out = context.out(0);
  const Conv2dShape shape =
      conv2d_shape(images.shape(), out.shape(), forward_attrs(context.attrs<Conv2dGradAttrs>()));
  launch_convolution(
      context,
      FilterGradProduct(Convolution(shape), images.data, DenseGradient{grad.data}, out.data),
      {ConvolutionPass::filter_grad, shape, images.data, out.data, grad.data, out.dtype});
}

}  // namespace pelton::cuda
