// Owns what ReLU checks and computes.
#include "nn/layers/relu.h"

#include "nn/activations.h"

namespace pelton {

namespace {

void check_not_negative(bool ok, const char* what, const char* name, double value,
                        const std::string& owner) {
  if (!ok)
    raise(Code::value_error, name, " of a ReLU layer cannot be ", what, ". Received: ", name, "=",
          Value(value), " [", owner, "]");
}

}  // namespace

ReLU::ReLU(ReLUConfig config, LayerOptions options)
    : LayerOf(kClassName, config, std::move(options)) {
  const double ceiling = config_.max_value.value_or(0);
  check_not_negative(ceiling >= 0, "a negative value", "max_value", ceiling, class_name());
  check_not_negative(config_.negative_slope >= 0, "None or a negative value", "negative_slope",
                     config_.negative_slope, class_name());
  check_not_negative(config_.threshold >= 0, "None or a negative value", "threshold",
                     config_.threshold, class_name());
  set_built(true);
}

Tensor ReLU::call(const Tensor& input, bool) {
  return activations::relu(input, config_.negative_slope, config_.max_value, config_.threshold);
}

}  // namespace pelton
