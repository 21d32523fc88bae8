#include "bindings/nn/python_optimizer.h"

#include "bindings/gil.h"
#include "bindings/half_made.h"
#include "bindings/text.h"
#include "nn/training/host_variable.h"

namespace pelton::bindings {
namespace {

py::object self_of(const LearningRateSchedule* schedule) { return py::cast(schedule); }

}  // namespace

template <class Step>
Tensor PythonSchedule::call(const Step& step) {
  const GilTaken gil;
  const py::function method =
      py::get_override(static_cast<const LearningRateSchedule*>(this), "__call__");
  check(static_cast<bool>(method), Code::unimplemented, class_name(),
        " does not implement __call__(step)");
  return returned_tensor(cat("learning rate schedule '", class_name(), "'"), method(step));
}

double PythonSchedule::operator()(int64_t step) { return item(call(step)); }

bool PythonSchedule::is_made_of_ops() const {
  return module().starts_with("keras.optimizers.schedules");
}

Tensor PythonSchedule::of_tensor(const Tensor& step) { return call(step); }

std::string PythonSchedule::class_name() const {
  const GilTaken gil;
  return str_text(py::type::of(self_of(this)).attr("__name__"));
}

// Configs name Keras's module where the schedule is one of Keras's.
std::string PythonSchedule::module() const {
  const GilTaken gil;
  const std::string module = str_text(py::type::of(self_of(this)).attr("__module__"));
  constexpr std::string_view kOurs = "pelton.";
  return module.starts_with("pelton.keras.") ? module.substr(kOurs.size()) : module;
}

Dict PythonSchedule::get_config() const {
  const GilTaken gil;
  const py::function method =
      py::get_override(static_cast<const LearningRateSchedule*>(this), "get_config");
  check(static_cast<bool>(method), Code::unimplemented, "Learning rate schedule '", class_name(),
        "' must override `get_config()` in order to be serializable.");
  return to_dict(method());
}

// A user's by the name that it is registered by.
Value PythonSchedule::serialized() const {
  if (module().starts_with("keras.")) return Configured::serialized();
  const GilTaken gil;
  const py::module_ saving = py::module_::import("pelton.keras.saving");
  return to_value(saving.attr("serialize_keras_object")(self_of(this)));
}

FunctionSchedule::~FunctionSchedule() {
  const GilTaken gil;
  function_ = py::function();
}

double FunctionSchedule::operator()(int64_t) {
  const GilTaken gil;
  return item(returned_tensor("the function of the learning rate", function_()));
}

std::string FunctionSchedule::repr() const {
  const GilTaken gil;
  return repr_text(function_);
}

LearningRate to_learning_rate(std::string_view owner, py::handle value) {
  if (py::isinstance<LearningRateSchedule>(value))
    return {0.0, made(value.cast<std::shared_ptr<LearningRateSchedule>>())};
  if (py::isinstance<py::dict>(value)) {
    const py::object schedules = py::module_::import("pelton.keras.optimizers.schedules");
    return to_learning_rate(owner, schedules.attr("deserialize")(value));
  }
  if (PyCallable_Check(value.ptr()) != 0 && !is_tensor(value.ptr()) && !is_variable(value.ptr()))
    return {0.0, std::make_shared<FunctionSchedule>(py::reinterpret_borrow<py::function>(value))};
  return FieldType<LearningRate>::parse(to_value(value), {owner, "learning_rate"});
}

}  // namespace pelton::bindings
