// Owns the penalties, and finding a regularizer by name, serialized config or object.
#include "nn/weights/regularizers.h"

#include <cmath>

#include "nn/config/part_lookup.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"

namespace pelton {

namespace {

constexpr PartAlias kRegularizerAliases[] = {{"l1_l2", "L1L2"}};

constexpr PartTable<Regularizer> kRegularizers{
    "regularizer", PartRows<Regularizer, RegularizerOf, RegularizerConfigs>::kRows,
    kRegularizerAliases, &Foreign::as_regularizer};

}  // namespace

void check_rate(const char* name, double rate) {
  check(rate >= 0 && std::isfinite(rate), Code::value_error, "Invalid value for argument ", name,
        ": expected a non-negative float. Received: ", name, "=", Value(rate));
}

Tensor weight_penalty(const Tensor& x, double absolute, double squared) {
  Tensor total;
  if (absolute != 0) total = multiply(scalar(absolute, x.dtype()), reduce_sum(abs(x)));
  if (squared == 0) return total.defined() ? total : zeros({}, x.dtype());
  const Tensor squares = is_floating(x.dtype()) ? reduce_sum_of_squares(x) : reduce_sum(square(x));
  const Tensor term = multiply(scalar(squared, x.dtype()), squares);
  return total.defined() ? add(total, term) : term;
}

Tensor OrthogonalRegularizerConfig::penalty(const Tensor& x) const {
  const Tensor squared = square(x);
  const Tensor scale = scalar(factor, x.dtype());
  check(x.rank() == 2, Code::value_error,
        "Inputs to OrthogonalRegularizer must have rank 2. Received: inputs.shape=", x.shape());
  const Tensor rows = mode == OrthogonalMode::rows ? x : transpose(x);
  const auto count = static_cast<double>(rows.shape()[0]);
  const Tensor least = scalar(1e-12, x.dtype());
  const Tensor squares = reduce_sum(mode == OrthogonalMode::rows ? squared : transpose(squared),
                                    {.axis = Axes{1}, .keepdims = true});
  const Tensor unit = multiply(rows, rsqrt(maximum(squares, least)));
  const Tensor cosines = abs(matmul(unit, unit, {.transpose_b = true}));
  const Tensor ones_but_diagonal =
      subtract(scalar(1, x.dtype()), eye(rows.shape()[0], rows.shape()[0], x.dtype()));
  const Tensor mean = multiply(reduce_sum(multiply(cosines, ones_but_diagonal)),
                               scalar(1 / (count * (count - 1)), x.dtype()));
  return multiply(mean, scale);
}

RegularizerPtr get_regularizer(const Value& identifier) { return kRegularizers.find(identifier); }

RegularizerPtr FieldType<RegularizerPtr>::parse(const Value& value, const FieldSite& site) {
  return found_for(site, value, get_regularizer);
}

}  // namespace pelton
