// Owns the categorical cross-entropy of one-hot or soft targets. Knows nothing of reduction.
#pragma once
#include "nn/losses/loss.h"

namespace pelton {

struct CategoricalCrossentropyConfig : LossConfig {
  bool from_logits = false;
  double label_smoothing = 0.0;  // in [0, 1]: y * (1 - s) + s / classes
  int64_t axis = -1;             // the axis of the classes
};
template <>
inline constexpr auto fields<CategoricalCrossentropyConfig> = std::tuple_cat(
    std::tuple{field("from_logits", &CategoricalCrossentropyConfig::from_logits),
               field("label_smoothing", &CategoricalCrossentropyConfig::label_smoothing),
               field("axis", &CategoricalCrossentropyConfig::axis)},
    fields<LossConfig>);

namespace losses {

// -sum(y log p) over `axis`; probabilities are divided by their sum and limited to
// [1e-7, 1 - 1e-7], as Keras on TensorFlow. Predictions that are a softmax's output are taken by
// their logits. Raises value_error for unequal shapes.
class CategoricalCrossentropy : public Loss {
 public:
  using Config = CategoricalCrossentropyConfig;
  static constexpr const char* kClass = "CategoricalCrossentropy";
  static constexpr const char* kFunction = "categorical_crossentropy";
  static constexpr std::array<const char*, 0> kAliases{};

  explicit CategoricalCrossentropy(const Config& config = {});
  Values call(const Tensor& y_true, const Tensor& y_pred) override;
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return written(config_); }

 private:
  Config config_;
};

}  // namespace losses
}  // namespace pelton
