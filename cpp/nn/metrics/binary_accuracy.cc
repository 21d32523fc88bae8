#include "nn/metrics/binary_accuracy.h"

#include "nn/metrics/compare.h"

namespace pelton::metrics {

BinaryAccuracy::BinaryAccuracy(const Config& config)
    : MeanOfScores(config, kFunction), config_(config) {
  check(config.threshold > 0 && config.threshold < 1, Code::value_error,
        "Invalid value for argument `threshold`. Expected a value in interval (0, 1). Received: "
        "threshold=",
        float_text(config.threshold));
}

MeanOfScores::Scores BinaryAccuracy::score(const Tensor& y_true, const Tensor& y_pred) {
  const double threshold = static_cast<float>(config_.threshold);
  return {compare(kFunction, y_true, y_pred,
                  [&](double target, double output) {
                    return target == (output > threshold ? 1.0 : 0.0);
                  }),
          {}};
}

}  // namespace pelton::metrics
