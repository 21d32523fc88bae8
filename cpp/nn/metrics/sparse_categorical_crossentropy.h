// Owns the metric SparseCategoricalCrossentropy: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/sparse_categorical_crossentropy.h"
#include "nn/metrics/mean_of_scores.h"

namespace pelton {

struct SparseCategoricalCrossentropyMetricConfig : MetricConfig {
  bool from_logits = false;
  std::optional<int64_t> ignore_class;
  int64_t axis = -1;
};
template <>
inline constexpr auto fields<SparseCategoricalCrossentropyMetricConfig> =
    std::tuple{field("name", &SparseCategoricalCrossentropyMetricConfig::name),
               field("dtype", &SparseCategoricalCrossentropyMetricConfig::dtype),
               field("from_logits", &SparseCategoricalCrossentropyMetricConfig::from_logits),
               field("ignore_class", &SparseCategoricalCrossentropyMetricConfig::ignore_class),
               field("axis", &SparseCategoricalCrossentropyMetricConfig::axis)};

namespace metrics {

// As losses::SparseCategoricalCrossentropy; ignored positions weigh nothing.
class SparseCategoricalCrossentropy : public MeanOfScores {
 public:
  using Config = SparseCategoricalCrossentropyMetricConfig;
  static constexpr const char* kClass = "SparseCategoricalCrossentropy";
  static constexpr const char* kFunction = "sparse_categorical_crossentropy";
  static constexpr auto& kAliases = losses::SparseCategoricalCrossentropy::kAliases;

  explicit SparseCategoricalCrossentropy(const Config& config = {});
  Scores score(const Tensor& y_true, const Tensor& y_pred) override;
  Direction direction() const override { return Direction::down; }
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return written(config_); }

 private:
  Config config_;
  losses::SparseCategoricalCrossentropy loss_;
};

}  // namespace metrics
}  // namespace pelton
