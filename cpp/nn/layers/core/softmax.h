// Owns Softmax: normalised exponentials as a layer.
#pragma once
#include "nn/config/given_axes.h"
#include "nn/layers/layer_of.h"

namespace pelton {

struct SoftmaxConfig {
  GivenAxes axis;  // several are normalised together
};
template <>
inline constexpr auto fields<SoftmaxConfig> = std::tuple{field("axis", &SoftmaxConfig::axis)};

class Softmax : public LayerOf<SoftmaxConfig> {
 public:
  static constexpr const char* kClassName = "Softmax";
  static constexpr const char* kDoc =
      "exp(x) / sum(exp(x)) along `axis`, one axis or several together.\n\n"
      "Where the input's mask, which must broadcast to it, is False, the output is 0 and the "
      "input\n"
      "does not count.";

  static constexpr std::array kSettable{"axis"};

  // Raises value_error for no axis or a repeated one.
  explicit Softmax(SoftmaxConfig config = {}, LayerOptions options = {});
  Tensor call(const Tensor& input, bool training) override;
  Shape compute_output_shape(const Shape& input_shape) override { return input_shape; }
  bool takes_mask() const override { return true; }
};

}  // namespace pelton
