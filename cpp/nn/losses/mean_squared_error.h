// Owns the mean squared error. Knows nothing of reduction and weights.
#pragma once
#include "nn/losses/loss.h"

namespace pelton::losses {

// mean((y_true - y_pred)^2) over the last axis; raises invalid_argument unless the shapes
// broadcast.
class MeanSquaredError : public Loss {
 public:
  using Config = LossConfig;
  static constexpr const char* kClass = "MeanSquaredError";
  static constexpr const char* kFunction = "mean_squared_error";
  static constexpr std::array<const char*, 2> kAliases{"mse", "MSE"};

  explicit MeanSquaredError(const Config& config = {});
  Values call(const Tensor& y_true, const Tensor& y_pred) override;
  std::string class_name() const override { return kClass; }
};

}  // namespace pelton::losses
