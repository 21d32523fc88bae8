// Owns LearningRate: a number, or a schedule of the step count. Knows no optimizer.
#pragma once
#include "nn/config/config.h"

namespace pelton {

class LearningRateSchedule : public Configured {
 public:
  // The rate of step number `step`, counted from 0.
  virtual double operator()(int64_t step) = 0;
  std::string module() const override { return "keras.optimizers.schedules"; }
};

struct LearningRate {
  double value = 0.001;
  std::shared_ptr<LearningRateSchedule> schedule;  // where set, `value` does not count
};

// A float or a schedule; raises value_error for anything else, integers included, as Keras does.
template <>
struct FieldType<LearningRate> {
  static LearningRate parse(const Value& value, const FieldSite& site);
  static Value write(const LearningRate& rate);
  static std::string text() { return "float | LearningRateSchedule | Callable[[], float]"; }
};

}  // namespace pelton
