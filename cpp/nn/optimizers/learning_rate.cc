#include "nn/optimizers/learning_rate.h"

#include "nn/config/dtype_policy.h"
#include "nn/training/host_variable.h"
#include "ops/array/array.h"
#include "program/trace/host_callback.h"

namespace pelton {

Tensor LearningRateSchedule::of_tensor(const Tensor&) {
  raise(Code::internal, class_name(), " is not made of ops");
}

Tensor rate_of(const std::shared_ptr<LearningRateSchedule>& schedule, const Tensor& step) {
  if (schedule->is_made_of_ops()) return schedule->of_tensor(step);
  const auto call = [schedule](std::span<const Tensor> given) {
    return std::vector{scalar((*schedule)(static_cast<int64_t>(item(given[0]))), floatx())};
  };
  return perform(schedule->class_name(), {step}, call)[0];
}

LearningRate FieldType<LearningRate>::parse(const Value& value, const FieldSite& site) {
  if (const double* rate = value.get_if<double>()) return {*rate, nullptr};
  if (const Value::Object* object = value.get_if<Value::Object>())
    if (auto schedule = std::dynamic_pointer_cast<LearningRateSchedule>(*object))
      return {0.0, schedule};
  raise(Code::value_error,
        "Argument `learning_rate` should be float, or an instance of LearningRateSchedule, or a "
        "callable (that takes in the current iteration value and returns the corresponding "
        "learning rate value). Received instead: learning_rate=",
        value, " [", site.owner, "]");
}

Value FieldType<LearningRate>::write(const LearningRate& rate) {
  return rate.schedule != nullptr ? rate.schedule->serialized() : Value(rate.value);
}

}  // namespace pelton
