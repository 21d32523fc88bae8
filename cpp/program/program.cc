#include "program/program.h"

#include <algorithm>

#include "autograd/variable_turn.h"
#include "ops/array/sizes.h"
#include "ops/random/layer_streams.h"
#include "program/control/control_flow.h"
#include "program/guard_failed.h"
#include "program/small_values.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/caller_location.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/dispatch/scoped_device.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

// The fields of a random op's attributes; null where they are missing.
struct StreamFields {
  int64_t* key = nullptr;
  int64_t* offset = nullptr;
  int64_t* block = nullptr;
  int64_t* first = nullptr;  // only of ops that run on some rows: dropout
};

StreamFields stream_fields(const AttrSpec& spec, void* attrs) {
  StreamFields out;
  for (const AttrField& field : spec.fields) {
    const std::string_view name = field.name;
    if (name == "key") out.key = static_cast<int64_t*>(field.at(attrs));
    if (name == "offset") out.offset = static_cast<int64_t*>(field.at(attrs));
    if (name == "block") out.block = static_cast<int64_t*>(field.at(attrs));
    if (name == "first") out.first = static_cast<int64_t*>(field.at(attrs));
  }
  return out;
}

// How many blocks a random op reserves; -1 where neither its trace nor its attributes say.
int64_t blocks_of(const Step& step) {
  if (step.blocks >= 0) return step.blocks;
  for (const AttrField& field : step.op->attrs->fields) {
    const void* const value = field.at(const_cast<void*>(step.attrs.get()));
    const std::string_view name = field.name;
    if (name == "shape") return blocks_for(count_or_unknown(*static_cast<const Axes*>(value)));
  }
  return -1;
}

std::vector<Tensor> inputs_of(const Step& step, const RunState& state) {
  std::vector<Tensor> inputs;
  inputs.reserve(step.inputs.size());
  for (ValueId id : step.inputs) inputs.push_back(state.values[static_cast<size_t>(id)]);
  return inputs;
}

void run_call(const Step& step, RunState& state) {
  const std::vector<Tensor> inputs = inputs_of(step, state);
  if (!step.written.empty()) {
    const ScopedDevice scope(step.scope, step.scope.has_value());
    return update_variables(*step.op, step.written, inputs, step.attrs.get());
  }
  AttrBox own;
  draw_stream_of(step, state.streams);
  if (step.draw >= 0) own = drawn_attrs(step, state.streams);
  if (step.draw < 0 && !step.named.empty()) own = AttrBox(step.op->attrs, step.attrs.get());
  if (!step.named.empty()) put_sizes(step, state.values, own);
  const bool has_own = step.draw >= 0 || !step.named.empty();
  const void* attrs = has_own ? own.get() : step.attrs.get();
  const ScopedDevice scope(step.scope, step.scope.has_value());
  const Outputs outputs = call_all(*step.op, inputs, attrs);
  for (size_t i = 0; i < step.outputs.size(); ++i)
    state.values[static_cast<size_t>(step.outputs[i])] = outputs.tensors[i];
}

void run_host_callback(const Step& step, RunState& state) {
  const VariableTurn::Pause others_take_turns;
  const std::vector<Tensor> outputs = Tracer::perform(*step.work, inputs_of(step, state));
  for (size_t i = 0; i < step.outputs.size(); ++i)
    state.values[static_cast<size_t>(step.outputs[i])] = outputs[i];
}

void run_control(const Step& step, RunState& state) {
  draw_stream_of(step, state.streams);
  std::optional<RandomStream> stream;
  if (step.draw >= 0) stream = state.streams[static_cast<size_t>(step.draw)];
  const ScopedDevice scope(step.scope, step.scope.has_value());
  std::vector<Tensor> outputs = perform(step.control, inputs_of(step, state), stream);
  for (size_t i = 0; i < step.outputs.size(); ++i)
    state.values[static_cast<size_t>(step.outputs[i])] = std::move(outputs[i]);
}

void append_values(std::string& out, std::span<const ValueId> ids) {
  for (size_t i = 0; i < ids.size(); ++i) out += cat(i == 0 ? "v" : ", v", ids[i]);
}

// The bodies below the step, further in.
std::string lines_of(const ControlFlow& control, std::span<const ValueId> inputs) {
  std::string out = cat(" = ", control.name(), "(");
  append_values(out, inputs);
  out += ")";
  const std::vector<std::string> titles = control.titles();
  for (size_t i = 0; i < control.bodies().size(); ++i) {
    const std::string text = to_string(control.bodies()[i].program());
    out += cat("\n  ", titles[i], ": ");
    for (char c : text) out += c == '\n' ? std::string("\n    ") : std::string(1, c);
  }
  return out;
}

std::string line_of(const Step& step) {
  std::string out;
  append_values(out, step.outputs);
  if (step.kind == Step::Kind::host) {
    out += cat(out.empty() ? "" : " = ", step.work->name, "(");
    append_values(out, step.inputs);
    return out + ")";
  }
  if (step.kind == Step::Kind::guard)
    return cat("guard(v", step.inputs[0], " is ", values_text(step.expected), ")",
               step.place.empty() ? "" : " at ", step.place);
  if (step.kind == Step::Kind::control) return out + lines_of(*step.control, step.inputs);
  if (step.kind == Step::Kind::read) return out + cat(" = read(", step.variable->path(), ")");
  if (step.kind == Step::Kind::assign)
    return cat("assign(", step.variable->path(), ", v", step.inputs[0], ")");
  out += cat(out.empty() ? "" : " = ", step.op->name, "(");
  for (const VariableRef& variable : step.written) out += cat(variable->path(), ", ");
  append_values(out, step.inputs);
  if (step.op->attrs != nullptr)
    out += cat(step.inputs.empty() ? "" : "; ", to_string(*step.op->attrs, step.attrs.get()));
  return out + ")";
}

}  // namespace

std::optional<RandomStream> stream_in(const AttrSpec* spec, const void* attrs) {
  if (spec == nullptr) return std::nullopt;
  const StreamFields fields = stream_fields(*spec, const_cast<void*>(attrs));
  if (fields.key == nullptr || fields.offset == nullptr || fields.block == nullptr)
    return std::nullopt;
  return RandomStream{*fields.key, *fields.offset, *fields.block};
}

Step copy_of(const Step& step) {
  Step copy;
  copy.kind = step.kind;
  copy.op = step.op;
  if (step.op != nullptr) copy.attrs = AttrBox(step.op->attrs, step.attrs.get());
  copy.draws = step.draws;
  copy.op_seed = step.op_seed;
  copy.blocks = step.blocks;
  copy.draw = step.draw;
  copy.scope = step.scope;
  copy.variable = step.variable;
  copy.written = step.written;
  copy.is_update = step.is_update;
  copy.work = step.work;
  copy.control = step.control;
  copy.expected = step.expected;
  copy.guard = step.guard;
  copy.place = step.place;
  copy.inputs = step.inputs;
  copy.outputs = step.outputs;
  copy.named = step.named;
  return copy;
}

void draw_stream_of(const Step& step, std::span<RandomStream> streams) {
  if (!step.draws) return;
  RandomStream& stream = streams[static_cast<size_t>(step.draw)];
  if (step.op == nullptr || (step.op_seed && RandomState::is_counting(*step.op_seed)))
    stream = draw_own_stream(step.op_seed);
  else
    stream = draw_stream(step.op_seed, {step.op->tf_name, blocks_of(step)});
}

AttrBox drawn_attrs(const Step& step, std::span<const RandomStream> streams, int64_t first) {
  const RandomStream& stream = streams[static_cast<size_t>(step.draw)];
  AttrBox attrs(step.op->attrs, step.attrs.get());
  const StreamFields fields = stream_fields(*step.op->attrs, attrs.get());
  *fields.key = stream.key;
  *fields.offset = stream.offset;
  *fields.block = stream.block;
  if (first == 0) return attrs;
  check(fields.first != nullptr, Code::internal, step.op->name, " cannot begin at a row");
  *fields.first += first;
  return attrs;
}

void check_guard(const Step& step, const Tensor& value) {
  const CallerPlace there(step.place);
  notify_host_read(value, "Python code");
  check_has_data(value, "Python code");
  const Tensor seen = contiguous(copy_to(value, Device{}));
  if (!is_same_value(seen, step.expected)) throw GuardFailed(step.guard, copy(seen), step.place);
}

void run_step(const Step& step, RunState& state) {
  switch (step.kind) {
    case Step::Kind::call:
      return run_call(step, state);
    case Step::Kind::read:
      state.values[static_cast<size_t>(step.outputs[0])] = step.variable->read();
      return;
    case Step::Kind::assign:
      step.variable->assign(state.values[static_cast<size_t>(step.inputs[0])]);
      return;
    case Step::Kind::host:
      return run_host_callback(step, state);
    case Step::Kind::control:
      return run_control(step, state);
    case Step::Kind::guard:
      return check_guard(step, state.values[static_cast<size_t>(step.inputs[0])]);
  }
}

void put_sizes(const Step& step, std::span<const Tensor> values, AttrBox& attrs) {
  resolve_sizes(step.op->attrs, attrs.get(), [&](const SizeName& name) {
    const Tensor& value = values[name.id];
    const Axes sizes = name.is_element ? sizes_in(value) : value.shape();
    check(name.index < sizes.size(), "size ", int{name.index}, " of ", value, " is asked for");
    return sizes[name.index];
  });
}

void VariablesInUse::add(const VariableRef& variable) {
  if (variable && seen_.insert(variable.get()).second) variables_.push_back(variable);
}

void VariablesInUse::add(const Program& program) {
  for (const Step& step : program.steps) {
    add(step.variable);
    for (const VariableRef& variable : step.written) add(variable);
    if (step.control == nullptr) continue;
    for (const Subprogram& body : step.control->bodies()) add(body.program());
  }
}

std::vector<VariableRef> variables_of(const Program& program) {
  VariablesInUse out;
  out.add(program);
  return out.take();
}

std::vector<VariableRef> written_variables(const Program& program) {
  std::vector<VariableRef> out;
  for (const Step& step : program.steps) {
    if (step.kind == Step::Kind::assign) out.push_back(step.variable);
    out.insert(out.end(), step.written.begin(), step.written.end());
    if (step.control == nullptr) continue;
    for (const Subprogram& body : step.control->bodies()) {
      const std::vector<VariableRef> inner = written_variables(body.program());
      out.insert(out.end(), inner.begin(), inner.end());
    }
  }
  return out;
}

void find_last_uses(Program& program) {
  constexpr size_t kNever = SIZE_MAX;
  std::vector<size_t> last(static_cast<size_t>(program.value_count), kNever);
  for (size_t s = 0; s < program.steps.size(); ++s) {
    Step& step = program.steps[s];
    step.last_uses.clear();
    for (ValueId id : step.outputs) last[static_cast<size_t>(id)] = s;
    for (ValueId id : step.inputs) last[static_cast<size_t>(id)] = s;
    for (ValueId id : step.named) last[static_cast<size_t>(id)] = s;
  }
  for (ValueId id : program.outputs) last[static_cast<size_t>(id)] = kNever;
  for (size_t id = 0; id < last.size(); ++id)
    if (last[id] != kNever) program.steps[last[id]].last_uses.push_back(static_cast<ValueId>(id));
}

std::vector<Tensor> run(const Program& program, std::span<const Tensor> inputs) {
  check(inputs.size() == program.inputs.size(), Code::internal, "a program of ",
        program.inputs.size(), " inputs got ", inputs.size());
  RunState state(program);
  std::vector<Tensor>& values = state.values;
  for (size_t i = 0; i < inputs.size(); ++i)
    values[static_cast<size_t>(program.inputs[i])] = inputs[i];
  for (const auto& [id, tensor] : program.constants) values[static_cast<size_t>(id)] = tensor;
  for (const Step& step : program.steps) {
    run_step(step, state);
    for (ValueId id : step.last_uses) values[static_cast<size_t>(id)] = Tensor();
  }
  std::vector<Tensor> outputs;
  for (ValueId id : program.outputs) outputs.push_back(values[static_cast<size_t>(id)]);
  return outputs;
}

std::string to_string(const Program& program, const PlaceOf& place) {
  std::string out = "inputs ";
  append_values(out, program.inputs);
  for (const Step& step : program.steps) {
    out += "\n" + line_of(step);
    if (!place) continue;
    for (ValueId id : step.outputs) out += place(id);
  }
  out += "\noutputs ";
  append_values(out, program.outputs);
  return out;
}

}  // namespace pelton
