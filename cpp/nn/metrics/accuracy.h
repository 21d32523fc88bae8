// Owns the metric Accuracy: how often predictions equal targets.
#pragma once
#include "nn/metrics/compare.h"
#include "nn/metrics/mean_of_scores.h"

namespace pelton::metrics {

// 1 where the values are equal. Raises invalid_argument unless the shapes broadcast.
class Accuracy : public MeanOfScores {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "Accuracy";
  static constexpr const char* kFunction = "accuracy";

  explicit Accuracy(const Config& config = {}) : MeanOfScores(config, kFunction) {}
  Scores score(const Tensor& y_true, const Tensor& y_pred) override {
    return {compare(kFunction, y_true, y_pred,
                    [](double target, double output) {
                      return static_cast<float>(target) == static_cast<float>(output);
                    }),
            {}};
  }
  std::string class_name() const override { return kClass; }
};

}  // namespace pelton::metrics
