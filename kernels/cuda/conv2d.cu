// Owns the CUDA kernels of convolution as implicit matrix products (the matrices of patches are
// never written). A group of channels is one product of the batch.
#include "kernels/common/window.h"
#include "kernels/cuda/matmul.h"
#include "kernels/cuda/tiled_product.h"

namespace pelton::cuda {
namespace {

struct Convolution {
  explicit Convolution(const Conv2dShape& shape)
      : y(shape.y),
        x(shape.x),
        images(shape.batch),
        groups(shape.groups),
        group_in(shape.group_in()),
        group_out(shape.group_out()) {}

  // A tap: an offset in the window and a channel of the group.
  struct Tap {
    int64_t y, x, channel;
  };
  PELTON_HD Tap tap(int64_t index, int64_t channels) const {
    const int64_t place = index / channels;
    return {place / x.window, place % x.window, index % channels};
  }
  struct Pixel {
    int64_t image, y, x;
  };
  PELTON_HD static Pixel pixel(int64_t index, int64_t height, int64_t width) {
    const int64_t line = index / width;
    return {line / height, line % height, index % width};
  }
  // The element of the images that output pixel `o` sees through `t`; below 0 for padding.
  PELTON_HD int64_t input_at(const Pixel& o, const Tap& t, int64_t group) const {
    const int64_t in_y = o.y * y.stride - y.before + t.y * y.dilation;
    const int64_t in_x = o.x * x.stride - x.before + t.x * x.dilation;
    if (in_y < 0 || in_y >= y.in || in_x < 0 || in_x >= x.in) return -1;
    return ((o.image * y.in + in_y) * x.in + in_x) * groups * group_in + group * group_in +
           t.channel;
  }
  PELTON_HD int64_t output_at(int64_t index, int64_t group, int64_t channel) const {
    return (index * groups + group) * group_out + channel;
  }
  PELTON_HD int64_t filter_at(int64_t tap_index, int64_t group, int64_t channel) const {
    return (tap_index * groups + group) * group_out + channel;
  }
  int64_t outputs() const { return images * y.out * x.out; }
  int64_t inputs() const { return images * y.in * x.in; }
  int64_t taps() const { return y.window * x.window; }

  WindowAxis y, x;
  int64_t images, groups, group_in, group_out;
};

// Output pixels x taps, times taps x output channels.
struct Forward {
  int64_t m, n, k, batch;
  Convolution c;
  const void *images, *filters;
  void* out;

  template <class T>
  PELTON_HD T at_a(int64_t group, int64_t row, int64_t depth) const {
    const int64_t at = c.input_at(c.pixel(row, c.y.out, c.x.out), c.tap(depth, c.group_in), group);
    return at < 0 ? T{} : static_cast<const T*>(images)[at];
  }
  template <class T>
  PELTON_HD T at_b(int64_t group, int64_t depth, int64_t column) const {
    return static_cast<const T*>(filters)[c.filter_at(depth, group, column)];
  }
  template <class T>
  PELTON_HD void store(int64_t group, int64_t row, int64_t column, T value) const {
    static_cast<T*>(out)[c.output_at(row, group, column)] = value;
  }
};

// Input pixels x (window place, output channel), times that x input channels.
struct InputGrad {
  int64_t m, n, k, batch;
  Convolution c;
  const void *filters, *grad;
  void* out;

  template <class T>
  PELTON_HD T at_a(int64_t group, int64_t row, int64_t depth) const {
    const auto in = c.pixel(row, c.y.in, c.x.in);
    const auto t = c.tap(depth, c.group_out);
    const int64_t from_y = in.y + c.y.before - t.y * c.y.dilation;
    const int64_t from_x = in.x + c.x.before - t.x * c.x.dilation;
    if (from_y < 0 || from_x < 0 || from_y % c.y.stride != 0 || from_x % c.x.stride != 0)
      return T{};
    const int64_t out_y = from_y / c.y.stride, out_x = from_x / c.x.stride;
    if (out_y >= c.y.out || out_x >= c.x.out) return T{};
    const int64_t pixel = (in.image * c.y.out + out_y) * c.x.out + out_x;
    return static_cast<const T*>(grad)[c.output_at(pixel, group, t.channel)];
  }
  template <class T>
  PELTON_HD T at_b(int64_t group, int64_t depth, int64_t column) const {
    const int64_t place = depth / c.group_out;
    const int64_t tap = place * c.group_in + column;
    return static_cast<const T*>(filters)[c.filter_at(tap, group, depth % c.group_out)];
  }
  template <class T>
  PELTON_HD void store(int64_t group, int64_t row, int64_t column, T value) const {
    static_cast<T*>(out)[(row * c.groups + group) * c.group_in + column] = value;
  }
};

// Taps x output pixels, times output pixels x output channels.
struct FilterGrad {
  int64_t m, n, k, batch;
  Convolution c;
  const void *images, *grad;
  void* out;

  template <class T>
  PELTON_HD T at_a(int64_t group, int64_t row, int64_t depth) const {
    const int64_t at = c.input_at(c.pixel(depth, c.y.out, c.x.out), c.tap(row, c.group_in), group);
    return at < 0 ? T{} : static_cast<const T*>(images)[at];
  }
  template <class T>
  PELTON_HD T at_b(int64_t group, int64_t depth, int64_t column) const {
    return static_cast<const T*>(grad)[c.output_at(depth, group, column)];
  }
  template <class T>
  PELTON_HD void store(int64_t group, int64_t row, int64_t column, T value) const {
    static_cast<T*>(out)[c.filter_at(row, group, column)] = value;
  }
};

template <class Problem>
void launch_convolution(const KernelContext& context, const Problem& p) {
  if (context.out(0).size == 0) return;
  visit(FloatingTypes{}, context.out(0).dtype, [&]<class T>() { launch_product<T>(context, p); });
}

}  // namespace

void conv2d(const KernelContext& context) {
  const TensorView &images = context.in(0), &filters = context.in(1);
  const Convolution c(conv2d_shape(images.shape(), filters.shape(), context.attrs<Conv2dAttrs>()));
  launch_convolution(context, Forward{c.outputs(), c.group_out, c.taps() * c.group_in, c.groups, c,
                                      images.data, filters.data, context.out(0).data});
}

void conv2d_input_grad(const KernelContext& context) {
  const TensorView &filters = context.in(0), &out = context.out(0);
  const Convolution c(
      conv2d_shape(out.shape(), filters.shape(), forward_attrs(context.attrs<Conv2dGradAttrs>())));
  launch_convolution(context, InputGrad{c.inputs(), c.group_in, c.taps() * c.group_out, c.groups, c,
                                        filters.data, context.in(1).data, out.data});
}

void conv2d_filter_grad(const KernelContext& context) {
  const TensorView &images = context.in(0), &out = context.out(0);
  const Convolution c(
      conv2d_shape(images.shape(), out.shape(), forward_attrs(context.attrs<Conv2dGradAttrs>())));
  launch_convolution(context, FilterGrad{c.taps() * c.group_in, c.group_out, c.outputs(), c.groups,
                                         c, images.data, context.in(1).data, out.data});
}

}  // namespace pelton::cuda
