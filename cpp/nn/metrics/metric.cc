#include "nn/metrics/metric.h"

#include "nn/config/dtype_policy.h"
#include "nn/module/argument_note.h"
#include "nn/module/naming.h"
#include "nn/training/host_variable.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/memory/memory.h"

namespace pelton {

Metric::Metric(const MetricConfig& config, const std::string& default_name)
    : name_(config.name.value_or(default_name)), dtype_(config.dtype.value_or(floatx())) {}

const std::string& Metric::name() const {
  if (name_.empty()) name_ = auto_name(class_name());
  return name_;
}

VariableRef Metric::add_variable(const Shape& shape, const std::string& variable_name,
                                 std::optional<DType> dtype) {
  // In host memory whatever the device scope: plain loops write it.
  const DType type = dtype.value_or(dtype_);
  const std::vector<char> zeros(static_cast<size_t>(element_count(shape) * size_of(type)));
  auto variable = make_ref<Variable>(from_host(zeros.data(), shape, type), variable_name, false);
  if (!name_.empty()) variable->set_path(name_ + "/" + variable_name);
  track(variable);
  return variable;
}

void Metric::take_in(const Tensor& y_true, const Tensor& y_pred, const Tensor& sample_weight) {
  const auto arguments = {TensorArgument{"y_true", y_true}, TensorArgument{"y_pred", y_pred},
                          TensorArgument{"sample_weight", sample_weight}};
  noting(*this, "update_state", arguments, [&] { update_state(y_true, y_pred, sample_weight); });
}

Tensor Metric::batch_scores(const Tensor&, const Tensor&) { return {}; }

void Metric::take_in_scores(const Tensor&, const Tensor&) {
  raise(Code::internal, class_name(), " gives no scores of a batch");
}

void Metric::reset_state() {
  for (const VariableRef& variable : variables_) variable->assign(zeros_like(variable->value()));
}

void Metric::log(Logs& logs) { logs.emplace_back(name(), item(result())); }

std::string Metric::repr() const { return cat("<", class_name(), " name=", name(), ">"); }

Dict Metric::get_config() const {
  return {{"name", name()}, {"dtype", FieldType<DType>::write(dtype_)}};
}

}  // namespace pelton
