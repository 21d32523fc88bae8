#include "program/trace/tracer.h"

#include <algorithm>

#include "ops/op_list.h"
#include "program/control/control_flow.h"
#include "program/trace/guard_order.h"
#include "program/trace/host_callback.h"
#include "runtime/dispatch/caller_location.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"

namespace pelton {

namespace {

// Larger than the id of every tensor that the calling thread has made.
uint64_t next_id() { return Tensor(nullptr, Layout{}, DType::boolean, Device{}).id(); }

}  // namespace

Tracer::Tracer(std::span<const Tensor> inputs, std::span<const VariableRef> variables,
               HostCallbacks host_callbacks)
    : host_callbacks_mode_(host_callbacks),
      scope_(context().scope()),
      variables_(variables.begin(), variables.end()) {
  begin(inputs);
}

Tracer::Tracer(std::string owner, std::span<const Tensor> inputs)
    : host_callbacks_mode_(HostCallbacks::ignored), scope_(context().scope()) {
  symbolic_.emplace().begin_trace(std::move(owner), inputs);
  begin(inputs);
}

Tracer::Tracer(const Tracer* outer, std::span<const Tensor> inputs)
    : captures_all_(true),
      outer_(outer),
      host_callbacks_mode_(HostCallbacks::ignored),
      scope_(context().scope()) {
  symbolic_.emplace().begin_trace("the body of a branch or loop", inputs);
  begin(inputs);
}

void Tracer::begin(std::span<const Tensor> inputs) {
  first_id_ = next_id();
  for (const Tensor& input : inputs) program_.inputs.push_back(new_value(input));
  context().push_observer(this);
}

Tracer::~Tracer() { stop(); }

void Tracer::stop() {
  if (recording_) context().remove_observer(this);
  symbolic_.reset();
  recording_ = false;
}

void Tracer::refuse(std::string reason) {
  if (obstacle_.empty()) obstacle_ = std::move(reason);
}

void Tracer::begin_aside() {
  if (asides_++ > 0) return;
  made_aside_.emplace_back(next_id(), UINT64_MAX);
  if (symbolic_) symbolic_->suspend();
}

void Tracer::end_aside() {
  if (asides_ == 0 || --asides_ > 0) return;
  made_aside_.back().second = next_id();
  if (symbolic_) symbolic_->resume();
}

bool Tracer::is_from_outside(uint64_t id) const {
  return id < first_id_ || std::any_of(made_aside_.begin(), made_aside_.end(), [&](auto range) {
           return range.first <= id && id < range.second;
         });
}

void Tracer::check_aside(std::span<const Tensor> used) {
  for (const Tensor& tensor : used) {
    const ValueId id = ids_.find(tensor.id());
    if (id >= 0 && !fixed_[static_cast<size_t>(id)])
      refuse("init_scope uses a value that differs from run to run");
  }
}

void Tracer::check_aside(const Variable& read) {
  const auto writes = [&](const Step& step) {
    return step.kind == Step::Kind::host || !step.written.empty() ||
           (step.kind == Step::Kind::assign && step.variable.get() == &read);
  };
  if (std::any_of(program_.steps.begin(), program_.steps.end(), writes))
    refuse("init_scope reads a variable that may have been written before");
}

ValueId Tracer::new_value(const Tensor& tensor, bool fixed) {
  const ValueId id = ids_.insert(tensor.id());
  program_.value_count = static_cast<ValueId>(ids_.size());
  fixed_.resize(ids_.size(), fixed);
  return id;
}

VariableRef Tracer::variable_with(const Tensor& value) const {
  for (const VariableRef& variable : variables_)
    if (variable->value().is_same(value)) return variable;
  return nullptr;
}

// One that is unknown may be another name of a known one.
ValueId Tracer::value_of_symbolic(const Tensor& tensor) {
  const Tensor same = tensor.source(0);
  if (same.defined()) return value_of(same);
  check_in_scope(tensor);
  if (captures_all_) return capture(tensor);
  refuse(cat("the symbolic tensor '", symbolic_name(tensor), "' is of another function or model"));
  return new_value(tensor);
}

ValueId Tracer::capture(const Tensor& tensor) {
  const ValueId id = new_value(tensor, is_fixed(tensor));
  program_.inputs.push_back(id);
  captures_.push_back(tensor);
  return id;
}

bool Tracer::is_fixed(const Tensor& tensor) const {
  if (tensor.is_symbolic()) return false;
  const ValueId id = ids_.find(tensor.id());
  if (id >= 0) return fixed_[static_cast<size_t>(id)];
  return is_from_outside(tensor.id()) && (outer_ == nullptr || outer_->is_fixed(tensor));
}

ValueId Tracer::value_of(const Tensor& tensor) {
  const ValueId known = ids_.find(tensor.id());
  if (known >= 0) return known;
  if (tensor.is_symbolic()) return value_of_symbolic(tensor);
  if (const VariableRef variable = variable_with(tensor)) {
    add_read(variable, tensor);
    return ids_.find(tensor.id());
  }
  if (captures_all_ && tensor.id() < first_id_) return capture(tensor);
  const bool is_constant = is_from_outside(tensor.id());
  const ValueId id = new_value(tensor, is_constant);
  if (!is_constant) refuse("a tensor was made by no op");
  program_.constants.emplace_back(id, tensor);
  return id;
}

void Tracer::add_step(Step step) {
  step.is_update = are_updates_;
  program_.steps.push_back(std::move(step));
}

void Tracer::add_read(const VariableRef& variable, const Tensor& value) {
  Step read;
  read.kind = Step::Kind::read;
  read.variable = variable;
  read.outputs = {new_value(value)};
  add_step(std::move(read));
  readings_[variable.get()] = {value.id(), writes_};
}

// Whoever held the value before, or read it before host callbacks that may have changed it in
// place, has a tensor of another id than who reads it now.
void Tracer::on_read(const Counted& target) {
  if (paused_) return;
  const VariableRef variable(const_cast<Variable*>(static_cast<const Variable*>(&target)));
  if (asides_ > 0) return check_aside(*variable);
  if (symbolic_) return read_symbolically(variable);
  const auto last = readings_.find(variable.get());
  const uint64_t id = variable->value().id();
  if (last != readings_.end() && last->second.id == id && last->second.age == writes_) return;
  if (is_from_outside(id) || ids_.find(id) >= 0) variable->renew_value();
  add_read(variable, variable->value());
}

const Tensor* Tracer::stand_in(const Counted& variable) {
  const auto found = stand_ins_.find(static_cast<const Variable*>(&variable));
  return asides_ == 0 && found != stand_ins_.end() ? &found->second : nullptr;
}

// One reading serves until the variable is assigned, or host callbacks may have changed it.
void Tracer::read_symbolically(const VariableRef& variable) {
  const auto last = readings_.find(variable.get());
  if (stand_ins_.contains(variable.get()) && last->second.age == writes_) return;
  const OpenShape* const declared = variable->declared_shape();
  const auto assigned = assigned_shapes_.find(variable.get());
  Shape shape = declared != nullptr && declared->sizes ? *declared->sizes : variable->shape();
  if (assigned != assigned_shapes_.end()) shape = assigned->second;
  Tensor value = Tensor::symbolic(shape, variable->dtype(), variable->device());
  value.set_origin(Ref<Origin>::first(new NamedOrigin(unique_operation_name(variable->name()))), 0);
  add_read(variable, value);
  stand_ins_[variable.get()] = std::move(value);
}

void Tracer::on_host_value(const Tensor& tensor) {
  if (is_idle() || ids_.find(tensor.id()) >= 0) return;
  program_.constants.emplace_back(new_value(tensor, true), tensor);
}

void Tracer::on_host_read(const Tensor& tensor, std::string_view what) {
  if (paused_) return;
  if (is_fixed(tensor) || !obstacle_.empty()) return;
  if (may_guard(tensor)) {
    const ValueId value = value_of(tensor);
    if (is_known_before_writes(program_, value)) return add_guard(value, tensor);
  }
  const std::string place = caller_location();
  refuse(cat(what, " reads values on the host", place.empty() ? "" : " at " + place));
}

bool Tracer::may_guard(const Tensor& tensor) const {
  const DType dtype = tensor.dtype();
  return records_guards_ && asides_ == 0 && tensor.has_data() && tensor.size() == 1 &&
         (dtype == DType::boolean || dtype == DType::int32 || dtype == DType::int64);
}

void Tracer::add_guard(ValueId value, const Tensor& tensor) {
  Step step;
  step.kind = Step::Kind::guard;
  step.inputs = {value};
  const auto is_guard = [](const Step& s) { return s.kind == Step::Kind::guard; };
  const auto& steps = program_.steps;
  if (std::any_of(steps.begin(), steps.end(),
                  [&](const Step& s) { return is_guard(s) && s.inputs == step.inputs; }))
    return;
  step.expected = copy(contiguous(copy_to(tensor, Device{})));
  step.guard = static_cast<size_t>(std::count_if(steps.begin(), steps.end(), is_guard));
  step.place = caller_location();
  add_step(std::move(step));
}

std::vector<Tensor> Tracer::guarded_values() const { return guarded_values_of(program_); }

void Tracer::on_draw(std::optional<int64_t> op_seed) {
  if (is_idle()) return;
  draw_.emplace();
  draw_->draws = true;
  draw_->op_seed = op_seed;
}

// Ops with seeds are ops of this graph, whichever graph they were in before.
std::optional<int64_t> Tracer::on_op_draw(std::optional<int64_t> op_seed, int64_t blocks) {
  if (is_idle()) return std::nullopt;
  const bool is_known = op_seed && RandomState::is_graph_op(*op_seed);
  const bool is_new = graph_ == Graph::own || (graph_ == Graph::known && !is_known);
  if (op_seed && is_new) op_seed = graph_ops_.next(*op_seed);
  on_draw(op_seed);
  draw_->blocks = blocks;
  return op_seed;
}

void Tracer::find_draw(Step& step) {
  const auto stream = stream_in(step.op->attrs, step.attrs.get());
  if (step.draws && !stream) return refuse(cat("op ", step.op->name, " hides what it draws"));
  if (stream) place_draw(step, *stream);
}

void Tracer::place_draw(Step& step, const RandomStream& stream) {
  if (step.draws) {
    step.draw = program_.draw_count++;
    return streams_.push_back(stream);
  }
  const auto is_same = [&](const RandomStream& drawn) {
    return drawn.key == stream.key && drawn.offset == stream.offset && drawn.block == stream.block;
  };
  const auto found = std::find_if(streams_.begin(), streams_.end(), is_same);
  if (found != streams_.end()) step.draw = static_cast<int32_t>(found - streams_.begin());
}

void Tracer::on_call(const OpCall& call) {
  if (paused_) return;
  if (asides_ > 0) return check_aside(call.inputs);
  if (call.op.mutates && targets_.empty()) refuse(cat("op ", call.op.name, " writes in place"));
  Step step;
  if (draw_) std::swap(step, *draw_);
  draw_.reset();
  step.op = &call.op;
  step.attrs = AttrBox(call.op.attrs, call.attrs);
  find_draw(step);
  if (symbolic_) name_values(step);
  if (context().scope() != scope_) step.scope = context().scope().to_string();
  std::swap(step.written, targets_);
  if (!step.written.empty()) ++writes_;
  for (const VariableRef& variable : step.written) stand_ins_.erase(variable.get());
  for (const Tensor& input : call.inputs.subspan(step.written.size()))
    step.inputs.push_back(value_of(input));
  const bool fixed = !step.draws && step.named.empty() &&
                     std::all_of(step.inputs.begin(), step.inputs.end(),
                                 [&](ValueId id) { return fixed_[static_cast<size_t>(id)]; });
  for (const Tensor& output : call.outputs) step.outputs.push_back(new_value(output, fixed));
  add_step(std::move(step));
}

void Tracer::name_values(Step& step) {
  resolve_sizes(step.op->attrs, step.attrs.get(), [&](SizeName name) {
    const Tensor tensor = Tensor::find_symbolic(name.id);
    const ValueId id = tensor.defined() ? value_of(tensor) : ids_.find(name.id);
    check(id >= 0, "size ", name.size(), " must be non-negative");
    if (std::find(step.named.begin(), step.named.end(), id) == step.named.end())
      step.named.push_back(id);
    name.id = static_cast<uint64_t>(id);
    return name.size();
  });
}

void Tracer::on_assign(const Counted& target, const Tensor& value) {
  if (paused_) return;
  if (asides_ > 0) return check_aside({&value, 1});
  Step assign;
  assign.kind = Step::Kind::assign;
  assign.variable = VariableRef(const_cast<Variable*>(static_cast<const Variable*>(&target)));
  assign.inputs = {value_of(value)};
  if (symbolic_) {
    const auto& variable = static_cast<const Variable&>(target);
    stand_ins_.erase(&variable);
    assigned_shapes_.insert_or_assign(&variable, value.shape());
  }
  add_step(std::move(assign));
}

void Tracer::on_update(std::span<const Counted* const> variables) {
  if (paused_) return;
  if (asides_ > 0) return refuse("init_scope writes a variable in place");
  targets_.clear();
  for (const Counted* target : variables)
    targets_.emplace_back(const_cast<Variable*>(static_cast<const Variable*>(target)));
}

void Tracer::on_host_callback(std::string_view what) {
  if (!is_idle() && host_callbacks_mode_ == HostCallbacks::refused)
    refuse(cat(what, " runs on the host"));
}

Tracer* Tracer::current() {
  const std::vector<Observer*>& observers = context().observers();
  for (auto observer = observers.rbegin(); observer != observers.rend(); ++observer)
    if (auto* tracer = dynamic_cast<Tracer*>(*observer)) return tracer;
  return nullptr;
}

void Tracer::refuse_all(const std::string& reason) {
  for (Observer* observer : context().observers())
    if (auto* tracer = dynamic_cast<Tracer*>(observer))
      if (!tracer->is_idle()) tracer->refuse(reason);
}

void Tracer::note_own_gradient(const Tensor& result, const Tensor& output) {
  static const OpDef* const stop_gradient = find_op("stop_gradient");
  const OpCall call{*stop_gradient, {&result, 1}, {&output, 1}, nullptr, result.device()};
  for (Observer* observer : context().observers())
    if (auto* tracer = dynamic_cast<Tracer*>(observer)) tracer->on_call(call);
  note_own_gradients();
}

void Tracer::note_own_gradients() {
  for (Observer* observer : context().observers())
    if (auto* tracer = dynamic_cast<Tracer*>(observer))
      if (!tracer->is_idle()) {
        tracer->has_own_gradients_ = true;
        tracer->on_host_callback("a gradient function");
      }
}

std::vector<Tensor> Tracer::perform(const HostCallback& work, std::span<const Tensor> inputs) {
  if (HostCallbacksOff::is_active() && work.outputs && work.outputs->empty()) return {};
  std::vector<Tracer*> tracers;
  for (Observer* observer : context().observers())
    if (auto* tracer = dynamic_cast<Tracer*>(observer)) {
      if (!tracer->is_idle()) tracers.push_back(tracer);
      if (tracer->asides_ > 0) tracer->check_aside(inputs);
    }
  const auto pause = [&](bool paused) {
    for (Tracer* tracer : tracers) tracer->paused_ = paused;
  };
  const Tracer* const innermost = current();
  const bool is_symbolic = innermost != nullptr ? innermost->is_symbolic() && !innermost->is_idle()
                                                : context().symbolic_scope() != nullptr;
  std::vector<Tensor> outputs;
  if (is_symbolic) outputs = symbolic_outputs(work);
  pause(true);
  try {
    if (!is_symbolic) {
      outputs = work.body(inputs);
      // The host may hand on what it took, or holds: here it is another value.
      for (Tensor& output : outputs) output = output.view(output.layout());
    }
  } catch (...) {
    pause(false);
    throw;
  }
  pause(false);
  for (Tracer* tracer : tracers) tracer->add_host_callback(work, inputs, outputs);
  return outputs;
}

std::vector<Tensor> Tracer::symbolic_outputs(const HostCallback& work) {
  if (!work.outputs.has_value()) {
    const std::string reason =
        cat(work.name, " computes on the host: its result is not known in a trace without values");
    refuse_all(reason);
    raise(Code::unimplemented, reason);
  }
  std::vector<Tensor> out;
  for (const auto& [dtype, shape] : *work.outputs) {
    out.push_back(Tensor::symbolic(shape, dtype, Device{}));
    out.back().set_origin(Ref<Origin>::first(new NamedOrigin(unique_operation_name(work.name))), 0);
  }
  return out;
}

void Tracer::add_host_callback(const HostCallback& work, std::span<const Tensor> inputs,
                               std::span<const Tensor> outputs) {
  Step step;
  step.kind = Step::Kind::host;
  step.work = std::make_shared<const HostCallback>(work);
  for (const Tensor& input : inputs) step.inputs.push_back(value_of(input));
  ++writes_;
  for (const Tensor& output : outputs) step.outputs.push_back(new_value(output));
  add_step(std::move(step));
}

void Tracer::note_control(const std::shared_ptr<const ControlFlow>& control,
                          std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                          const std::optional<RandomStream>& stream) {
  for (Observer* observer : context().observers())
    if (auto* tracer = dynamic_cast<Tracer*>(observer))
      tracer->add_control(control, inputs, outputs, stream);
}

void Tracer::add_control(const std::shared_ptr<const ControlFlow>& control,
                         std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                         const std::optional<RandomStream>& stream) {
  if (paused_) return;
  if (asides_ > 0) return check_aside(inputs);
  Step step;
  if (draw_) std::swap(step, *draw_);
  draw_.reset();
  step.kind = Step::Kind::control;
  step.control = control;
  if (stream) place_draw(step, *stream);
  if (context().scope() != scope_) step.scope = context().scope().to_string();
  for (const Tensor& input : inputs) step.inputs.push_back(value_of(input));
  if (control->has_effects()) ++writes_;
  for (const VariableRef& variable : control->variables()) stand_ins_.erase(variable.get());
  for (const Tensor& output : outputs) step.outputs.push_back(new_value(output));
  add_step(std::move(step));
}

std::vector<VariableRef> Tracer::variables() const { return variables_of(program_); }

std::optional<Program> Tracer::finish(std::span<const Tensor> outputs) {
  for (const Tensor& output : outputs) program_.outputs.push_back(value_of(output));
  if (asides_ > 0) refuse("init_scope was not left");
  stop();
  if (!obstacle_.empty()) return std::nullopt;
  put_guards_first(program_);
  return std::move(program_);
}

}  // namespace pelton
