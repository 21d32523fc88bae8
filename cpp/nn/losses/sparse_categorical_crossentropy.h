// Owns the categorical cross-entropy of class indices. Knows nothing of reduction and weights.
#pragma once
#include "nn/losses/loss.h"

namespace pelton {

struct SparseCategoricalCrossentropyConfig : LossConfig {
  bool from_logits = false;
  std::optional<int64_t> ignore_class;  // positions with this label do not count
  int64_t axis = -1;                    // the axis of the classes: only the last one
};
template <>
inline constexpr auto fields<SparseCategoricalCrossentropyConfig> =
    std::tuple{field("from_logits", &SparseCategoricalCrossentropyConfig::from_logits),
               field("ignore_class", &SparseCategoricalCrossentropyConfig::ignore_class),
               field("reduction", &SparseCategoricalCrossentropyConfig::reduction),
               field("axis", &SparseCategoricalCrossentropyConfig::axis),
               field("name", &SparseCategoricalCrossentropyConfig::name),
               field("dtype", &SparseCategoricalCrossentropyConfig::dtype)};

namespace losses {

// -log p[y]; probabilities are limited to [1e-7, 1 - 1e-7] and normalised through a softmax of
// their logarithms, as Keras on TensorFlow. Predictions that are a softmax's output are taken by
// their logits. Raises value_error for shapes that do not fit and invalid_argument for a label
// outside [0, classes), naming its position and value.
class SparseCategoricalCrossentropy : public Loss {
 public:
  using Config = SparseCategoricalCrossentropyConfig;
  static constexpr const char* kClass = "SparseCategoricalCrossentropy";
  static constexpr const char* kFunction = "sparse_categorical_crossentropy";
  static constexpr std::array<const char*, 0> kAliases{};

  explicit SparseCategoricalCrossentropy(const Config& config = {});
  Values call(const Tensor& y_true, const Tensor& y_pred) override;
  bool takes_labels() const override { return true; }
  std::string class_name() const override { return kClass; }
  Dict get_config() const override;

 private:
  Values call_ignoring(Tensor labels, const Tensor& y_pred) const;
  Tensor cross_entropy(const Tensor& labels, const Tensor& y_pred) const;

  Config config_;
};

}  // namespace losses
}  // namespace pelton
