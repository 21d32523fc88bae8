// Owns the metric CategoricalCrossentropy: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/categorical_crossentropy.h"
#include "nn/metrics/mean_of_loss.h"

namespace pelton {

struct CategoricalCrossentropyMetricConfig : MetricConfig {
  bool from_logits = false;
  double label_smoothing = 0.0;
  int64_t axis = -1;
};
template <>
inline constexpr auto fields<CategoricalCrossentropyMetricConfig> = std::tuple_cat(
    fields<MetricConfig>,
    std::tuple{field("from_logits", &CategoricalCrossentropyMetricConfig::from_logits),
               field("label_smoothing", &CategoricalCrossentropyMetricConfig::label_smoothing),
               field("axis", &CategoricalCrossentropyMetricConfig::axis)});

namespace metrics {

using CategoricalCrossentropy =
    MeanOfLoss<losses::CategoricalCrossentropy, CategoricalCrossentropyMetricConfig>;

}  // namespace metrics
}  // namespace pelton
