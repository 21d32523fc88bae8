// Owns the metric BinaryAccuracy: how often predictions, rounded by a threshold, equal 0/1 targets.
#pragma once
#include "nn/metrics/mean_of_scores.h"

namespace pelton {

struct BinaryAccuracyConfig : MetricConfig {
  double threshold = 0.5;
};
template <>
inline constexpr auto fields<BinaryAccuracyConfig> = std::tuple_cat(
    fields<MetricConfig>, std::tuple{field("threshold", &BinaryAccuracyConfig::threshold)});

namespace metrics {

// 1 where (prediction > threshold) equals the target. Raises invalid_argument unless the shapes
// broadcast.
class BinaryAccuracy : public MeanOfScores {
 public:
  using Config = BinaryAccuracyConfig;
  static constexpr const char* kClass = "BinaryAccuracy";
  static constexpr const char* kFunction = "binary_accuracy";

  explicit BinaryAccuracy(const Config& config = {});
  Scores score(const Tensor& y_true, const Tensor& y_pred) override;
  Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred) override;
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return written(config_); }

 private:
  Config config_;
};

}  // namespace metrics
}  // namespace pelton
