// Owns what ReLU checks and computes.
#include "nn/layers/core/relu.h"

#include "nn/activations/activations.h"

namespace pelton {

namespace {

void check_not_negative(const std::optional<double>& value, const char* what, const char* name,
                        const std::string& owner) {
  if (!value || !(*value >= 0))
    raise(Code::value_error, name, " of a ReLU layer cannot be ", what, ". Received: ", name, "=",
          FieldType<std::optional<double>>::write(value), " [", owner, "]");
}

}  // namespace

ReLU::ReLU(ReLUConfig config, LayerOptions options)
    : LayerOf(kClassName, config, std::move(options)) {
  set_supports_masking(true);
  const std::string owner = class_name();
  if (config_.max_value)
    check_not_negative(config_.max_value, "a negative value", "max_value", owner);
  check_not_negative(config_.negative_slope, "None or a negative value", "negative_slope", owner);
  check_not_negative(config_.threshold, "None or a negative value", "threshold", owner);
  set_built(true);
}

Tensor ReLU::call(const Tensor& input, bool) {
  return activations::relu(input, *config_.negative_slope, config_.max_value, *config_.threshold);
}

}  // namespace pelton
