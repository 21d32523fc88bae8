#include "nn/optimizers/learning_rate.h"

namespace pelton {

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
