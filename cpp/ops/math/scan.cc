// Owns the cumulative ops: cumsum, cumprod and cumulative_logsumexp.
#include "kernels/declared/scan.h"

#include <limits>

#include "core/element.h"
#include "kernels/common/attrs/scan_attrs.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_scan(InferContext& c) {
  const int64_t axis = c.attrs<ScanAttrs>().axis, rank = c.in(0).rank();
  check(axis >= -rank && axis < rank, "Expected scan axis in the range [", -rank, ", ", rank,
        "), but got ", axis);
  infer::same_as_first(c);
}

// The same scan from the other end, which is its transpose.
ScanAttrs turned(const ScanAttrs& attrs) { return {attrs.axis, attrs.exclusive, !attrs.reverse}; }

extern const OpDef cumsum_op, cumulative_logsumexp_op;

void cumsum_grad(GradContext& c) {
  c.set(0, call(cumsum_op, {c.grad()}, turned(c.attrs<ScanAttrs>())));
}

// As TensorFlow's, it is 0 where x is.
void cumprod_grad(GradContext& c) {
  const Tensor sums =
      call(cumsum_op, {multiply(c.grad(), conj(c.out(0)))}, turned(c.attrs<ScanAttrs>()));
  c.set(0, divide_no_nan(sums, conj(c.in(0))));
}

// The lowest number of x's dtype, whose exponential is 0.
Tensor lowest_like(const Tensor& x) {
  const double lowest = x.dtype() == DType::float16   ? -65504.0
                        : x.dtype() == DType::float64 ? std::numeric_limits<double>::lowest()
                                                      : -3.3e38;
  return scalar_like(lowest, x);
}

// The sum over results of grad * exp(x - result), in logarithms; `grad` counts where it is
// positive.
Tensor positive_part(GradContext& c, const Tensor& grad) {
  const Tensor is_positive = greater(grad, scalar_like(0, grad));
  const Tensor logs =
      where(is_positive, log(where(is_positive, grad, scalar_like(1, grad))), lowest_like(grad));
  const Tensor sums =
      call(cumulative_logsumexp_op, {subtract(logs, c.out(0))}, turned(c.attrs<ScanAttrs>()));
  return exp(add(sums, c.in(0)));
}

void cumulative_logsumexp_grad(GradContext& c) {
  c.set(0, subtract(positive_part(c, c.grad()), positive_part(c, negative(c.grad()))));
}

constexpr OpDef scan_op(const char* name, const char* tf_name, DTypeSet dtypes, Keep keep,
                        Grad grad, Kernels kernels) {
  return {.name = name,
          .tf_name = tf_name,
          .inputs = {"x"},
          .attrs = &attrs_of<ScanAttrs>,
          .dtypes = dtypes,
          .keep = keep,
          .infer = infer_scan,
          .grad = grad,
          .kernels = kernels};
}

constinit const OpDef cumsum_op =
    scan_op("cumsum", "Cumsum", kNumeric, Keep::none, cumsum_grad,
            {.cpu = cpu::cumulative_sum, .cuda = PELTON_CUDA(cuda::cumulative_sum)});
constinit const OpDef cumprod_op =
    scan_op("cumprod", "Cumprod", kNumeric, Keep::both, cumprod_grad,
            {.cpu = cpu::cumulative_product, .cuda = PELTON_CUDA(cuda::cumulative_product)});
constinit const OpDef cumulative_logsumexp_op = scan_op(
    "cumulative_logsumexp", "CumulativeLogsumexp", kFloating, Keep::both, cumulative_logsumexp_grad,
    {.cpu = cpu::cumulative_logsumexp, .cuda = PELTON_CUDA(cuda::cumulative_logsumexp)});

constexpr const OpDef* kScanOps[] = {&cumsum_op, &cumprod_op, &cumulative_logsumexp_op};
const OpFamily scan_ops(kScanOps);

}  // namespace
}  // namespace pelton
