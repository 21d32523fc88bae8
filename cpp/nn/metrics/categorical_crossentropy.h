// Owns the metric CategoricalCrossentropy: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/categorical_crossentropy.h"
#include "nn/metrics/mean_of_scores.h"

namespace pelton {

struct CategoricalCrossentropyMetricConfig : MetricConfig {
  bool from_logits = false;
  double label_smoothing = 0.0;
  int64_t axis = -1;
};
template <>
inline constexpr auto fields<CategoricalCrossentropyMetricConfig> =
    std::tuple{field("name", &CategoricalCrossentropyMetricConfig::name),
               field("dtype", &CategoricalCrossentropyMetricConfig::dtype),
               field("from_logits", &CategoricalCrossentropyMetricConfig::from_logits),
               field("label_smoothing", &CategoricalCrossentropyMetricConfig::label_smoothing),
               field("axis", &CategoricalCrossentropyMetricConfig::axis)};

namespace metrics {

// As losses::CategoricalCrossentropy.
class CategoricalCrossentropy : public MeanOfScores {
 public:
  using Config = CategoricalCrossentropyMetricConfig;
  static constexpr const char* kClass = "CategoricalCrossentropy";
  static constexpr const char* kFunction = "categorical_crossentropy";
  static constexpr auto& kAliases = losses::CategoricalCrossentropy::kAliases;

  explicit CategoricalCrossentropy(const Config& config = {});
  Scores score(const Tensor& y_true, const Tensor& y_pred) override;
  Direction direction() const override { return Direction::down; }
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return written(config_); }

 private:
  Config config_;
  losses::CategoricalCrossentropy loss_;
};

}  // namespace metrics
}  // namespace pelton
