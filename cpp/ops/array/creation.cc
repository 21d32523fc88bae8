// Owns the ops that make tensors: fill, full, zeros, ones, eye, range, iota, shape. They run on the
// device of the scope. None has a gradient but fill.
#include "kernels/declared/creation.h"

#include <cmath>

#include "kernels/common/attrs/iota_attrs.h"
#include "kernels/common/convert.h"
#include "kernels/cpu/elementwise/elementwise.h"
#include "kernels/cuda/elementwise/elementwise.h"
#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

const Shape& checked_shape(const Shape& shape) {
  for (int64_t size : shape) check(is_size(size), "Dimension ", size, " must be >= 0");
  count_or_unknown(shape);
  return shape;
}

// An integer dtype holds `value` exactly; doubles are exact up to 2^53.
void check_fits(double value, DType dtype, const char* argument) {
  if (!is_integer(dtype)) return;
  const int bits = static_cast<int>(size_of(dtype)) * 8 - (kSigned.contains(dtype) ? 1 : 0);
  const double limit = std::ldexp(1.0, std::min(bits, 53));
  const bool fits = std::floor(value) == value && value < limit &&
                    value >= (kSigned.contains(dtype) ? -limit : 0.0);
  check(fits, argument, " ", value, " is not a value of dtype ", dtype,
        bits > 53 ? " within 2^53" : "");
}

void infer_fill(InferContext& c) {
  check(c.in(0).rank() == 0, "value must be a scalar, got shape ", c.shape(0));
  c.add_output(c.dtype(0), checked_shape(c.attrs<DimsAttrs>().dims));
}

void fill_grad(GradContext& c) { c.set(0, reduce_sum(c.grad())); }

void check_numeric(DType dtype) {
  check(dtype != DType::string, Code::type_error, "dtype ", dtype, " has no numbers");
}

void infer_create(InferContext& c) {
  const auto& attrs = c.attrs<CreateAttrs>();
  check_numeric(attrs.dtype);
  c.add_output(attrs.dtype, checked_shape(attrs.shape));
}

void infer_full(InferContext& c) {
  const auto& attrs = c.attrs<FullAttrs>();
  check_numeric(attrs.dtype);
  check_fits(attrs.value, attrs.dtype, "value");
  c.add_output(attrs.dtype, checked_shape(attrs.shape));
}

void infer_like(InferContext& c) { c.add_output(c.dtype(0), c.shape(0)); }

void infer_eye(InferContext& c) {
  const auto& attrs = c.attrs<EyeAttrs>();
  check_numeric(attrs.dtype);
  const Shape shape{attrs.num_rows, attrs.num_columns.value_or(attrs.num_rows)};
  c.add_output(attrs.dtype, checked_shape(shape));
}

// `value` as numbers of `dtype` have it.
double rounded(double value, DType dtype) {
  if (is_floating(dtype))
    visit(FloatingTypes{}, dtype, [&]<class T>() { value = convert<double>(convert<T>(value)); });
  return value;
}

// How many steps of `delta` lead from `start` to `limit`, each operation rounded to `dtype`, as
// TensorFlow counts.
double range_count(double start, double limit, double delta, DType dtype) {
  const auto in_dtype = [&](double value) { return rounded(value, dtype); };
  const double distance = in_dtype(in_dtype(limit) - in_dtype(start));
  return std::ceil(std::abs(in_dtype(distance / in_dtype(delta))));
}

void infer_range(InferContext& c) {
  const auto& [start, limit, delta, dtype] = c.attrs<RangeAttrs>();
  check(kReal.contains(dtype), Code::type_error, "dtype ", dtype, " is not a real number's");
  check_fits(start, dtype, "start");
  check_fits(limit, dtype, "limit");
  check_fits(delta < 0 ? -delta : delta, dtype, "delta");
  check(std::isfinite(start) && std::isfinite(limit) && std::isfinite(delta),
        "start, limit and delta must be finite, got ", start, ", ", limit, ", ", delta);
  check(delta != 0, "Requires delta != 0: ", delta);
  check(delta < 0 || start <= limit, "Requires start <= limit when delta > 0: ", start, "/", limit);
  check(delta > 0 || start >= limit, "Requires start >= limit when delta < 0: ", start, "/", limit);
  const double count = range_count(start, limit, delta, dtype);
  check(count < 0x1p62, "Requires ((limit - start) / delta) <= 2^62, got ", count);
  c.add_output(dtype, {static_cast<int64_t>(count)});
}

void infer_iota(InferContext& c) {
  const auto& [size, dtype] = c.attrs<IotaAttrs>();
  check(kReal.contains(dtype), Code::type_error, "dtype ", dtype, " is not a real number's");
  if (is_known(size) && size > 0) check_fits(static_cast<double>(size - 1), dtype, "size - 1 =");
  c.add_output(dtype, checked_shape({size}));
}

void infer_shape(InferContext& c) {
  const DType dtype = c.attrs<ShapeAttrs>().out_type;
  check(kIndex.contains(dtype), "out_type must be int32 or int64, got ", dtype);
  for (int64_t size : c.shape(0))
    check(dtype == DType::int64 || size <= INT32_MAX, "int32 cannot hold size ", size,
          ": use out_type int64");
  c.add_output(dtype, {c.in(0).rank()});
}

constinit const OpDef fill_op{
    .name = "fill",
    .tf_name = "Fill",
    .inputs = {"value"},
    .attrs = &attrs_of<DimsAttrs>,
    .infer = infer_fill,
    .grad = fill_grad,
    .kernels = {.cpu = cpu::identity, .cuda = PELTON_CUDA(cuda::identity)}};
constinit const OpDef full_op{.name = "full",
                              .tf_name = "Fill",
                              .attrs = &attrs_of<FullAttrs>,
                              .infer = infer_full,
                              .grad = no_gradient,
                              .kernels = {.cpu = cpu::full, .cuda = PELTON_CUDA(cuda::full)}};
constinit const OpDef zeros_op{.name = "zeros",
                               .tf_name = "Fill",
                               .attrs = &attrs_of<CreateAttrs>,
                               .infer = infer_create,
                               .grad = no_gradient,
                               .kernels = {.cpu = cpu::zeros, .cuda = PELTON_CUDA(cuda::zeros)}};
constinit const OpDef ones_op{.name = "ones",
                              .tf_name = "Fill",
                              .attrs = &attrs_of<CreateAttrs>,
                              .infer = infer_create,
                              .grad = no_gradient,
                              .kernels = {.cpu = cpu::ones, .cuda = PELTON_CUDA(cuda::ones)}};
constinit const OpDef zeros_like_op{
    .name = "zeros_like",
    .tf_name = "ZerosLike",
    .inputs = {"input"},
    .strided = true,
    .infer = infer_like,
    .grad = no_gradient,
    .sharding = sharding_rules::of_shape,
    .kernels = {.cpu = cpu::zeros, .cuda = PELTON_CUDA(cuda::zeros)}};
constinit const OpDef ones_like_op{.name = "ones_like",
                                   .tf_name = "OnesLike",
                                   .inputs = {"input"},
                                   .dtypes = kNumericOrBoolean,
                                   .strided = true,
                                   .infer = infer_like,
                                   .grad = no_gradient,
                                   .sharding = sharding_rules::of_shape,
                                   .kernels = {.cpu = cpu::ones, .cuda = PELTON_CUDA(cuda::ones)}};
constinit const OpDef eye_op{.name = "eye",
                             .tf_name = "MatrixDiagV3",
                             .attrs = &attrs_of<EyeAttrs>,
                             .infer = infer_eye,
                             .grad = no_gradient,
                             .kernels = {.cpu = cpu::eye, .cuda = PELTON_CUDA(cuda::eye)}};
constinit const OpDef range_op{.name = "range",
                               .tf_name = "Range",
                               .attrs = &attrs_of<RangeAttrs>,
                               .infer = infer_range,
                               .grad = no_gradient,
                               .kernels = {.cpu = cpu::range, .cuda = PELTON_CUDA(cuda::range)}};
constinit const OpDef iota_op{.name = "iota",
                              .tf_name = "Range",
                              .attrs = &attrs_of<IotaAttrs>,
                              .infer = infer_iota,
                              .grad = no_gradient,
                              .kernels = {.cpu = cpu::iota, .cuda = PELTON_CUDA(cuda::iota)}};
constinit const OpDef shape_op{.name = "shape",
                               .tf_name = "Shape",
                               .inputs = {"input"},
                               .attrs = &attrs_of<ShapeAttrs>,
                               .strided = true,
                               .infer = infer_shape,
                               .grad = no_gradient,
                               .kernels = {.cpu = cpu::shape, .cuda = PELTON_CUDA(cuda::shape)}};

constexpr const OpDef* kCreationOps[] = {&fill_op,       &full_op,      &zeros_op, &ones_op,
                                         &zeros_like_op, &ones_like_op, &eye_op,   &range_op,
                                         &iota_op,       &shape_op};

}  // namespace

Tensor fill(const Shape& dims, const Tensor& value) {
  return call(fill_op, {value}, DimsAttrs{dims});
}
Tensor full(const Shape& shape, double value, DType dtype) {
  return call(full_op, {}, FullAttrs{shape, value, dtype});
}
Tensor zeros(const Shape& shape, DType dtype) {
  return call(zeros_op, {}, CreateAttrs{shape, dtype});
}
Tensor ones(const Shape& shape, DType dtype) {
  return call(ones_op, {}, CreateAttrs{shape, dtype});
}
Tensor zeros_like(const Tensor& x) { return call(zeros_like_op, {x}); }
Tensor ones_like(const Tensor& x) { return call(ones_like_op, {x}); }
Tensor scalar(double value, DType dtype) { return full({}, value, dtype); }
Tensor scalar_like(double value, const Tensor& x) { return scalar(value, x.dtype()); }
Tensor range(double start, double limit, double delta, DType dtype) {
  return call(range_op, {}, RangeAttrs{start, limit, delta, dtype});
}
Tensor iota(int64_t size, DType dtype) { return call(iota_op, {}, IotaAttrs{size, dtype}); }
Tensor shape(const Tensor& input, const ShapeAttrs& attrs) {
  return call(shape_op, {input}, attrs);
}
Tensor eye(int64_t rows, int64_t columns, DType dtype) {
  return call(eye_op, {}, EyeAttrs{rows, columns, dtype});
}

const OpFamily creation_ops(kCreationOps);

}  // namespace pelton
