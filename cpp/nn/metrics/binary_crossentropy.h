// Owns the metric BinaryCrossentropy: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/binary_crossentropy.h"
#include "nn/metrics/mean_of_loss.h"

namespace pelton {

struct BinaryCrossentropyMetricConfig : MetricConfig {
  bool from_logits = false;
  double label_smoothing = 0.0;
};
template <>
inline constexpr auto fields<BinaryCrossentropyMetricConfig> = std::tuple_cat(
    fields<MetricConfig>,
    std::tuple{field("from_logits", &BinaryCrossentropyMetricConfig::from_logits),
               field("label_smoothing", &BinaryCrossentropyMetricConfig::label_smoothing)});

namespace metrics {

// Over the last axis.
using BinaryCrossentropy = MeanOfLoss<losses::BinaryCrossentropy, BinaryCrossentropyMetricConfig>;

}  // namespace metrics
}  // namespace pelton
