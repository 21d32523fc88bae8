#include "nn/optimizers/optimizer_config.h"

namespace pelton {
namespace {

Value written(const std::optional<double>& value) { return value ? Value(*value) : Value(); }

}  // namespace

void check_optimizer_config(const OptimizerConfig& config) {
  if (const auto& steps = config.gradient_accumulation_steps)
    check(*steps == 0 || *steps >= 2, Code::value_error,
          "`gradient_accumulation_steps` must be an integer >= 2. Received: "
          "gradient_accumulation_steps=",
          *steps);
  if (config.use_ema) {
    check(config.ema_momentum >= 0 && config.ema_momentum <= 1, Code::value_error,
          "`ema_momentum` must be in the range [0, 1]. Received: ema_momentum=",
          float_text(config.ema_momentum));
    check(config.ema_overwrite_frequency.value_or(1) >= 0, Code::value_error,
          "`ema_overwrite_frequency` must be an integer >= 1 or None. Received: "
          "ema_overwrite_frequency=",
          config.ema_overwrite_frequency.value_or(1));
  }
  const int clips = config.clipnorm.has_value() + config.clipvalue.has_value() +
                    config.global_clipnorm.has_value();
  check(clips <= 1, Code::value_error,
        "Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: clipnorm=",
        written(config.clipnorm), ", clipvalue=", written(config.clipvalue),
        ", global_clipnorm=", written(config.global_clipnorm));
}

}  // namespace pelton
