// Owns the convolution with its bias, activation and max pool as one op, and its gradient, which
// uses that one cell of a window at most has a gradient.
#include "kernels/declared/fused_conv2d.h"

#include "kernels/common/fused_conv2d_shape.h"
#include "ops/array/array.h"
#include "ops/composite.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

constexpr DTypeSet kCell{DType::uint8};

// Shape of the winners' cells: none where every window has one cell.
Shape argmax_shape(const FusedConv2dShape& shape) {
  return shape.is_pooled() ? shape.output() : Shape{0};
}

void infer_fused(InferContext& c) {
  const FusedConv2dShape shape =
      fused_conv2d_shape(c.shape(0), c.shape(1), c.attrs<FusedConv2dAttrs>());
  check(may_equal(c.shape(2), Shape{shape.conv.out_channels}),
        "bias must have one value for each of the ", shape.conv.out_channels,
        " filters, got shape ", c.shape(2));
  count_or_unknown(shape.conv.output());
  c.add_output(c.dtype(0), shape.output());
  c.add_output(DType::uint8, argmax_shape(shape));
}

void infer_fused_grad(InferContext& c) {
  const auto& attrs = c.attrs<FusedConv2dGradAttrs>();
  const FusedConv2dShape shape = fused_conv2d_shape(c.shape(0), c.shape(1), forward_attrs(attrs));
  count_or_unknown(shape.conv.output());
  check(may_equal(c.shape(2), shape.output()), "y has shape ", c.shape(2),
        ", but the pooled convolution has output shape ", shape.output());
  check(may_equal(c.shape(3), argmax_shape(shape)), "argmax has shape ", c.shape(3),
        ", but must have ", argmax_shape(shape));
  check(may_equal(c.shape(4), shape.output()), "out_grad has shape ", c.shape(4),
        ", but the pooled convolution has output shape ", shape.output());
  c.add_output(c.dtype(0), attrs.input_needed ? c.shape(0) : Shape{0});
  c.add_output(c.dtype(0), c.shape(1));
  c.add_output(c.dtype(0), {shape.conv.out_channels});
}

void fused_grad(GradContext& c) {
  if (!c.grad().defined()) return;  // argmax passes none
  const auto& a = c.attrs<FusedConv2dAttrs>();
  const Outputs grads = fused_conv2d_grad(
      c.in(0), c.in(1), c.out(0), c.out(1), c.grad(),
      {a.strides, a.padding, a.dilations, a.explicit_paddings, a.activation, a.pool, c.needs(0)});
  for (size_t i = 0; i < 3; ++i)
    if (c.needs(i)) c.set(i, grads.tensors[i]);
}

// The gradient is linear in out_grad, and given the gradient of the map, in input or filters. The
// winning cells and where relu is off are constants.
class FusedSecondOrder {
 public:
  explicit FusedSecondOrder(const GradContext& c)
      : input_(c.in(0)),
        filters_(c.in(1)),
        y_(c.in(2)),
        fused_(forward_attrs(c.attrs<FusedConv2dGradAttrs>())),
        conv_(convolution_attrs(fused_)),
        shape_(fused_conv2d_shape(input_.shape(), filters_.shape(), fused_)) {
    check(is_known(shape_.conv.y.out) && is_known(shape_.conv.x.out), Code::unimplemented,
          "its second gradient needs the sizes of the map, got input ", input_.shape());
    if (shape_.is_pooled())
      cells_ = one_hot(cast(c.in(3), DType::int32), {.depth = shape_.area(), .dtype = y_.dtype()});
  }

  // Gradient of the map from that of y.
  Tensor spread(const Tensor& out_grad) const {
    const Tensor masked = mask(out_grad);
    if (!shape_.is_pooled()) return masked;
    const auto [n, y, x, k] = sizes();
    const Tensor cells = reshape(multiply(expand_dims(masked, {-1}), cells_),
                                 {.shape = {n, y, x, k, shape_.pool_y, shape_.pool_x}});
    const Tensor seen = reshape(transpose(cells, {.perm = Axes{0, 1, 4, 2, 5, 3}}),
                                {.shape = {n, y * shape_.pool_y, x * shape_.pool_x, k}});
    return pad(seen, {.paddings = {0, 0, 0, shape_.conv.y.out - y * shape_.pool_y, 0,
                                   shape_.conv.x.out - x * shape_.pool_x, 0, 0}});
  }
  // What spread() sums over, from the gradient of its result.
  Tensor collect(const Tensor& map_grad) const {
    if (!shape_.is_pooled()) return mask(map_grad);
    const auto [n, y, x, k] = sizes();
    const Axes seen{n, y * shape_.pool_y, x * shape_.pool_x, k};
    const Tensor cut = strided_slice(map_grad, {.begin = {0, 0, 0, 0}, .size = seen});
    const Tensor cells = reshape(cut, {.shape = {n, y, shape_.pool_y, x, shape_.pool_x, k}});
    const Tensor rows = reshape(transpose(cells, {.perm = Axes{0, 1, 3, 5, 2, 4}}),
                                {.shape = {n, y, x, k, shape_.area()}});
    return mask(reduce_sum(multiply(rows, cells_), {.axis = Axes{-1}}));
  }
  Tensor forward(const Tensor& input, const Tensor& filters) const {
    return conv2d(input, filters, conv_);
  }
  Tensor input_grad(const Tensor& filters, const Tensor& map_grad) const {
    return conv2d_input_grad(filters, map_grad, grad_attrs(input_));
  }
  Tensor filter_grad(const Tensor& input, const Tensor& map_grad) const {
    return conv2d_filter_grad(input, map_grad, grad_attrs(filters_));
  }

 private:
  std::array<int64_t, 4> sizes() const {
    return {shape_.conv.batch, shape_.out_y(), shape_.out_x(), shape_.conv.out_channels};
  }
  Tensor mask(const Tensor& grad) const {
    return fused_.activation == FusedActivation::relu ? relu_grad(grad, y_) : grad;
  }
  Conv2dGradAttrs grad_attrs(const Tensor& x) const {
    return {x.shape(), conv_.strides, conv_.padding, conv_.dilations, conv_.explicit_paddings};
  }

  const Tensor &input_, &filters_, &y_;
  const FusedConv2dAttrs fused_;
  const Conv2dAttrs conv_;
  const FusedConv2dShape shape_;
  Tensor cells_;  // for each element of y, 1 at its winner's cell, else 0
};

void fused_grad_grad(GradContext& c) {
  const Tensor &input = c.in(0), &filters = c.in(1), &out_grad = c.in(4);
  const FusedSecondOrder s(c);
  const Tensor map_grad = s.spread(out_grad);
  Tensor second;  // of map_grad
  if (c.grad(0).defined() && c.attrs<FusedConv2dGradAttrs>().input_needed) {
    accumulate(second, s.forward(c.grad(0), filters));
    if (c.needs(1)) c.set(1, s.filter_grad(c.grad(0), map_grad));
  }
  if (c.grad(1).defined()) {
    accumulate(second, s.forward(input, c.grad(1)));
    if (c.needs(0)) c.set(0, s.input_grad(c.grad(1), map_grad));
  }
  if (c.grad(2).defined()) accumulate(second, broadcast_to(c.grad(2), {.shape = map_grad.shape()}));
  if (second.defined() && c.needs(4)) c.set(4, s.collect(second));
}

// The input's gradient has rows; those of filters and bias are sums over them.
Sharding fused_grad_sharding(const ShardingContext& c) {
  if (c.shardings[1] != Sharding::replicated()) return Sharding::none();
  for (const size_t i : {0, 2, 3, 4})  // all but the filters
    if (!sharding_rules::is_sharded(c, i)) return Sharding::none();
  return c.index == 0 ? Sharding::sharded() : Sharding::partial_sum();
}

constinit const OpDef fused_op{
    .name = "fused_conv2d",
    .tf_name = "_FusedConv2D",
    .inputs = {"input", "filters", "bias"},
    .outputs = 2,
    .attrs = &attrs_of<FusedConv2dAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_fused,
    .grad = fused_grad,
    .sharding = sharding_rules::of_first,
    .spares_output_1 = true,
    .kernels = {.cpu = cpu::fused_conv2d, .cuda = PELTON_CUDA(cuda::fused_conv2d)}};

constinit const OpDef fused_grad_op{
    .name = "fused_conv2d_grad",
    .tf_name = "_FusedConv2DGrad",
    .inputs = {"input", "filters", "y", {"argmax", kCell}, "out_grad"},
    .outputs = 3,
    .attrs = &attrs_of<FusedConv2dGradAttrs>,
    .dtypes = kFloating,
    .keep = Keep::inputs,
    .infer = infer_fused_grad,
    .grad = fused_grad_grad,
    .sharding = fused_grad_sharding,
    .kernels = {.cpu = cpu::fused_conv2d_grad, .cuda = PELTON_CUDA(cuda::fused_conv2d_grad)}};

constexpr const OpDef* kFusedConv2dOps[] = {&fused_op, &fused_grad_op};

}  // namespace

Outputs fused_conv2d(const Tensor& input, const Tensor& filters, const Tensor& bias,
                     const FusedConv2dAttrs& attrs) {
  return call_all(fused_op, std::array{input, filters, bias}, &attrs);
}

Outputs fused_conv2d_grad(const Tensor& input, const Tensor& filters, const Tensor& y,
                          const Tensor& argmax, const Tensor& out_grad,
                          const FusedConv2dGradAttrs& attrs) {
  return call_all(fused_grad_op, std::array{input, filters, y, argmax, out_grad}, &attrs);
}

const OpFamily fused_conv2d_ops(kFusedConv2dOps);

}  // namespace pelton
