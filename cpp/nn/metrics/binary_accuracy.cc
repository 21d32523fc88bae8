#include "nn/metrics/binary_accuracy.h"

#include "nn/metrics/compare.h"

namespace pelton::metrics {

BinaryAccuracy::BinaryAccuracy(const Config& config)
    : MeanOfScores(config, kFunction), config_(config) {}

MeanOfScores::Scores BinaryAccuracy::score(const Tensor& y_true, const Tensor& y_pred) {
  const double threshold = static_cast<float>(config_.threshold);
  return {compare(kFunction, y_true, y_pred,
                  [&](double target, double output) {
                    return target == (output > threshold ? 1.0 : 0.0);
                  }),
          {}};
}

}  // namespace pelton::metrics
