#include "nn/optimizers/optimizer_list.h"

#include "nn/config/class_lookup.h"

namespace pelton {
namespace optimizers {

void FtrlRow::check_settings(const OptimizerConfig&, const Settings& settings) {
  const auto check_sign = [](bool fits, const char* name, const char* sign, double value) {
    check(fits, Code::value_error, '`', name, "` needs to be ", sign, " or zero. Received: ", name,
          "=", float_text(value), ".");
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

}  // namespace optimizers

std::shared_ptr<Optimizer> get_optimizer(std::string_view identifier) {
  std::shared_ptr<Optimizer> found = make_by_identifier<Optimizer>(OptimizerTypes{}, identifier);
  check(found != nullptr, Code::value_error,
        "Could not interpret optimizer identifier: ", identifier);
  return found;
}

}  // namespace pelton
