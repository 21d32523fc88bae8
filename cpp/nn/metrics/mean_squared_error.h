// Owns the metric MeanSquaredError: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/mean_squared_error.h"
#include "nn/metrics/mean_of_scores.h"

namespace pelton::metrics {

// As losses::MeanSquaredError.
class MeanSquaredError : public MeanOfScores {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "MeanSquaredError";
  static constexpr const char* kFunction = "mean_squared_error";
  static constexpr auto& kAliases = losses::MeanSquaredError::kAliases;

  explicit MeanSquaredError(const Config& config = {});
  Scores score(const Tensor& y_true, const Tensor& y_pred) override;
  Direction direction() const override { return Direction::down; }
  std::string class_name() const override { return kClass; }

 private:
  losses::MeanSquaredError loss_;
};

}  // namespace pelton::metrics
