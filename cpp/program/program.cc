#include "program/program.h"

#include "runtime/dispatch.h"
#include "runtime/random_state.h"

namespace pelton {
namespace {

void set_stream(const AttrSpec& spec, void* attrs, const RandomStream& stream) {
  for (const AttrField& field : spec.fields) {
    if (std::string_view(field.name) == "key") *static_cast<int64_t*>(field.at(attrs)) = stream.key;
    if (std::string_view(field.name) == "offset")
      *static_cast<int64_t*>(field.at(attrs)) = stream.offset;
  }
}

void run_call(const Step& step, std::span<Tensor> values) {
  std::vector<Tensor> inputs;
  inputs.reserve(step.inputs.size());
  for (ValueId id : step.inputs) inputs.push_back(values[static_cast<size_t>(id)]);
  AttrBox fresh;
  if (step.draws) {
    fresh = AttrBox(step.op->attrs, step.attrs.get());
    set_stream(*step.op->attrs, fresh.get(), draw_stream(step.op_seed));
  }
  const Outputs outputs = call_all(*step.op, inputs, step.draws ? fresh.get() : step.attrs.get());
  for (size_t i = 0; i < step.outputs.size(); ++i)
    values[static_cast<size_t>(step.outputs[i])] = outputs.tensors[i];
}

void run_step(const Step& step, std::span<Tensor> values) {
  switch (step.kind) {
    case Step::Kind::call:
      return run_call(step, values);
    case Step::Kind::read:
      values[static_cast<size_t>(step.outputs[0])] = step.variable->read();
      return;
    case Step::Kind::assign:
      step.variable->assign(values[static_cast<size_t>(step.inputs[0])]);
      return;
  }
}

void append_values(std::string& out, std::span<const ValueId> ids) {
  for (size_t i = 0; i < ids.size(); ++i) out += cat(i == 0 ? "v" : ", v", ids[i]);
}

std::string line_of(const Step& step) {
  std::string out;
  append_values(out, step.outputs);
  if (step.kind == Step::Kind::read) return out + cat(" = read(", step.variable->path(), ")");
  if (step.kind == Step::Kind::assign)
    return cat("assign(", step.variable->path(), ", v", step.inputs[0], ")");
  out += cat(" = ", step.op->name, "(");
  append_values(out, step.inputs);
  if (step.op->attrs != nullptr)
    out += cat(step.inputs.empty() ? "" : "; ", to_string(*step.op->attrs, step.attrs.get()));
  return out + ")";
}

}  // namespace

void find_last_uses(Program& program) {
  constexpr size_t kNever = SIZE_MAX;
  std::vector<size_t> last(static_cast<size_t>(program.value_count), kNever);
  for (size_t s = 0; s < program.steps.size(); ++s) {
    Step& step = program.steps[s];
    step.last_uses.clear();
    for (ValueId id : step.outputs) last[static_cast<size_t>(id)] = s;
    for (ValueId id : step.inputs) last[static_cast<size_t>(id)] = s;
  }
  for (ValueId id : program.outputs) last[static_cast<size_t>(id)] = kNever;
  for (size_t id = 0; id < last.size(); ++id)
    if (last[id] != kNever) program.steps[last[id]].last_uses.push_back(static_cast<ValueId>(id));
}

std::vector<Tensor> run(const Program& program, std::span<const Tensor> inputs) {
  check(inputs.size() == program.inputs.size(), Code::internal, "a program of ",
        program.inputs.size(), " inputs got ", inputs.size());
  std::vector<Tensor> values(static_cast<size_t>(program.value_count));
  for (size_t i = 0; i < inputs.size(); ++i)
    values[static_cast<size_t>(program.inputs[i])] = inputs[i];
  for (const auto& [id, tensor] : program.constants) values[static_cast<size_t>(id)] = tensor;
  for (const Step& step : program.steps) {
    run_step(step, values);
    for (ValueId id : step.last_uses) values[static_cast<size_t>(id)] = Tensor();
  }
  std::vector<Tensor> outputs;
  for (ValueId id : program.outputs) outputs.push_back(values[static_cast<size_t>(id)]);
  return outputs;
}

std::string to_string(const Program& program) {
  std::string out = "inputs ";
  append_values(out, program.inputs);
  for (const Step& step : program.steps) out += "\n" + line_of(step);
  out += "\noutputs ";
  append_values(out, program.outputs);
  return out;
}

}  // namespace pelton
