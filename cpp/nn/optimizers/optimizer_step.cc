// Owns a step: checks, accumulation, clipping, weight decay, the update, moving averages.
#include "nn/optimizers/gradient_clipping.h"
#include "nn/optimizers/optimizer.h"
#include "nn/training/host_variable.h"
#include "nn/training/warning.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/threads/interrupt.h"

namespace pelton {
namespace {

Tensor number(double value, const Tensor& like) { return scalar(value, like.dtype()); }

std::string quoted_list(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "'" : ", '") + name + "'";
  return "[" + out + "]";
}

bool is_in_parts(const Tensor& gradient, const Variable& variable) {
  return gradient.rank() > std::ssize(variable.shape());
}

Tensor fit_to(const Variable& variable, Tensor gradient, bool takes_parts) {
  const bool casts = gradient.dtype() != variable.dtype();
  if (is_in_parts(gradient, variable) && (casts || !takes_parts))
    gradient = reduce_sum(gradient, {.axis = Axes{0}});
  return casts ? cast(gradient, variable.dtype()) : gradient;
}

void check_gradients(const std::string& optimizer, const std::vector<Tensor>& gradients,
                     const std::vector<VariableRef>& variables, bool may_be_parts) {
  check(gradients.size() == variables.size(), Code::value_error, "Received ", gradients.size(),
        " gradients for ", variables.size(), " variables. [", optimizer, "]");
  bool any = false;
  for (size_t i = 0; i < gradients.size(); ++i) {
    const Tensor& gradient = gradients[i];
    const Variable& variable = *variables[i];
    if (!gradient.defined()) continue;
    any = true;
    Shape shape = gradient.shape();
    if (may_be_parts && is_in_parts(gradient, variable)) shape.erase(0);
    check(shape == variable.shape(), "Cannot update variable '", variable.path(), "' with shape ",
          variable.shape(), " using a gradient with shape ", gradient.shape(),
          ", shapes must be equal. [", optimizer, ": a variable of ", variable.dtype(),
          ", a gradient of ", gradient.dtype(), "]");
  }
  check(any, Code::value_error, "No gradients provided for any variable. [", optimizer, "]");
}

}  // namespace

void Optimizer::apply(const std::vector<Tensor>& gradients) {
  if (gradients.empty()) return;
  check(built_, Code::value_error,
        "When passing `grads` without `variables`, the optimizer must already be built on a list "
        "of variables. Call `optimizer.build(trainable_variables)` first. [",
        class_name(), "]");
  check(gradients.size() == trainable_.size(), Code::value_error,
        "When passing `grads` as a list of gradient tensors, the gradients must match "
        "`optimizer.variables` one-to-on. Received a list of ",
        gradients.size(), " gradients, but the optimizer is tracking ", trainable_.size(),
        " trainable variables. [", class_name(), "]");
  apply(gradients, trainable_);
}

void Optimizer::apply(const std::vector<Tensor>& gradients,
                      const std::vector<VariableRef>& variables) {
  if (gradients.empty()) return;
  check_gradients(class_name(), gradients, variables, false);
  apply_checked(gradients, variables);
}

void Optimizer::apply_parts(const std::vector<Tensor>& gradients,
                            const std::vector<VariableRef>& variables) {
  if (gradients.empty()) return;
  check_gradients(class_name(), gradients, variables, true);
  apply_checked(gradients, variables);
}

bool Optimizer::takes_parts() const {
  const OptimizerConfig& o = options_;
  return adds_parts() && !o.loss_scale_factor && !o.gradient_accumulation_steps && !o.clipnorm &&
         !o.global_clipnorm && !o.clipvalue;
}

void Optimizer::apply_checked(const std::vector<Tensor>& gradients,
                              const std::vector<VariableRef>& variables) {
  if (!built_) {
    build(variables);
    built_ = true;
  }
  std::vector<Update> updates = make_updates(gradients, variables);
  const DeferInterrupts whole;  // half a step would leave weights that no step gives
  if (const auto& scale = options_.loss_scale_factor)
    for (Update& update : updates)
      update.gradient = divide(update.gradient, number(*scale, update.gradient));
  step(updates);
  increase(*iteration_, 1);
}

std::vector<Optimizer::Update> Optimizer::make_updates(
    const std::vector<Tensor>& gradients, const std::vector<VariableRef>& variables) const {
  std::vector<Update> updates;
  updates.reserve(variables.size());
  std::vector<std::string> missing;
  for (size_t i = 0; i < variables.size(); ++i) {
    const size_t index = index_of(*variables[i]);
    if (gradients[i].defined())
      updates.push_back({variables[i], fit_to(*variables[i], gradients[i], takes_parts()), index});
    else
      missing.push_back(variables[i]->path());
  }
  if (!missing.empty())
    warn(cat("Gradients do not exist for variables ", quoted_list(missing),
             " when minimizing the loss. If using `model.compile()`, did you forget to provide a "
             "`loss` argument?"));
  return updates;
}

void Optimizer::step(std::vector<Update>& updates) {
  if (accumulate(updates)) {
    std::vector<Tensor> gradients;
    gradients.reserve(updates.size());
    for (Update& update : updates) gradients.push_back(std::move(update.gradient));
    gradients = clip_gradients(std::move(gradients), options_);
    for (size_t i = 0; i < updates.size(); ++i) updates[i].gradient = std::move(gradients[i]);
    const double rate = learning_rate();
    decay(updates, rate);
    update(updates, rate);
  }
  if (!options_.use_ema) return;
  update_averages();
  const int64_t frequency = options_.ema_overwrite_frequency.value_or(0);
  if (frequency > 0 && (iterations() + 1) % frequency == 0) overwrite_with_averages();
}

// False while gradients are only being gathered.
bool Optimizer::accumulate(std::vector<Update>& updates) {
  const int64_t steps = options_.gradient_accumulation_steps.value_or(0);
  if (steps <= 0) return true;
  const auto calls = static_cast<int64_t>(item(iteration_->value()));
  const bool is_last = (calls + 1) % steps == 0;
  for (Update& update : updates) {
    Variable& sum = *accumulators_.at(update.index);
    const Tensor total = add(update.gradient, sum.value());
    if (is_last)
      update.gradient = divide(total, number(static_cast<double>(steps), total));
    else
      sum.assign(total);
  }
  if (is_last)
    for (const VariableRef& sum : accumulators_) sum->assign(zeros_like(sum->value()));
  return is_last;
}

void Optimizer::decay(std::span<const Update> updates, double learning_rate) {
  if (!options_.weight_decay) return;
  for (const Update& update : updates) {
    Variable& variable = *update.variable;
    const auto holds = [&](const std::string& part) {
      return variable.name().find(part) != std::string::npos;
    };
    if (not_decayed_.contains(&variable) ||
        std::any_of(names_not_decayed_.begin(), names_not_decayed_.end(), holds))
      continue;
    const Tensor& w = variable.value();
    const Tensor loss = multiply(w, number(*options_.weight_decay * learning_rate, w));
    variable.assign(subtract(w, loss));
  }
}

void Optimizer::update(std::span<const Update> updates, double learning_rate) {
  for (const Update& one : updates) update_step(one, learning_rate);
}

// The first step copies: the average then starts at the variable's value.
void Optimizer::update_averages() {
  const double momentum = iterations() == 0 ? 0.0 : options_.ema_momentum;
  for (size_t i = 0; i < averages_.size(); ++i) {
    const Tensor &average = averages_[i]->value(), &w = trainable_[i]->value();
    averages_[i]->assign(
        add(multiply(number(momentum, w), average), multiply(number(1.0 - momentum, w), w)));
  }
}

void Optimizer::overwrite_with_averages() {
  for (size_t i = 0; i < averages_.size(); ++i) trainable_[i]->assign(averages_[i]->value());
}

void Optimizer::finalize_variable_values(const std::vector<VariableRef>& variables) {
  if (!options_.use_ema) return;
  for (const VariableRef& variable : variables)
    variable->assign(averages_.at(index_of(*variable))->value());
}

}  // namespace pelton
