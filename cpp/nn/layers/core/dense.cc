// Owns what Dense computes.
#include "nn/layers/core/dense.h"

#include "nn/activations/activations.h"
#include "nn/module/argument_note.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/nn/nn.h"
#include "runtime/dispatch/watched.h"

namespace pelton {

Dense::Dense(DenseConfig config, LayerOptions options)
    : AdaptableLayer(kClassName, config, std::move(options)),
      is_relu_(activations::is_relu(config.activation)) {
  set_supports_masking(true);
  if (config_.units <= 0)
    raise_bad_field({class_name(), "units"}, "a positive integer", config_.units.value);
  if (config_.lora_rank && !config_.lora_alpha)
    config_.lora_alpha = static_cast<double>(*config_.lora_rank);
  set_input_spec({.min_ndim = 2});
}

void Dense::config_changed() { is_relu_ = activations::is_relu(config_.activation); }

void Dense::build(const Shape& input_shape) {
  InputSpec{.min_ndim = 1}.check(input_shape, name());
  const int64_t inputs = input_shape.back();
  make_adaptable_weights({inputs, config_.units});
  set_input_spec({.min_ndim = 2, .axes = {{-1, inputs}}});
}

Tensor Dense::call(const Tensor& input, bool) {
  const Tensor kernel = read_kernel();
  Tensor x = input.dtype() == kernel.dtype() ? input : cast(input, kernel.dtype());
  if (x.rank() > 2) {
    const int64_t last = x.shape().back();
    const int64_t rows = x.size() == kUnknown ? -1 : x.size() / std::max<int64_t>(last, 1);
    x = reshape(x, {.shape = {rows, last}});
  }
  const bool is_fused = fuses(x);
  Tensor y;
  if (is_fused)
    y = fused_matmul(x, kernel, read(bias_),
                     {is_relu_ ? FusedActivation::relu : FusedActivation::none});
  else if (y = matmul(x, kernel); bias_)
    y = bias_add(y, read(bias_));
  if (input.rank() > 2) {
    Shape shape = input.shape();
    shape.back() = config_.units;
    y = reshape(y, {.shape = shape});
  }
  return is_fused && is_relu_ ? y : activate(config_.activation, y);
}

// Product, bias and relu in one pass where nobody watches the ops one by one; a Program's passes
// fuse what is recorded. 16-bit types are left out, whose bits would not be those of the ops.
bool Dense::fuses(const Tensor& x) const {
  return bias_ && is_floating(x.dtype()) && size_of(x.dtype()) >= 4 &&
         x.device().type == DeviceType::cpu && !is_watched();
}

Shape Dense::compute_output_shape(const Shape& input_shape) {
  InputSpec{.min_ndim = 1}.check(input_shape, name());
  Shape shape = input_shape;
  shape.back() = config_.units;
  return shape;
}

Dict Dense::get_config() const {
  Dict out = AdaptableLayer::get_config();
  if (!config_.activity_regularizer) out.take("activity_regularizer");
  return out;
}

std::string Dense::argument_note(std::optional<bool> training) const {
  return training_note(training);
}

}  // namespace pelton
