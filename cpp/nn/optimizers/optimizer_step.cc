// Owns a step: checks, accumulation, clipping, weight decay, the update, moving averages.
#include "nn/optimizers/gradient_clipping.h"
#include "nn/optimizers/optimizer.h"
#include "nn/training/host_variable.h"
#include "nn/training/warning.h"
#include "ops/array/slices.h"
#include "ops/math/math.h"
#include "program/trace/host_callback.h"
#include "runtime/dispatch/context.h"
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
  if (!casts) return gradient;
  return map_gradient(gradient, [&](const Tensor& x) { return cast(x, variable.dtype()); });
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

// The shapes of gradients that are in slices.
using SliceShapes = std::vector<std::optional<Shape>>;

// Gradients as operands of a host callback: those in slices as values and indices.
std::vector<Tensor> operands_of(const std::vector<Tensor>& gradients, SliceShapes& shapes) {
  std::vector<Tensor> out;
  for (const Tensor& gradient : gradients) {
    const bool in_slices =
        gradient.defined() && is_in_slices(gradient) && is_fully_known(gradient.shape());
    shapes.push_back(in_slices ? std::optional(gradient.shape()) : std::nullopt);
    const Slices slices = in_slices ? slices_of(gradient) : Slices{gradient, {}};
    out.push_back(slices.values);
    if (in_slices) out.push_back(slices.indices);
  }
  return out;
}

std::vector<Tensor> gradients_of(std::span<const Tensor> operands, const SliceShapes& shapes) {
  std::vector<Tensor> out;
  size_t next = 0;
  for (const std::optional<Shape>& shape : shapes) {
    const Tensor& values = operands[next++];
    out.push_back(shape ? add_up_slices(values, operands[next++], *shape) : values);
  }
  return out;
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

void Optimizer::apply_recorded(const std::shared_ptr<Optimizer>& self,
                               const std::vector<Tensor>& gradients,
                               const std::optional<std::vector<VariableRef>>& variables,
                               bool may_be_parts) {
  const auto apply = [self, variables, may_be_parts](const std::vector<Tensor>& all) {
    if (!variables)
      self->apply(all);
    else if (may_be_parts)
      self->apply_parts(all, *variables);
    else
      self->apply(all, *variables);
  };
  if (self->is_made_of_ops()) return apply(gradients);
  SliceShapes shapes;
  const std::vector<Tensor> operands = operands_of(gradients, shapes);
  perform(self->class_name() + ".apply", operands, [apply, shapes](std::span<const Tensor> given) {
    apply(gradients_of(given, shapes));
    return std::vector<Tensor>();
  });
}

bool Optimizer::takes_parts() const {
  const OptimizerConfig& o = options_;
  return steps_by_op() && !o.loss_scale_factor && !o.gradient_accumulation_steps && !o.clipnorm &&
         !o.global_clipnorm && !o.clipvalue;
}

// By the first of several threads; the others wait for the slots of all.
void Optimizer::build_once(const std::vector<VariableRef>& variables) {
  const std::lock_guard one_builds(building_);
  if (built_) return;
  const PauseObservers unseen;  // slots are made once, not in each run of a record
  build(variables);
  built_ = true;  // where a class in Python makes its slots without asking its base
}

void Optimizer::apply_checked(const std::vector<Tensor>& gradients,
                              const std::vector<VariableRef>& variables) {
  build_once(variables);
  std::vector<Update> updates = make_updates(gradients, variables);
  const DeferInterrupts whole;  // half a step would leave weights that no step gives
  if (const auto& scale = options_.loss_scale_factor)
    for (Update& update : updates)
      update.gradient = map_gradient(update.gradient,
                                     [&](const Tensor& x) { return divide(x, number(*scale, x)); });
  step(updates);
  for (const VariableRef& variable : variables)
    if (const auto& constraint = variable->constraint())
      variable->assign((*constraint)(variable->untaped_value()));
  iteration_->assign_add(scalar(1, DType::int64));
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

// An optimizer whose update cannot be told to do nothing is asked on the host.
void Optimizer::step(std::vector<Update>& updates) {
  const Tensor is_due = calls_per_step() > 1 ? accumulate(updates) : Tensor();
  if (!is_due.defined() || steps_by_op() || item(is_due) != 0) {
    std::vector<Tensor> gradients;
    gradients.reserve(updates.size());
    for (Update& update : updates) gradients.push_back(std::move(update.gradient));
    gradients = clip_gradients(std::move(gradients), options_);
    for (size_t i = 0; i < updates.size(); ++i) updates[i].gradient = std::move(gradients[i]);
    Tensor before = iterations(), rate = learning_rate();
    if (is_due.defined()) before = where(is_due, before, scalar(-1, DType::int64));
    if (rate.dtype() != DType::float32 && rate.dtype() != DType::float64)
      rate = cast(rate, DType::float32);
    decay(updates, rate, is_due);
    update(updates, {rate, before});
  }
  if (options_.use_ema) update_averages();
}

Tensor Optimizer::accumulate(std::vector<Update>& updates) {
  const double steps = static_cast<double>(calls_per_step());
  const auto count = [](double value) { return scalar(value, DType::int64); };
  const Tensor calls = add(iteration_->untaped_value(), count(1));
  const Tensor is_due = equal(floormod(calls, count(steps)), count(0));
  std::vector<bool> has_gradient(accumulators_.size());
  for (Update& update : updates) {
    Variable& sum = *accumulators_.at(update.index);
    const Tensor total = add(update.gradient, sum.untaped_value());
    sum.assign(where(is_due, zeros_like(total), total));
    update.gradient = divide(total, number(steps, total));
    has_gradient[update.index] = true;
  }
  for (size_t i = 0; i < accumulators_.size(); ++i) {
    if (has_gradient[i]) continue;
    const Tensor& sum = accumulators_[i]->untaped_value();
    accumulators_[i]->assign(where(is_due, zeros_like(sum), sum));
  }
  return is_due;
}

void Optimizer::decay(std::span<const Update> updates, const Tensor& rate, const Tensor& is_due) {
  if (!options_.weight_decay) return;
  const Tensor factor =
      multiply(cast(rate, DType::float64), scalar(*options_.weight_decay, DType::float64));
  for (const Update& update : updates) {
    Variable& variable = *update.variable;
    const auto holds = [&](const std::string& part) {
      return variable.name().find(part) != std::string::npos;
    };
    if (not_decayed_.contains(&variable) ||
        std::any_of(names_not_decayed_.begin(), names_not_decayed_.end(), holds))
      continue;
    const Tensor& w = variable.untaped_value();
    const Tensor decayed = subtract(w, multiply(w, cast(factor, w.dtype())));
    variable.assign(is_due.defined() ? where(is_due, decayed, w) : decayed);
  }
}

void Optimizer::update(std::span<const Update> updates, const StepTensors& now) {
  for (const Update& one : updates) update_step(one, now);
}

// The first step copies: the average then starts at the variable's value. Every so many steps the
// variables become averages.
void Optimizer::update_averages() {
  const auto count = [](double value) { return scalar(value, DType::int64); };
  const Tensor steps = iterations(), is_first = equal(steps, count(0));
  const double momentum = options_.ema_momentum;
  const auto frequency = static_cast<double>(options_.ema_overwrite_frequency.value_or(0));
  Tensor overwrites;
  if (frequency > 0) overwrites = equal(floormod(add(steps, count(1)), count(frequency)), count(0));
  for (size_t i = 0; i < averages_.size(); ++i) {
    const Tensor &average = averages_[i]->untaped_value(), &w = trainable_[i]->untaped_value();
    const Tensor old = where(is_first, number(0, w), number(momentum, w));
    const Tensor fresh = where(is_first, number(1, w), number(1.0 - momentum, w));
    const Tensor moved = add(multiply(old, average), multiply(fresh, w));
    averages_[i]->assign(moved);
    if (overwrites.defined()) trainable_[i]->assign(where(overwrites, moved, w));
  }
}

void Optimizer::finalize_variable_values(const std::vector<VariableRef>& variables) {
  if (!options_.use_ema) return;
  for (const VariableRef& variable : variables)
    variable->assign(averages_.at(index_of(*variable))->value());
}

}  // namespace pelton
