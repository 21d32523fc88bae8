// Owns Rescaling: x * scale + offset.
#pragma once
#include "nn/layers/layer_of.h"

namespace pelton {

// A number, or a sequence of numbers that broadcasts over the last axis; written as it was given.
struct NumberOrList {
  std::vector<double> numbers{0.0};
  bool is_single = true;
};
template <>
struct FieldType<NumberOrList> {
  static NumberOrList parse(const Value& value, const FieldSite& site);
  static Value write(const NumberOrList& value);
  static std::string text() { return "float | Sequence[float]"; }
};

struct RescalingConfig {
  NumberOrList scale;
  NumberOrList offset;
};
template <>
inline constexpr auto fields<RescalingConfig> = std::tuple{
    required_field("scale", &RescalingConfig::scale), field("offset", &RescalingConfig::offset)};

class Rescaling : public LayerOf<RescalingConfig> {
 public:
  static constexpr const char* kClassName = "Rescaling";
  static constexpr const char* kDoc =
      "x * scale + offset in the compute dtype; inputs of integers are cast first. Each of both "
      "is\n"
      "a number or one number per channel.";

  static constexpr std::array kSettable{"scale", "offset"};

  explicit Rescaling(RescalingConfig config, LayerOptions options = {})
      : LayerOf(kClassName, std::move(config), std::move(options)) {
    set_supports_masking(true);
  }
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override { return input_shape; }
};

}  // namespace pelton
