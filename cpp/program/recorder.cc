#include "program/recorder.h"

#include <algorithm>

#include "runtime/context.h"

namespace pelton {

Recorder::Recorder(std::span<const Tensor> inputs, std::span<const VariableRef> variables)
    : variables_(variables.begin(), variables.end()) {
  first_id_ = Tensor(nullptr, Layout{}, DType::boolean, Device{}).id();
  for (const Tensor& input : inputs) program_.inputs.push_back(new_value(input));
  context().push_observer(this);
}

Recorder::~Recorder() { stop(); }

void Recorder::stop() {
  if (recording_) context().remove_observer(this);
  recording_ = false;
}

void Recorder::refuse(std::string reason) {
  if (obstacle_.empty()) obstacle_ = std::move(reason);
}

ValueId Recorder::new_value(const Tensor& tensor) {
  const ValueId id = ids_.insert(tensor.id());
  program_.value_count = static_cast<ValueId>(ids_.size());
  return id;
}

VariableRef Recorder::variable_with(const Tensor& value) const {
  for (const VariableRef& variable : variables_)
    if (variable->value().is_same(value)) return variable;
  return nullptr;
}

ValueId Recorder::value_of(const Tensor& tensor) {
  const ValueId known = ids_.find(tensor.id());
  if (known >= 0) return known;
  const ValueId id = new_value(tensor);
  if (VariableRef variable = variable_with(tensor)) {
    Step read;
    read.kind = Step::Kind::read;
    read.variable = variable;
    read.outputs = {id};
    program_.steps.push_back(std::move(read));
  } else {
    if (tensor.id() >= first_id_) refuse("a tensor was made by no op");
    program_.constants.emplace_back(id, tensor);
  }
  return id;
}

void Recorder::on_host_value(const Tensor& tensor) {
  program_.constants.emplace_back(new_value(tensor), tensor);
}

void Recorder::on_draw(std::optional<int64_t> op_seed) {
  draw_.emplace();
  draw_->draws = true;
  draw_->op_seed = op_seed;
}

void Recorder::find_draw(Step& step) {
  const auto stream = stream_in(step.op->attrs, step.attrs.get());
  if (step.draws) {
    if (!stream) return refuse(cat("op ", step.op->name, " hides what it draws"));
    step.draw = program_.draw_count++;
    streams_.push_back(*stream);
    return;
  }
  if (!stream) return;
  const auto is_same = [&](const RandomStream& drawn) {
    return drawn.key == stream->key && drawn.offset == stream->offset;
  };
  const auto found = std::find_if(streams_.begin(), streams_.end(), is_same);
  if (found != streams_.end()) step.draw = static_cast<int32_t>(found - streams_.begin());
}

void Recorder::on_call(const OpCall& call) {
  if (call.op.mutates) refuse(cat("op ", call.op.name, " writes in place"));
  Step step;
  if (draw_) std::swap(step, *draw_);
  draw_.reset();
  step.op = &call.op;
  step.attrs = AttrBox(call.op.attrs, call.attrs);
  find_draw(step);
  for (const Tensor& input : call.inputs) step.inputs.push_back(value_of(input));
  for (const Tensor& output : call.outputs) step.outputs.push_back(new_value(output));
  program_.steps.push_back(std::move(step));
}

void Recorder::on_assign(const Counted& target, const Tensor& value) {
  const auto is_target = [&](const VariableRef& v) {
    return static_cast<const Counted*>(v.get()) == &target;
  };
  const auto found = std::find_if(variables_.begin(), variables_.end(), is_target);
  if (found == variables_.end()) return refuse("a variable outside the model is assigned");
  Step assign;
  assign.kind = Step::Kind::assign;
  assign.variable = *found;
  assign.inputs = {value_of(value)};
  program_.steps.push_back(std::move(assign));
}

void Recorder::on_foreign_code(std::string_view what) { refuse(cat(what, " runs on the host")); }

std::optional<Program> Recorder::finish(std::span<const Tensor> outputs) {
  for (const Tensor& output : outputs) program_.outputs.push_back(value_of(output));
  stop();
  if (!obstacle_.empty()) return std::nullopt;
  return std::move(program_);
}

}  // namespace pelton
