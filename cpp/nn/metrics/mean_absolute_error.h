// Owns the metric MeanAbsoluteError: the mean of the loss of that name over samples.
#pragma once
#include "nn/losses/mean_absolute_error.h"
#include "nn/metrics/mean_of_scores.h"

namespace pelton::metrics {

// As losses::MeanAbsoluteError.
class MeanAbsoluteError : public MeanOfScores {
 public:
  using Config = MetricConfig;
  static constexpr const char* kClass = "MeanAbsoluteError";
  static constexpr const char* kFunction = "mean_absolute_error";
  static constexpr auto& kAliases = losses::MeanAbsoluteError::kAliases;

  explicit MeanAbsoluteError(const Config& config = {});
  Scores score(const Tensor& y_true, const Tensor& y_pred) override;
  Direction direction() const override { return Direction::down; }
  std::string class_name() const override { return kClass; }

 private:
  losses::MeanAbsoluteError loss_;
};

}  // namespace pelton::metrics
