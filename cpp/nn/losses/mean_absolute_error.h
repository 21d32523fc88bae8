// Owns the mean absolute error. Knows nothing of reduction and weights.
#pragma once
#include "nn/losses/loss.h"

namespace pelton::losses {

// mean(|y_true - y_pred|) over the last axis; raises invalid_argument unless the shapes broadcast.
class MeanAbsoluteError : public Loss {
 public:
  using Config = LossConfig;
  static constexpr const char* kClass = "MeanAbsoluteError";
  static constexpr const char* kFunction = "mean_absolute_error";
  static constexpr std::array<const char*, 2> kAliases{"mae", "MAE"};

  explicit MeanAbsoluteError(const Config& config = {});
  Values call(const Tensor& y_true, const Tensor& y_pred) override;
  std::string class_name() const override { return kClass; }
};

}  // namespace pelton::losses
