// Owns the binary cross-entropy. Knows nothing of reduction and weights.
#pragma once
#include "nn/losses/loss.h"

namespace pelton {

struct BinaryCrossentropyConfig : LossConfig {
  bool from_logits = false;
  double label_smoothing = 0.0;  // in [0, 1]: targets move towards 0.5
  int64_t axis = -1;             // the axis that the mean is taken over
};
template <>
inline constexpr auto fields<BinaryCrossentropyConfig> =
    std::tuple_cat(std::tuple{field("from_logits", &BinaryCrossentropyConfig::from_logits),
                              field("label_smoothing", &BinaryCrossentropyConfig::label_smoothing),
                              field("axis", &BinaryCrossentropyConfig::axis)},
                   fields<LossConfig>);

namespace losses {

// mean(-(y log p + (1 - y) log(1 - p))) over `axis`, p limited to [1e-7, 1 - 1e-7]. Predictions
// that are a sigmoid's output are taken by their logits. Raises value_error for unequal shapes.
class BinaryCrossentropy : public Loss {
 public:
  using Config = BinaryCrossentropyConfig;
  static constexpr const char* kClass = "BinaryCrossentropy";
  static constexpr const char* kFunction = "binary_crossentropy";
  static constexpr std::array<const char*, 2> kAliases{"bce", "BCE"};

  explicit BinaryCrossentropy(const Config& config = {});
  Values call(const Tensor& y_true, const Tensor& y_pred) override;
  std::string class_name() const override { return kClass; }
  Dict get_config() const override { return written(config_); }

 private:
  Config config_;
};

}  // namespace losses
}  // namespace pelton
