// Owns resize_bilinear, which gives images another height and width in one pass over their rows.
#include "kernels/declared/resample.h"
#include "ops/image/image.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

void infer_resize(InferContext& c) {
  const auto& attrs = c.attrs<ResizeAttrs>();
  Shape shape = c.shape(0);
  const size_t rank = shape.size();
  check(rank >= 3, "x must have axes (..., height, width, channels), got shape ", shape);
  const int64_t sizes[] = {attrs.height, attrs.width};
  for (size_t i = 0; i < 2; ++i) {
    check(is_size(sizes[i]), i == 0 ? "height" : "width", " must not be negative, got ", sizes[i]);
    int64_t& size = shape[rank - 3 + i];
    check(size != 0 || sizes[i] == 0, "an axis without elements cannot get ", sizes[i]);
    size = sizes[i];
  }
  count_or_unknown(shape);
  c.add_output(c.dtype(0) == DType::uint8 ? DType::float32 : c.dtype(0), shape);
}

void resize_gradient(GradContext& c) {
  const Shape& shape = c.in(0).shape();
  const size_t height = shape.size() - 3;
  const Tensor wide = resample_grad(c.grad(), {.axis = -2, .size = shape[height + 1]});
  c.set(0, resample_grad(wide, {.axis = -3, .size = shape[height]}));
}

Sharding resize_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::is_along(c, -3));
}

constinit const OpDef resize_bilinear_op{
    .name = "resize_bilinear",
    .tf_name = "ResizeBilinear",
    .inputs = {"x"},
    .attrs = &attrs_of<ResizeAttrs>,
    .dtypes = DTypeSet{DType::float32, DType::float64, DType::uint8},
    .infer = infer_resize,
    .grad = resize_gradient,
    .sharding = resize_sharding,
    .kernels = {.cpu = cpu::resize_bilinear, .cuda = PELTON_CUDA(cuda::resize_bilinear)}};

constexpr const OpDef* kResizeOps[] = {&resize_bilinear_op};

}  // namespace

Tensor resize_bilinear(const Tensor& x, const ResizeAttrs& attrs) {
  return call(resize_bilinear_op, {x}, attrs);
}

const OpFamily resize_ops(kResizeOps);

}  // namespace pelton
