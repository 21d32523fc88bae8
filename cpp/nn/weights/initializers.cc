// Owns what the initializers compute.
#include "nn/weights/initializers.h"

#include <cmath>
#include <vector>

#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/random/random.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"
#include "runtime/threads/interrupt.h"

namespace pelton {

namespace {

// Standard deviation of a standard normal truncated at two sigma.
constexpr double kTruncatedStddev = 0.87962566103423978;

struct Fans {
  double in = 1;
  double out = 1;
};

double product_of_axes(const Shape& shape, const std::vector<int64_t>& axes) {
  const auto rank = static_cast<int64_t>(shape.size());
  double product = 1;
  for (const int64_t axis : axes) {
    check(axis >= -rank && axis < rank, Code::index_error, "axis ", axis,
          " of `input_axes` or `output_axes` is not among the axes of shape ", shape);
    product *= static_cast<double>(shape[static_cast<size_t>(axis < 0 ? axis + rank : axis)]);
  }
  return product;
}

// The number of inputs and outputs of one unit, those of the axes where both are given; convolution
// kernels count their receptive field.
Fans fans_of(const Shape& shape, const FanAxes& inputs, const FanAxes& outputs) {
  if (inputs.axes && outputs.axes)
    return {product_of_axes(shape, *inputs.axes), product_of_axes(shape, *outputs.axes)};
  if (shape.empty()) return {};
  const auto last = static_cast<double>(shape.back());
  if (shape.size() == 1) return {last, last};
  double field = 1;
  for (size_t i = 0; i + 2 < shape.size(); ++i) field *= static_cast<double>(shape[i]);
  return {field * static_cast<double>(shape[shape.size() - 2]), field * last};
}

double dot(const double* a, const double* b, int64_t size) {
  double sum = 0;
  for (int64_t i = 0; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

// Replaces the rows of a row-major (rows, columns) matrix by orthonormal ones, where there are no
// more rows than columns: Gram-Schmidt, run twice because once loses digits.
void orthonormalize(double* matrix, int64_t rows, int64_t columns) {
  for (int64_t row = 0; row < rows; ++row) {
    poll_interrupt();
    double* const v = matrix + row * columns;
    for (int pass = 0; pass < 2; ++pass)
      for (const double* earlier = matrix; earlier != v; earlier += columns) {
        const double share = dot(earlier, v, columns);
        for (int64_t i = 0; i < columns; ++i) v[i] -= share * earlier[i];
      }
    const double scale = 1 / std::sqrt(dot(v, v, columns));
    for (int64_t i = 0; i < columns; ++i) v[i] *= scale;
  }
}

}  // namespace

VarianceScalingConfig expand(ScaledKind kind) {
  using K = ScaledKind;
  const bool glorot = kind == K::glorot_uniform || kind == K::glorot_normal;
  const bool he = kind == K::he_uniform || kind == K::he_normal;
  const bool uniform =
      kind == K::glorot_uniform || kind == K::he_uniform || kind == K::lecun_uniform;
  return {.scale = he ? 2.0 : 1.0,
          .mode = glorot ? FanMode::fan_avg : FanMode::fan_in,
          .distribution = uniform ? Distribution::uniform : Distribution::truncated_normal};
}

Tensor ZerosConfig::make(const Shape& shape, DType dtype, const RandomStream&) const {
  return zeros(shape, dtype);
}

Tensor OnesConfig::make(const Shape& shape, DType dtype, const RandomStream&) const {
  return ones(shape, dtype);
}

Tensor ConstantConfig::make(const Shape& shape, DType dtype, const RandomStream&) const {
  return value.fill(shape, dtype);
}

Tensor IdentityConfig::make(const Shape& shape, DType dtype, const RandomStream&) const {
  check(shape.size() == 2, Code::value_error,
        "Identity matrix initializer can only be used for 2D matrices. Received: shape=", shape,
        " of rank ", shape.size(), ".");
  return multiply(eye(shape[0], shape[1], dtype), scalar(gain, dtype));
}

Tensor RandomNormalConfig::make(const Shape& shape, DType dtype, const RandomStream& stream) const {
  return stateless_random_normal(shape, mean, stddev, dtype, stream);
}

Tensor RandomUniformConfig::make(const Shape& shape, DType dtype,
                                 const RandomStream& stream) const {
  return stateless_random_uniform(shape, minval, maxval, dtype, stream);
}

Tensor TruncatedNormalConfig::make(const Shape& shape, DType dtype,
                                   const RandomStream& stream) const {
  return stateless_truncated_normal(shape, mean, stddev, dtype, stream);
}

void VarianceScalingConfig::check_values() const {
  check(scale > 0, Code::value_error,
        "Argument `scale` must be positive float. Received: scale=", Value(scale));
}

Tensor VarianceScalingConfig::make(const Shape& shape, DType dtype,
                                   const RandomStream& stream) const {
  const Fans fans = fans_of(shape, input_axes, output_axes);
  const double fan = mode == FanMode::fan_in    ? fans.in
                     : mode == FanMode::fan_out ? fans.out
                                                : (fans.in + fans.out) / 2;
  const double variance = scale / std::max(1.0, fan);
  using D = Distribution;
  switch (distribution) {
    case D::truncated_normal:
      return stateless_truncated_normal(shape, 0, std::sqrt(variance) / kTruncatedStddev, dtype,
                                        stream);
    case D::untruncated_normal:
      return stateless_random_normal(shape, 0, std::sqrt(variance), dtype, stream);
    case D::uniform:
      break;
  }
  const double limit = std::sqrt(3 * variance);
  return stateless_random_uniform(shape, -limit, limit, dtype, stream);
}

Tensor OrthogonalConfig::make(const Shape& shape, DType dtype, const RandomStream& stream) const {
  check(shape.size() >= 2, Code::value_error,
        "The tensor to initialize must be at least two-dimensional. Received: shape=", shape,
        " of rank ", shape.size(), ".");
  const int64_t columns = shape.back();
  const int64_t rows = columns == 0 ? 0 : element_count(shape) / columns;
  const int64_t longer = std::max(rows, columns);
  const int64_t shorter = std::min(rows, columns);
  // Keras draws a matrix of as many rows as the longer side has, in the weight's dtype.
  const Tensor random = stateless_random_normal({longer, shorter}, 0, 1, dtype, stream);
  const Tensor rows_first = contiguous(transpose(cast(random, DType::float64)));
  std::vector<double> matrix(static_cast<size_t>(random.size()));
  to_host(rows_first, matrix.data());
  orthonormalize(matrix.data(), shorter, longer);
  for (double& value : matrix) value *= gain;
  Tensor out = from_host(matrix.data(), {shorter, longer}, DType::float64, random.device());
  if (rows >= columns) out = transpose(out);
  return cast(reshape(out, {.shape = shape}), dtype);
}

}  // namespace pelton
