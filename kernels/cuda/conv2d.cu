// Owns the CUDA kernels of convolution.
#include "kernels/cuda/convolution.h"
#include "kernels/cuda/matmul.h"

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
void launch_convolution(const KernelContext& context, const Problem& p) {
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() { launch_product<T>(context, p); });
}

}  // namespace

void conv2d(const KernelContext& context) {
  const TensorView &images = context.in(0), &filters = context.in(1);
  const Convolution c(conv2d_shape(images.shape(), filters.shape(), context.attrs<Conv2dAttrs>()));
  launch_convolution(context,
                     ConvolutionForward{{c, images.data, filters.data}, context.out(0).data});
}

void conv2d_input_grad(const KernelContext& context) {
  const TensorView &filters = context.in(0), &out = context.out(0);
  const Convolution c(
      conv2d_shape(out.shape(), filters.shape(), forward_attrs(context.attrs<Conv2dGradAttrs>())));
  launch_convolution(
      context, InputGradProduct(c, filters.data, DenseGradient{context.in(1).data}, out.data));
}

void conv2d_filter_grad(const KernelContext& context) {
  const TensorView &images = context.in(0), &out = context.out(0);
  const Convolution c(
      conv2d_shape(images.shape(), out.shape(), forward_attrs(context.attrs<Conv2dGradAttrs>())));
  launch_convolution(
      context, FilterGradProduct(c, images.data, DenseGradient{context.in(1).data}, out.data));
}

}  // namespace pelton::cuda
