// Owns the metric RootMeanSquaredError: the root of the mean squared error over batches.
#pragma once
#include "nn/metrics/mean.h"
#include "nn/training/match_rank.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/dispatch/context.h"

namespace pelton::metrics {

// sqrt(mean((y_true - y_pred)^2)). Raises invalid_argument unless the shapes broadcast.
class RootMeanSquaredError : public Mean {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "RootMeanSquaredError";
  static constexpr const char* kFunction = "root_mean_squared_error";
  static constexpr bool kTakesValues = false;

  explicit RootMeanSquaredError(const Config& config = {}) : Mean(config, kFunction) {}
  void update_state(const Tensor& y_true, const Tensor& y_pred,
                    const Tensor& sample_weight) override {
    PauseObservers pause;
    update(RootMeanSquaredError::batch_scores(y_true, y_pred), sample_weight);
  }
  Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred) override {
    Tensor target = cast(y_true, dtype()), output = cast(y_pred, dtype());
    match_rank(target, output);
    return squared_difference(target, output);
  }
  Tensor result() override { return sqrt(mean()); }
  static constexpr const char* kDirection = "down";  // which way the value improves
  std::string class_name() const override { return kClass; }
};

}  // namespace pelton::metrics
