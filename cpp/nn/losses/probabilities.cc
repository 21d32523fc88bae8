#include "nn/losses/probabilities.h"

#include "nn/config/value.h"
#include "ops/array/array.h"
#include "ops/math/math.h"

namespace pelton {

Tensor clip_probabilities(const Tensor& probabilities) {
  const DType dtype = probabilities.dtype();
  return clip_by_value(probabilities, scalar(kProbabilityEpsilon, dtype),
                       scalar(1.0 - kProbabilityEpsilon, dtype));
}

Tensor smooth_labels(const Tensor& y, double smoothing, double floor) {
  if (smoothing == 0.0) return y;
  return add(multiply(y, scalar(1.0 - smoothing, y.dtype())), scalar(floor, y.dtype()));
}

void check_label_smoothing(const char* loss, double smoothing) {
  check(smoothing >= 0.0 && smoothing <= 1.0, Code::value_error, loss,
        ": `label_smoothing` must be in the range [0, 1]. Received: label_smoothing=",
        float_text(smoothing));
}

void check_same_shape(const char* loss, const Tensor& target, const Tensor& output) {
  check(target.rank() == output.rank(), Code::value_error, loss,
        ": Arguments `target` and `output` must have the same rank (ndim). Received: "
        "target.shape=",
        target.shape(), ", output.shape=", output.shape());
  check(may_equal(target.shape(), output.shape()), Code::value_error, loss,
        ": Arguments `target` and `output` must have the same shape. Received: target.shape=",
        target.shape(), ", output.shape=", output.shape());
}

}  // namespace pelton
