// Owns the table of optimizers, a row for each, and how an identifier finds one.
#pragma once
#include "kernels/common/training/update_rules.h"
#include "nn/optimizers/rule_optimizer.h"

namespace pelton {
namespace optimizers {

struct SgdRow : RuleRow<updates::Sgd> {
  static constexpr const char* kClass = "SGD";
  static void set_defaults(OptimizerConfig& config) { config.learning_rate.value = 0.01; }
  static void check_settings(const OptimizerConfig&, const Settings& settings) {
    check(settings.momentum >= 0 && settings.momentum <= 1, Code::value_error,
          "`momentum` must be a float between [0, 1].");
  }
};

struct RmspropRow : RuleRow<updates::Rmsprop> {
  static constexpr const char* kClass = "RMSprop";
  static constexpr size_t kSideBySide = 1;
};

struct AdamRow : RuleRow<updates::Adam> {
  static constexpr const char* kClass = "Adam";
};

// Loshchilov and Hutter, "Decoupled Weight Decay Regularization" (2019).
struct AdamWRow : AdamRow {
  static constexpr const char* kClass = "AdamW";
  static constexpr bool kDecayComesFirst = true;
  static void set_defaults(OptimizerConfig& config) { config.weight_decay = 0.004; }
  static void check_settings(const OptimizerConfig& config, const Settings&) {
    check(config.weight_decay.has_value(), Code::value_error,
          "Argument `weight_decay` must be a float. Received: weight_decay=None");
  }
};

struct AdamaxRow : RuleRow<updates::Adamax> {
  static constexpr const char* kClass = "Adamax";
};

struct NadamRow : RuleRow<updates::Nadam> {
  static constexpr const char* kClass = "Nadam";
};

struct AdagradSettings : AdagradAttrs {
  double initial_accumulator_value = 0.1;
};

struct AdagradRow : RuleRow<updates::Adagrad> {
  static constexpr const char* kClass = "Adagrad";
  using Settings = AdagradSettings;
  static void check_settings(const OptimizerConfig&, const Settings&) {}
  static double start_of(const Settings& settings, size_t) {
    return settings.initial_accumulator_value;
  }
};

struct AdadeltaRow : RuleRow<updates::Adadelta> {
  static constexpr const char* kClass = "Adadelta";
};

struct FtrlSettings : FtrlAttrs {
  double initial_accumulator_value = 0.1;
};

struct FtrlRow : RuleRow<updates::Ftrl> {
  static constexpr const char* kClass = "Ftrl";
  using Settings = FtrlSettings;
  static void check_settings(const OptimizerConfig&, const Settings& settings) {
    const auto check_sign = [](bool fits, const char* name, const char* sign, double value) {
      check(fits, Code::value_error, '`', name, "` needs to be ", sign,
            " or zero. Received: ", name, "=", float_text(value), ".");
    };
    const auto check_positive = [&](const char* name, double value) {
      check_sign(value >= 0, name, "positive", value);
    };
    check_positive("initial_accumulator_value", settings.initial_accumulator_value);
    check_sign(settings.learning_rate_power <= 0, "learning_rate_power", "negative",
               settings.learning_rate_power);
    check_positive("l1_regularization_strength", settings.l1_regularization_strength);
    check_positive("l2_regularization_strength", settings.l2_regularization_strength);
    check_positive("l2_shrinkage_regularization_strength",
                   settings.l2_shrinkage_regularization_strength);
  }
  static double start_of(const Settings& settings, size_t slot) {
    return slot == 0 ? settings.initial_accumulator_value : 0.0;
  }
};

struct LionRow : RuleRow<updates::Lion> {
  static constexpr const char* kClass = "Lion";
  static void check_settings(const OptimizerConfig&, const Settings& settings) {
    check(settings.beta_1 > 0 && settings.beta_1 <= 1, Code::value_error,
          "Argument `beta_1` must be in the [0, 1] range. Otherwise, the optimizer degenerates to "
          "SignSGD. Received: beta_1=",
          float_text(settings.beta_1), ".");
  }
};

struct LambRow : RuleRow<updates::Lamb> {
  static constexpr const char* kClass = "Lamb";
};

template <class... Rows>
using RuleOptimizers = Types<RuleOptimizer<Rows>...>;
using SGD = RuleOptimizer<SgdRow>;
using Adam = RuleOptimizer<AdamRow>;

}  // namespace optimizers

template <>
inline constexpr auto fields<optimizers::AdagradSettings> =
    std::tuple_cat(std::tuple{field("initial_accumulator_value",
                                    &optimizers::AdagradSettings::initial_accumulator_value)},
                   fields<AdagradAttrs>);
template <>
inline constexpr auto fields<optimizers::FtrlSettings> = std::tuple_cat(std::tuple{
    field("learning_rate_power", &FtrlAttrs::learning_rate_power),
    field("initial_accumulator_value", &optimizers::FtrlSettings::initial_accumulator_value),
    field("l1_regularization_strength", &FtrlAttrs::l1_regularization_strength),
    field("l2_regularization_strength", &FtrlAttrs::l2_regularization_strength),
    field("l2_shrinkage_regularization_strength", &FtrlAttrs::l2_shrinkage_regularization_strength),
    field("beta", &FtrlAttrs::beta)});

// Every optimizer; bindings and look-ups loop over it.
using OptimizerTypes =
    optimizers::RuleOptimizers<optimizers::SgdRow, optimizers::RmspropRow, optimizers::AdamRow,
                               optimizers::AdamWRow, optimizers::AdamaxRow, optimizers::NadamRow,
                               optimizers::AdagradRow, optimizers::AdadeltaRow, optimizers::FtrlRow,
                               optimizers::LionRow, optimizers::LambRow>;

// An optimizer with its defaults from its class name in any case; raises value_error for an unknown
// one.
std::shared_ptr<Optimizer> get_optimizer(std::string_view identifier);

}  // namespace pelton
