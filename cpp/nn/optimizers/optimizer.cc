// Owns an optimizer's making: its variables, slots and config. The step is in optimizer_step.cc.
#include "nn/optimizers/optimizer.h"

#include <algorithm>

#include "nn/config/dtype_policy.h"
#include "nn/module/naming.h"
#include "nn/training/host_variable.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

// A scalar where variables are made now.
Tensor number(double value, DType dtype) {
  return contiguous(copy_to(scalar(value, dtype), place_variable(dtype)));
}

}  // namespace

Optimizer::Optimizer(const OptimizerConfig& config, const std::string& class_name)
    : options_(config), class_name_(class_name), schedule_(config.learning_rate.schedule) {
  check_optimizer_config(config);
  name_ = config.name.value_or(class_name.empty() ? "" : auto_name(class_name));
  iteration_ = add_variable(number(0, DType::int64), "iteration");
  if (schedule_ == nullptr) set_learning_rate(config.learning_rate);
}

const std::string& Optimizer::name() const {
  if (!name_.empty()) return name_;
  name_ = auto_name(class_name());
  for (const VariableRef& variable : variables_) variable->set_path(name_ + "/" + variable->name());
  return name_;
}

VariableRef Optimizer::add_variable(const Tensor& value, const std::string& variable_name) {
  auto variable = make_ref<Variable>(value, variable_name, false);
  if (!name_.empty()) variable->set_path(name_ + "/" + variable_name);
  variables_.push_back(variable);
  return variable;
}

VariableRef Optimizer::add_variable_from_reference(const Variable& reference,
                                                   const std::string& name) {
  std::string prefix = reference.path();
  std::replace(prefix.begin(), prefix.end(), '/', '_');
  const Tensor zeros = copy_to(zeros_like(reference.value()), reference.device());
  return add_variable(zeros, prefix + "_" + name);
}

std::vector<VariableRef> Optimizer::add_slots(const std::vector<VariableRef>& variables,
                                              const std::string& name) {
  std::vector<VariableRef> slots;
  for (const VariableRef& variable : variables)
    slots.push_back(add_variable_from_reference(*variable, name));
  return slots;
}

void Optimizer::build(const std::vector<VariableRef>& variables) {
  const size_t known = variables_.size();
  const bool was_built = built_;
  try {
    make_slots(variables);
  } catch (...) {
    if (was_built) throw;
    variables_.resize(std::min(known, variables_.size()));
    for (auto* list : {&averages_, &accumulators_, &trainable_}) list->clear();
    index_.clear();
    built_ = false;
    throw;
  }
}

void Optimizer::make_slots(const std::vector<VariableRef>& variables) {
  name();
  if (options_.use_ema) averages_ = add_slots(variables, "average");
  if (options_.gradient_accumulation_steps.value_or(0) > 0)
    accumulators_ = add_slots(variables, "gradient_accumulator");
  trainable_ = variables;
  for (size_t i = 0; i < variables.size(); ++i) index_[variables[i].get()] = i;
  built_ = true;
}

void Optimizer::exclude_from_weight_decay(const std::vector<VariableRef>& variables,
                                          const std::vector<std::string>& names) {
  check(!built_, Code::value_error,
        "`exclude_from_weight_decay()` can only be configured before the optimizer is built.");
  not_decayed_.clear();
  for (const VariableRef& variable : variables) not_decayed_.insert(variable.get());
  names_not_decayed_ = names;
}

size_t Optimizer::index_of(const Variable& variable) const {
  const auto found = index_.find(&variable);
  check(found != index_.end(), Code::value_error,
        "Unknown variable: <Variable path=", variable.path(), ", shape=", variable.shape(),
        ", dtype=", variable.dtype(),
        ">. This optimizer can only be called for the variables it was originally built with. When "
        "working with a new set of variables, you should recreate a new optimizer instance. [",
        class_name(), "]");
  return found->second;
}

Tensor Optimizer::iterations() const {
  const Tensor& calls = iteration_->untaped_value();
  if (calls_per_step() == 1) return calls;
  return floordiv(calls, scalar(static_cast<double>(calls_per_step()), DType::int64));
}

Tensor Optimizer::learning_rate() const {
  if (schedule_ == nullptr) return rate_->untaped_value();
  return rate_of(schedule_, iteration_->untaped_value());
}

void Optimizer::set_learning_rate(const LearningRate& rate) {
  if (rate.schedule != nullptr) {
    schedule_ = rate.schedule;
    std::erase(variables_, rate_);
    rate_ = nullptr;
    return;
  }
  check(schedule_ == nullptr, Code::type_error,
        "This optimizer was created with a `LearningRateSchedule` object as its `learning_rate` "
        "constructor argument, hence its learning rate is not settable. If you need the learning "
        "rate to be settable, you should instantiate the optimizer with a float `learning_rate` "
        "argument.");
  const Tensor value = number(rate.value, rate_ ? rate_->dtype() : floatx());
  if (!rate_)
    rate_ = add_variable(value, "learning_rate");
  else
    rate_->assign(value);
}

std::string Optimizer::settings_key() const {
  std::string key;
  const auto add = [&](const auto& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  const auto add_optional = [&](const auto& value) {
    add(value.has_value());
    add(value.value_or(0));
  };
  const Optimizer* const self = this;
  add(self);
  add(schedule_.get());
  add(changed_settings_);
  add_optional(options_.weight_decay);
  add_optional(options_.clipnorm);
  add_optional(options_.clipvalue);
  add_optional(options_.global_clipnorm);
  add(options_.use_ema);
  add(options_.ema_momentum);
  add_optional(options_.ema_overwrite_frequency);
  add_optional(options_.loss_scale_factor);
  add_optional(options_.gradient_accumulation_steps);
  return key;
}

Dict Optimizer::get_config() const {
  OptimizerConfig config = options_;
  config.name = name();
  config.learning_rate = {schedule_ == nullptr ? item(rate_->value()) : 0.0, schedule_};
  Dict written, out;
  write_config(config, written);
  for (const char* key : {"name", "learning_rate", "weight_decay", "clipnorm", "global_clipnorm"})
    out.set(key, written.at(key));
  out.merge(written);
  return out;
}

}  // namespace pelton
