#include "nn/metrics/metric.h"

#include <algorithm>
#include <cstring>

#include "autograd/variable_turn.h"
#include "nn/config/dtype_policy.h"
#include "nn/module/argument_note.h"
#include "nn/module/naming.h"
#include "nn/training/host_variable.h"
#include "nn/training/match_rank.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "program/trace/host_callback.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/memory/memory.h"

namespace pelton {

Metric::Metric(const MetricConfig& config, const std::string& default_name)
    : name_(config.name.value_or(default_name)), dtype_(config.dtype.value_or(floatx())) {}

const std::string& Metric::name() const {
  if (!name_.empty()) return name_;
  name_ = auto_name(class_name());
  for (const VariableRef& variable : variables_) variable->set_path(name_ + "/" + variable->name());
  return name_;
}

void Metric::track_part(std::shared_ptr<Metric> metric) {
  const bool is_known = metric.get() == this || std::ranges::find(parts_, metric) != parts_.end();
  if (!is_known) parts_.push_back(std::move(metric));
}

std::vector<VariableRef> Metric::variables() const {
  if (parts_.empty()) {  // as a rule, and asked for in each step
    name();
    return variables_;
  }
  std::vector<VariableRef> found;
  std::vector<const Metric*> seen;
  gather(found, seen);
  return found;
}

void Metric::gather(std::vector<VariableRef>& found, std::vector<const Metric*>& seen) const {
  if (std::ranges::find(seen, this) != seen.end()) return;
  seen.push_back(this);
  name();  // is the first part of their paths
  for (const VariableRef& variable : variables_)
    if (std::ranges::find(found, variable) == found.end()) found.push_back(variable);
  for (const std::shared_ptr<Metric>& part : parts_) part->gather(found, seen);
}

VariableRef Metric::add_variable(const Shape& shape, const std::string& variable_name,
                                 std::optional<DType> dtype) {
  const PauseObservers unseen;
  const Tensor cleared = zeros(shape, dtype.value_or(dtype_));
  const Tensor start = copy_to(cleared, place_variable(cleared.dtype()));
  auto variable = make_ref<Variable>(contiguous(start), variable_name, false);
  if (!name_.empty()) variable->set_path(name_ + "/" + variable_name);
  track(variable);
  return variable;
}

Tensor Metric::masked_weight(const Tensor& y_pred, const Tensor& sample_weight) const {
  if (!weighs_by_mask() || !y_pred.defined() || !y_pred.has_mask()) return sample_weight;
  if (!sample_weight.defined()) return cast(y_pred.mask(), DType::float32);
  Tensor weight = sample_weight, mask = cast(y_pred.mask(), sample_weight.dtype());
  match_rank(mask, weight);
  return multiply(weight, mask);
}

void Metric::take_in(const Tensor& y_true, const Tensor& y_pred, const Tensor& sample_weight) {
  // In a layer's symbolic call there are no values to take in.
  if (y_pred.defined() && y_pred.is_symbolic() && Tracer::current() == nullptr) return;
  const auto arguments = {TensorArgument{"y_true", y_true}, TensorArgument{"y_pred", y_pred},
                          TensorArgument{"sample_weight", sample_weight}};
  noting(*this, "update_state", arguments,
         [&] { update_state(y_true, y_pred, masked_weight(y_pred, sample_weight)); });
}

void Metric::take_in_recorded(const std::shared_ptr<Metric>& self, const Tensor& y_true,
                              const Tensor& y_pred, const Tensor& sample_weight) {
  if (Tracer::current() == nullptr) return self->take_in(y_true, y_pred, sample_weight);
  const auto arguments = {TensorArgument{"y_true", y_true}, TensorArgument{"y_pred", y_pred},
                          TensorArgument{"sample_weight", sample_weight}};
  Tensor scores;
  noting(*self, "update_state", arguments, [&] {
    scores = self->batch_scores(y_true, y_pred);
    if (scores.defined()) self->take_in_scores(scores, self->masked_weight(y_pred, sample_weight));
  });
  if (!scores.defined()) take_in_on_host(self, y_true, y_pred, sample_weight);
}

void Metric::take_in_on_host(const std::shared_ptr<Metric>& self, const Tensor& y_true,
                             const Tensor& y_pred, const Tensor& sample_weight) {
  const Tensor mask = y_pred.defined() ? y_pred.mask() : Tensor();
  perform(self->class_name() + ".update_state", {y_true, y_pred, sample_weight, mask},
          [self](std::span<const Tensor> given) {
            if (given[3].defined()) given[1].set_mask(given[3]);
            self->take_in(given[0], given[1], given[2]);
            return std::vector<Tensor>();
          });
}

Tensor Metric::batch_scores(const Tensor&, const Tensor&) { return {}; }

namespace {

// The bytes stay where they are, which captured graphs of a GPU count on.
void zero_in_place(Variable& variable) {
  const Tensor zeros = empty(variable.shape(), variable.dtype());
  std::memset(zeros.data(), 0, static_cast<size_t>(zeros.bytes()));
  const VariableTurn turn(variable);
  variable.write_in_place([&](const Tensor& value) { overwrite(value, zeros); });
}

}  // namespace

void Metric::take_in_scores(const Tensor&, const Tensor&) {
  raise(Code::internal, class_name(), " gives no scores of a batch");
}

void Metric::reset_state() {
  for (const VariableRef& variable : variables()) {
    const bool is_on_cpu = variable->device().type == DeviceType::cpu;
    if (is_on_cpu || !context().observers().empty())
      variable->assign(zeros_like(variable->value()));
    else
      zero_in_place(*variable);
  }
}

Figure figure(const Tensor& result) {
  if (result.size() == 1) return item(result);
  return contiguous(copy_to(result, Device{}));
}

void Metric::log(Logs& logs) { logs.emplace_back(name(), figure(result())); }

std::string Metric::repr() const { return cat("<", class_name(), " name=", name(), ">"); }

Dict Metric::get_config() const {
  return {{"name", name()}, {"dtype", FieldType<DType>::write(dtype_)}};
}

}  // namespace pelton
