// Owns what every optimizer can be told, with its field table.
#pragma once
#include "nn/optimizers/learning_rate.h"

namespace pelton {

struct OptimizerConfig {
  LearningRate learning_rate;
  std::optional<double> weight_decay;     // w -= w * weight_decay * rate before each step
  std::optional<double> clipnorm;         // largest norm of each gradient
  std::optional<double> clipvalue;        // largest magnitude of each element
  std::optional<double> global_clipnorm;  // largest norm of all gradients together
  bool use_ema = false;                   // keep a moving average of the variables
  double ema_momentum = 0.99;
  std::optional<int64_t> ema_overwrite_frequency;  // every so many steps variables become averages
  std::optional<double> loss_scale_factor;         // gradients are divided by it
  std::optional<int64_t> gradient_accumulation_steps;  // step once per so many calls
  std::optional<std::string> name;                     // absent: automatic ("adam_1")
};

// The rows that follow an optimizer's own; C is the config itself or one derived from it.
template <class C>
constexpr auto decay_field() {
  return std::tuple{field("weight_decay", &C::weight_decay)};
}
template <class C>
constexpr auto fields_after_decay() {
  return std::tuple{field("clipnorm", &C::clipnorm),
                    field("clipvalue", &C::clipvalue),
                    field("global_clipnorm", &C::global_clipnorm),
                    field("use_ema", &C::use_ema),
                    field("ema_momentum", &C::ema_momentum),
                    field("ema_overwrite_frequency", &C::ema_overwrite_frequency),
                    field("loss_scale_factor", &C::loss_scale_factor),
                    field("gradient_accumulation_steps", &C::gradient_accumulation_steps),
                    field("name", &C::name)};
}

template <>
inline constexpr auto fields<OptimizerConfig> =
    std::tuple_cat(std::tuple{required_field("learning_rate", &OptimizerConfig::learning_rate)},
                   decay_field<OptimizerConfig>(), fields_after_decay<OptimizerConfig>());

// Raises value_error, with Keras's words, for settings that contradict each other or are out of
// range.
void check_optimizer_config(const OptimizerConfig& config);

}  // namespace pelton
