// Owns the metric RootMeanSquaredError: the root of the mean squared error over batches.
#pragma once
#include "nn/metrics/mean.h"

namespace pelton::metrics {

// sqrt(mean((y_true - y_pred)^2)). Raises invalid_argument unless the shapes broadcast.
class RootMeanSquaredError : public Mean {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "RootMeanSquaredError";
  static constexpr const char* kFunction = "root_mean_squared_error";

  explicit RootMeanSquaredError(const Config& config = {});
  void update_state(const Tensor& y_true, const Tensor& y_pred,
                    const Tensor& sample_weight) override;
  Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred) override;
  Tensor result() override;
  Direction direction() const override { return Direction::down; }
  std::string class_name() const override { return kClass; }
};

}  // namespace pelton::metrics
