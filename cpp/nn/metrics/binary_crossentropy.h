// Owns the metric BinaryCrossentropy: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/binary_crossentropy.h"
#include "nn/metrics/mean_of_scores.h"

namespace pelton {

struct BinaryCrossentropyMetricConfig : MetricConfig {
  bool from_logits = false;
  double label_smoothing = 0.0;
};
template <>
inline constexpr auto fields<BinaryCrossentropyMetricConfig> =
    std::tuple{field("name", &BinaryCrossentropyMetricConfig::name),
               field("dtype", &BinaryCrossentropyMetricConfig::dtype),
               field("from_logits", &BinaryCrossentropyMetricConfig::from_logits),
               field("label_smoothing", &BinaryCrossentropyMetricConfig::label_smoothing)};

namespace metrics {

// As losses::BinaryCrossentropy over the last axis.
class BinaryCrossentropy : public MeanOfScores {
 public:
  using Config = BinaryCrossentropyMetricConfig;
  static constexpr const char* kClass = "BinaryCrossentropy";
  static constexpr const char* kFunction = "binary_crossentropy";
  static constexpr auto& kAliases = losses::BinaryCrossentropy::kAliases;

  explicit BinaryCrossentropy(const Config& config = {});
  Scores score(const Tensor& y_true, const Tensor& y_pred) override;
  Direction direction() const override { return Direction::down; }
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return written(config_); }

 private:
  Config config_;
  losses::BinaryCrossentropy loss_;
};

}  // namespace metrics
}  // namespace pelton
