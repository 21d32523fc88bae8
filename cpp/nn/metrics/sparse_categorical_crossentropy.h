// Owns the metric SparseCategoricalCrossentropy: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/sparse_categorical_crossentropy.h"
#include "nn/metrics/mean_of_loss.h"

namespace pelton {

struct SparseCategoricalCrossentropyMetricConfig : MetricConfig {
  bool from_logits = false;
  std::optional<int64_t> ignore_class;
  int64_t axis = -1;
};
template <>
inline constexpr auto fields<SparseCategoricalCrossentropyMetricConfig> = std::tuple_cat(
    fields<MetricConfig>,
    std::tuple{field("from_logits", &SparseCategoricalCrossentropyMetricConfig::from_logits),
               field("ignore_class", &SparseCategoricalCrossentropyMetricConfig::ignore_class),
               field("axis", &SparseCategoricalCrossentropyMetricConfig::axis)});

namespace metrics {

// Ignored positions count as 0, and weigh nothing where there are sample weights, as in Keras.
using SparseCategoricalCrossentropy =
    MeanOfLoss<losses::SparseCategoricalCrossentropy, SparseCategoricalCrossentropyMetricConfig>;

}  // namespace metrics
}  // namespace pelton
