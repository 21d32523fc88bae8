#include "nn/metrics/accuracy.h"

#include "nn/metrics/compare.h"

namespace pelton::metrics {

Accuracy::Accuracy(const Config& config) : MeanOfScores(config, kFunction) {}

MeanOfScores::Scores Accuracy::score(const Tensor& y_true, const Tensor& y_pred) {
  return {compare(kFunction, y_true, y_pred,
                  [](double target, double output) {
                    return static_cast<float>(target) == static_cast<float>(output);
                  }),
          {}};
}

}  // namespace pelton::metrics
