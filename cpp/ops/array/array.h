// Declares what makes tensors and rearranges their elements: creation, views, slices, indices.
// Names, defaults and broadcasting follow TensorFlow; every function raises invalid_argument with
// the op's name and all shapes and dtypes when its arguments do not fit.
#pragma once
#include <vector>

#include "kernels/common/attrs/attrs.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton {

// Creation
Tensor fill(const Shape& dims, const Tensor& value);             // `value` is 0-d
Tensor zeros(const Shape& shape, DType dtype = DType::float32);  // on the scope's device
Tensor ones(const Shape& shape, DType dtype = DType::float32);
Tensor zeros_like(const Tensor& x);
Tensor ones_like(const Tensor& x);
// A 0-d tensor of `dtype`; integers must fit.
Tensor scalar(double value, DType dtype = DType::float32);
Tensor scalar_like(double value, const Tensor& x);  // of x's dtype
Tensor range(double start, double limit, double delta, DType dtype);
Tensor full(const Shape& shape, double value, DType dtype = DType::float32);
Tensor eye(int64_t rows, int64_t columns, DType dtype = DType::float32);
Tensor shape(const Tensor& input, const ShapeAttrs& attrs = {});  // its sizes, as a vector
Tensor constant(const Tensor& value);   // a host value on the scope's device, logged as _EagerConst
Tensor identity(const Tensor& x);       // a copy on the scope's device, with a gradient
Tensor stop_gradient(const Tensor& x);  // shares bytes, passes no gradient
Tensor cast(const Tensor& x, DType dtype);

// A variable's next value; no broadcasting, both have one shape.
Tensor assign_add(const Tensor& variable, const Tensor& value);
Tensor assign_sub(const Tensor& variable, const Tensor& value);

// Shapes and indices
Tensor reshape(const Tensor& tensor, const ReshapeAttrs& attrs);  // one size may be -1
Tensor transpose(const Tensor& a, const TransposeAttrs& attrs = {});
Tensor expand_dims(const Tensor& input, const AxisAttrs& attrs);
Tensor squeeze(const Tensor& input, const SqueezeAttrs& attrs = {});
Tensor broadcast_to(const Tensor& input, const ReshapeAttrs& attrs);
// x, of which the shape is known from here on; -1 stands for any size.
Tensor ensure_shape(const Tensor& x, const ReshapeAttrs& attrs);
Tensor strided_slice(const Tensor& input, const SliceAttrs& attrs);
// Zeros of attrs.shape with `grad` written where strided_slice reads.
Tensor strided_slice_grad(const Tensor& grad, const SliceGradAttrs& attrs);
// Writes `value`, of the slice's shape, into `ref` in place; `ref` is row-major and owns its bytes,
// which `value` must not share.
void strided_slice_assign(const Tensor& ref, const Tensor& value, const SliceAttrs& attrs);
Tensor reverse(const Tensor& tensor, const AxesAttrs& attrs);
Tensor concat(const std::vector<Tensor>& values, const AxisAttrs& attrs);
Tensor stack(const std::vector<Tensor>& values, const AxisAttrs& attrs);
Tensor gather(const Tensor& params, const Tensor& indices, const AxisAttrs& attrs);
// `elements` with `row` as row `index`, a scalar; a number outside is a bad index.
Tensor write_row(const Tensor& elements, const Tensor& index, const Tensor& row);
// Where `condition` is not zero: int64 indices [number of them, rank], row-major.
Tensor nonzero(const Tensor& condition);
// Zeros of `shape` with `updates` added at `indices` along `axis`: the gradient of gather.
Tensor scatter_add(const Tensor& updates, const Tensor& indices, const ScatterAttrs& attrs);
Tensor one_hot(const Tensor& indices, const OneHotAttrs& attrs);  // depth, on, off, axis, dtype
Tensor pad(const Tensor& tensor, const PadAttrs& attrs);
Tensor tile(const Tensor& input, const MultiplesAttrs& attrs);

// Made of other ops
struct UnstackAttrs {
  std::optional<int64_t> num;  // slices, which must be given where the axis has no known size
  int64_t axis = 0;
};
template <>
inline constexpr auto fields<UnstackAttrs> =
    std::tuple{field("num", &UnstackAttrs::num), field("axis", &UnstackAttrs::axis)};
std::vector<Tensor> unstack(const Tensor& value, const UnstackAttrs& attrs = {});

struct SplitAttrs {
  int64_t axis = 0;
  std::optional<int64_t> num;
};
template <>
inline constexpr auto fields<SplitAttrs> =
    std::tuple{field("axis", &SplitAttrs::axis), field("num", &SplitAttrs::num)};
// Pieces of the given sizes (one may be -1: what is left), or `count` equal pieces.
std::vector<Tensor> split(const Tensor& value, const std::vector<int64_t>& sizes,
                          const SplitAttrs& attrs = {});
std::vector<Tensor> split(const Tensor& value, int64_t count, const SplitAttrs& attrs = {});

struct BooleanMaskAttrs {
  std::optional<int64_t> axis;  // absent: 0
};
template <>
inline constexpr auto fields<BooleanMaskAttrs> = std::tuple{field("axis", &BooleanMaskAttrs::axis)};
// The slices of `tensor` at which `mask` is true; the mask covers the axes from attrs.axis on.
Tensor boolean_mask(const Tensor& tensor, const Tensor& mask, const BooleanMaskAttrs& attrs = {});

}  // namespace pelton
