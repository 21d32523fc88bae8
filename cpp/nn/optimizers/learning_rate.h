// Owns LearningRate: a number, or a schedule of the step count. Knows no optimizer.
#pragma once
#include "core/tensor.h"
#include "nn/config/config.h"

namespace pelton {

class LearningRateSchedule : public Configured {
 public:
  // The rate of step number `step`, counted from 0.
  virtual double operator()(int64_t step) = 0;
  // Whether of_tensor() is there: the same made of ops, for a 0-d int64 tensor.
  virtual bool is_made_of_ops() const { return false; }
  virtual Tensor of_tensor(const Tensor& step);
  std::string module() const override { return "keras.optimizers.schedules"; }
};

// The rate of step `step`, a 0-d int64 tensor, as a 0-d tensor: by ops, or as a host callback.
Tensor rate_of(const std::shared_ptr<LearningRateSchedule>& schedule, const Tensor& step);

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
