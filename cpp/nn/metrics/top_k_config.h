// Owns what the top-k accuracies can be told.
#pragma once
#include "nn/metrics/metric.h"

namespace pelton {

struct TopKConfig : MetricConfig {
  int64_t k = 5;  // how many of the best classes count

  // Raises value_error, naming `metric`, for k below 1.
  void check_k(const char* metric) const {
    check(k >= 1, Code::value_error, metric, ": `k` must be at least 1. Received: k=", k);
  }
};
template <>
inline constexpr auto fields<TopKConfig> = std::tuple_cat(std::tuple{field("k", &TopKConfig::k)},
                                                          fields<MetricConfig>);

// A config of these in Keras's order.
inline Dict k_last(Dict config) {
  config.set("k", config.take("k"));
  return config;
}

}  // namespace pelton
