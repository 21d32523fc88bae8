// Owns resample, which gives an axis another size, and its gradient; both are linear, and each is
// the other's gradient. Bytes give float32, as if they were cast before.
#include "kernels/declared/resample.h"

#include "ops/image/image.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

constexpr DTypeSet kResampled{DType::float32, DType::float64};
constexpr DTypeSet kResampledOrBytes = kResampled | DTypeSet{DType::uint8};

void infer_resample(InferContext& c) {
  const auto& attrs = c.attrs<ResampleAttrs>();
  Shape shape = c.shape(0);
  const auto axis =
      static_cast<size_t>(normalize_axis(attrs.axis, static_cast<int64_t>(shape.size())));
  check(is_size(attrs.size), "size must not be negative, got ", attrs.size);
  check(shape[axis] != 0 || attrs.size == 0, "an axis without elements cannot get ", attrs.size);
  shape[axis] = attrs.size;
  count_or_unknown(shape);
  c.add_output(c.dtype(0) == DType::uint8 ? DType::float32 : c.dtype(0), shape);
}

ResampleAttrs with_size(ResampleAttrs attrs, const Tensor& x) {
  attrs.size = x.shape()[static_cast<size_t>(normalize_axis(attrs.axis, x.rank()))];
  return attrs;
}

void resample_gradient(GradContext& c) {
  c.set(0, resample_grad(c.grad(), with_size(c.attrs<ResampleAttrs>(), c.in(0))));
}

void resample_grad_gradient(GradContext& c) {
  c.set(0, resample(c.grad(), with_size(c.attrs<ResampleAttrs>(), c.in(0))));
}

Sharding resample_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::is_along(c, c.attrs<ResampleAttrs>().axis));
}

constinit const OpDef resample_op{
    .name = "resample",
    .tf_name = "ScaleAndTranslate",
    .inputs = {"x"},
    .attrs = &attrs_of<ResampleAttrs>,
    .dtypes = kResampledOrBytes,
    .infer = infer_resample,
    .grad = resample_gradient,
    .sharding = resample_sharding,
    .kernels = {.cpu = cpu::resample, .cuda = PELTON_CUDA(cuda::resample)}};

constinit const OpDef resample_grad_op{
    .name = "resample_grad",
    .tf_name = "ScaleAndTranslateGrad",
    .inputs = {"out_grad"},
    .attrs = &attrs_of<ResampleAttrs>,
    .dtypes = kResampled,
    .infer = infer_resample,
    .grad = resample_grad_gradient,
    .sharding = resample_sharding,
    .kernels = {.cpu = cpu::resample_grad, .cuda = PELTON_CUDA(cuda::resample_grad)}};

constexpr const OpDef* kResampleOps[] = {&resample_op, &resample_grad_op};

}  // namespace

Tensor resample(const Tensor& x, const ResampleAttrs& attrs) {
  return call(resample_op, {x}, attrs);
}

Tensor resample_grad(const Tensor& out_grad, const ResampleAttrs& attrs) {
  return call(resample_grad_op, {out_grad}, attrs);
}

const OpFamily resample_ops(kResampleOps);

}  // namespace pelton
