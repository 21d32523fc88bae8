// Owns convolution as implicit matrix products: the matrices of patches are never written. A group
// of channels is one product of the batch.
#pragma once
#include "kernels/common/window.h"
#include "kernels/cuda/gemm/tiled_product.h"

namespace pelton::cuda {

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
  template <class T>
  PELTON_HD T patch(const void* images_data, int64_t group, const Pixel& o,
                    int64_t tap_index) const {
    const int64_t at = input_at(o, tap(tap_index, group_in), group);
    return at < 0 ? T{} : static_cast<const T*>(images_data)[at];
  }
  int64_t outputs() const { return images * y.out * x.out; }
  int64_t inputs() const { return images * y.in * x.in; }
  int64_t taps() const { return y.window * x.window; }

  WindowAxis y, x;
  int64_t images, groups, group_in, group_out;
};

// Output pixels x taps, times taps x output channels: all of a Problem but store().
struct ForwardProduct {
  ForwardProduct(const Convolution& convolution, const void* images_data, const void* filters_data)
      : m(convolution.outputs()),
        n(convolution.group_out),
        k(convolution.taps() * convolution.group_in),
        batch(convolution.groups),
        c(convolution),
        images(images_data),
        filters(filters_data) {}

  template <class T>
  PELTON_HD T at_a(int64_t group, int64_t row, int64_t depth) const {
    return c.patch<T>(images, group, c.pixel(row, c.y.out, c.x.out), depth);
  }
  template <class T>
  PELTON_HD T at_b(int64_t group, int64_t depth, int64_t column) const {
    return *run_b<T>(group, depth, column);
  }
  template <class T>
  PELTON_HD const T* run_b(int64_t group, int64_t depth, int64_t column) const {
    return static_cast<const T*>(filters) + c.filter_at(depth, group, column);
  }

  int64_t m, n, k, batch;
  Convolution c;
  const void *images, *filters;
};

// A Gradient gives the gradient of the convolution's map, and says whether products with its zeros
// are left out, so that infinite filters and inputs make no NaN of them:
//   at<T>(convolution, output pixel, group, channel), kLeavesOutZeros.

// Input pixels x (window place, output channel), times that x input channels.
template <class Gradient>
struct InputGradProduct {
  InputGradProduct(const Convolution& convolution, const void* filters_data,
                   const Gradient& gradient, void* result)
      : m(convolution.inputs()),
        n(convolution.group_in),
        k(convolution.taps() * convolution.group_out),
        batch(convolution.groups),
        c(convolution),
        filters(filters_data),
        grad(gradient),
        out(result) {}

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
    return grad.template at<T>(c, {in.image, out_y, out_x}, group, t.channel);
  }
  template <class T>
  PELTON_HD T at_b(int64_t group, int64_t depth, int64_t column) const {
    const int64_t place = depth / c.group_out;
    const int64_t tap = place * c.group_in + column;
    return static_cast<const T*>(filters)[c.filter_at(tap, group, depth % c.group_out)];
  }
  template <class C>
  PELTON_HD C product(C a, C b) const {
    return Gradient::kLeavesOutZeros && a == C(0) ? C(0) : a * b;
  }
  template <class T>
  PELTON_HD void store(int64_t group, int64_t row, int64_t column, compute_t<T> value) const {
    static_cast<T*>(out)[(row * c.groups + group) * c.group_in + column] = T(value);
  }

  int64_t m, n, k, batch;
  Convolution c;
  const void* filters;
  Gradient grad;
  void* out;
};

// Taps x output pixels, times output pixels x output channels.
template <class Gradient>
struct FilterGradProduct {
  FilterGradProduct(const Convolution& convolution, const void* images_data,
                    const Gradient& gradient, void* result)
      : m(convolution.taps() * convolution.group_in),
        n(convolution.group_out),
        k(convolution.outputs()),
        batch(convolution.groups),
        c(convolution),
        images(images_data),
        grad(gradient),
        out(result) {}

  template <class T>
  PELTON_HD T at_a(int64_t group, int64_t row, int64_t depth) const {
    return c.patch<T>(images, group, c.pixel(depth, c.y.out, c.x.out), row);
  }
  template <class T>
  PELTON_HD T at_b(int64_t group, int64_t depth, int64_t column) const {
    return grad.template at<T>(c, c.pixel(depth, c.y.out, c.x.out), group, column);
  }
  template <class C>
  PELTON_HD C product(C a, C b) const {
    return Gradient::kLeavesOutZeros && b == C(0) ? C(0) : a * b;
  }
  template <class T>
  PELTON_HD void store(int64_t group, int64_t row, int64_t column, compute_t<T> value) const {
    static_cast<T*>(out)[c.filter_at(row, group, column)] = T(value);
  }

  int64_t m, n, k, batch;
  Convolution c;
  const void* images;
  Gradient grad;
  void* out;
};

}  // namespace pelton::cuda
