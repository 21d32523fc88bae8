// Owns Softmax: normalised exponentials as a layer.
#pragma once
#include "nn/layers/layer_of.h"

namespace pelton {

// One axis, or several that are normalised together; written as it was given.
struct SoftmaxAxes {
  Axes axes{-1};
  bool is_single = true;
};
template <>
struct FieldType<SoftmaxAxes> {
  static SoftmaxAxes parse(const Value& value, const FieldSite& site) {
    return {FieldType<Axes>::parse(value, site), value.get_if<List>() == nullptr};
  }
  static Value write(const SoftmaxAxes& value) {
    if (value.is_single) return value.axes[0];
    return FieldType<Axes>::write(value.axes);
  }
  static std::string text() { return FieldType<Axes>::text(); }
};

struct SoftmaxConfig {
  SoftmaxAxes axis;
};
template <>
inline constexpr auto fields<SoftmaxConfig> = std::tuple{field("axis", &SoftmaxConfig::axis)};

class Softmax : public LayerOf<SoftmaxConfig> {
 public:
  static constexpr const char* kClassName = "Softmax";
  static constexpr const char* kDoc =
      "exp(x) / sum(exp(x)) along `axis`, one axis or several together.";

  // Raises value_error for no axis or a repeated one.
  explicit Softmax(SoftmaxConfig config = {}, LayerOptions options = {});
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override { return input_shape; }

 protected:
  std::string argument_note(std::optional<bool>) const override { return "\n  • mask=None"; }
};

}  // namespace pelton
