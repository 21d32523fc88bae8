// Owns pools over one to three axes: one axis is an image of height 1, and over three the planes of
// a volume are pooled, then their places along the depth.
#include "ops/array/array.h"
#include "ops/nn/nn.h"
#include "ops/nn/volumes.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

using Pool2d = Tensor (*)(const Tensor&, const Pool2dAttrs&);

Tensor pool_volume(const Tensor& input, const PoolAttrs& a, Pool2d pool) {
  const Tensor planes =
      pool(volumes::as_images(input), {Axes(a.ksize.begin() + 1, a.ksize.end()),
                                       Axes(a.strides.begin() + 1, a.strides.end()), a.padding});
  const Shape& plane = planes.shape();
  const int64_t places = product_of_sizes(plane[1], plane[2]);
  const Tensor lines = reshape(planes, {.shape = {input.shape()[0], input.shape()[1],
                                                  is_known(places) ? places : kUnknown, plane[3]}});
  const Tensor pooled = pool(lines, {{a.ksize[0], 1}, {a.strides[0], 1}, a.padding});
  return reshape(pooled,
                 {.shape = {input.shape()[0], pooled.shape()[1], plane[1], plane[2], plane[3]}});
}

std::vector<Tensor> compose_pool(const ComposeContext& c, Pool2d pool) {
  const Tensor& input = c.in(0);
  const auto& a = c.attrs<PoolAttrs>();
  check(input.rank() >= 3 && input.rank() <= 5,
        "input must have 1, 2 or 3 spatial axes, got shape ", input.shape());
  const auto axes = static_cast<size_t>(input.rank()) - 2;
  check(a.ksize.size() == axes, "ksize must have ", axes, " values, got ", numbers(a.ksize));
  check(a.strides.size() == axes, "strides must have ", axes, " values, got ", numbers(a.strides));
  check(a.padding != Padding::explicit_sizes, "padding must be VALID or SAME for a pool");
  if (axes == 2) return {pool(input, {a.ksize, a.strides, a.padding})};
  if (axes == 3) return {pool_volume(input, a, pool)};
  const Tensor lines = expand_dims(input, {.axis = 1});
  const Tensor pooled = pool(lines, {{1, a.ksize[0]}, {1, a.strides[0]}, a.padding});
  return {squeeze(pooled, {.axis = Axes{1}})};
}

std::vector<Tensor> compose_max_pool(const ComposeContext& c) {
  return compose_pool(c, max_pool2d);
}
std::vector<Tensor> compose_avg_pool(const ComposeContext& c) {
  return compose_pool(c, avg_pool2d);
}

constinit const CompositeOp max_pool_of_axes{
    .schema = {.name = "max_pool",
               .tf_name = "MaxPool",
               .inputs = {"input"},
               .attrs = &attrs_of<PoolAttrs>,
               .dtypes = kReal},
    .doc =
        "The largest value of each window of `input` (batch, spatial..., channels), of 1 to 3 "
        "spatial axes.",
    .compose = compose_max_pool};

constinit const CompositeOp avg_pool_of_axes{
    .schema = {.name = "avg_pool",
               .tf_name = "AvgPool",
               .inputs = {"input"},
               .attrs = &attrs_of<PoolAttrs>,
               .dtypes = kFloating},
    .doc =
        "The mean of each window of `input` (batch, spatial..., channels), of 1 to 3 spatial "
        "axes; padding does not count.",
    .compose = compose_avg_pool};

constexpr const CompositeOp* kPoolOps[] = {&max_pool_of_axes, &avg_pool_of_axes};
const OpFamily pool_ops(kPoolOps);

}  // namespace

Tensor max_pool(const Tensor& input, const PoolAttrs& attrs) {
  return call(max_pool_of_axes, {input}, attrs);
}

Tensor avg_pool(const Tensor& input, const PoolAttrs& attrs) {
  return call(avg_pool_of_axes, {input}, attrs);
}

}  // namespace pelton
