#include "ops/nn/volumes.h"

#include <algorithm>

#include "kernels/common/window.h"
#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/math/math.h"

namespace pelton::volumes {
namespace {

Tensor index(int64_t value) { return scalar(static_cast<double>(value), DType::int64); }

// Planes first, first + stride, ... of `x`, as many as windows fit that end `left` planes before
// the last one.
Tensor planes_from(const Tensor& x, int64_t first, int64_t left, int64_t stride) {
  Axes begin(5, 0), size = x.shape(), strides(5, 1);
  strides[1] = stride;
  std::vector<Tensor> held;
  if (is_known(x.shape()[1])) {
    begin[1] = first;
    size[1] = (x.shape()[1] - left - first + stride - 1) / stride;
  } else {
    OpenRange range{.start = index(first), .step = stride};
    if (left != 0) range.stop = index(-left);
    const SliceRange found = resolve_range(x, 1, range, held);
    begin[1] = found.begin, size[1] = found.size;
  }
  return strided_slice(x, {begin, size, strides});
}

Tensor padded_depth(const Tensor& x, const DepthWindow& depth) {
  if (depth.before == 0 && depth.after == 0) return x;
  return pad(x, {.paddings = {0, 0, depth.before, depth.after, 0, 0, 0, 0, 0, 0}});
}

}  // namespace

DepthWindow window_of(int64_t in, int64_t window, int64_t stride, int64_t dilation, Padding padding,
                      const Axes& explicit_paddings) {
  check(stride >= 1 && dilation >= 1, "strides and dilations must be positive, got ", stride,
        " and ", dilation, " along the depth");
  check(is_known(window), Code::unimplemented,
        "filters of 3 axes cannot be used without their depth");
  check(is_known(in) || padding != Padding::same || stride == 1, Code::unimplemented,
        "SAME padding of 3 axes with strides above 1 cannot be computed without the depth");
  const bool is_explicit = padding == Padding::explicit_sizes;
  DepthWindow out{in, window, stride, dilation, 0, 0};
  if (is_explicit) out.before = explicit_paddings[0], out.after = explicit_paddings[1];
  const int64_t covered = checked_add(checked_multiply(window - 1, dilation), 1);
  if (padding == Padding::same) {
    int64_t total = covered - 1;
    if (is_known(in))
      total = std::max<int64_t>(0, ((in + stride - 1) / stride - 1) * stride + covered - in);
    out.before = total / 2, out.after = total - total / 2;
  }
  // Refuses what does not fit.
  if (is_known(in))
    window_axis(in, window, stride, dilation, Padding::explicit_sizes, out.before, out.after);
  return out;
}

Tensor as_images(const Tensor& volume) {
  const Shape& shape = volume.shape();
  Shape images(shape.begin() + 1, shape.end());
  images[0] = product_of_sizes(shape[0], shape[1]);
  if (!is_known(images[0])) images[0] = kUnknown;
  return reshape(volume, {.shape = images});
}

Tensor from_images(const Tensor& images, const Tensor& like, int64_t depth) {
  Shape shape = images.shape();
  shape[0] = depth;
  shape.insert(0, like.shape()[0]);
  return reshape(images, {.shape = shape});
}

Planes planes_as_channels(const Tensor& input, const Tensor& filters, const DepthWindow& depth) {
  const Tensor padded = padded_depth(input, depth);
  const int64_t channels = input.shape()[4], seen = filters.shape()[3];
  check(is_known(channels) && is_known(seen), Code::unimplemented,
        "filters of 3 axes cannot be used without their channels and the input's");
  const bool is_grouped = channels != seen;
  check(!is_grouped || (seen > 0 && channels % seen == 0),
        "input depth must be evenly divisible by filter depth: ", channels, " vs ", seen);
  std::vector<Tensor> planes;
  Tensor first;
  for (int64_t t = 0; t < depth.window; ++t) {
    const int64_t left = (depth.window - 1 - t) * depth.dilation;
    const Tensor seen_planes = planes_from(padded, t * depth.dilation, left, depth.stride);
    if (t == 0) first = seen_planes;
    planes.push_back(as_images(seen_planes));
  }
  if (!is_grouped) return {concat(planes, {.axis = 3}), first};
  Shape apart(planes[0].shape().begin(), planes[0].shape().end() - 1);
  Shape merged = apart;
  apart.push_back(channels / seen);
  apart.push_back(seen);
  for (Tensor& plane : planes) plane = reshape(plane, {.shape = apart});
  merged.push_back(channels * depth.window);
  return {reshape(stack(planes, {.axis = 4}), {.shape = merged}), first};
}

Tensor filters_of_planes(const Tensor& filters) {
  const Shape& shape = filters.shape();
  return reshape(transpose(filters, {.perm = Axes{1, 2, 0, 3, 4}}),
                 {.shape = {shape[1], shape[2], product_of_sizes(shape[0], shape[3]), shape[4]}});
}

Tensor add_planes(const Tensor& maps, const DepthWindow& depth) {
  const int64_t padding = depth.before + depth.after, window = depth.window;
  const int64_t planes = padding == 0 ? depth.in : sum_of_sizes(depth.in, padding);
  check(is_size(planes), Code::unimplemented,
        "padding of 3 axes cannot be undone without the depth");
  const int64_t channels = maps.shape()[4];
  check(is_known(channels), Code::unimplemented,
        "filters of 3 axes cannot be transposed without their number");
  Tensor sum;
  Axes begin(5, 0), strides(5, 1);
  strides[1] = depth.stride;
  Shape size = maps.shape(), whole = maps.shape();
  size[4] = whole[4] = channels / window;
  whole[1] = planes;
  for (int64_t t = 0; t < window; ++t) {
    Axes from(5, 0);
    from[4] = t * size[4];
    begin[1] = t * depth.dilation;
    const Tensor part = strided_slice(maps, {from, size, Axes(5, 1)});
    const Tensor spread = strided_slice_grad(part, {whole, begin, strides});
    sum = sum.defined() ? add(sum, spread) : spread;
  }
  if (padding == 0) return sum;
  Axes from(5, 0);
  from[1] = depth.before;
  whole[1] = depth.in;
  return strided_slice(sum, {from, whole, Axes(5, 1)});
}

}  // namespace pelton::volumes
