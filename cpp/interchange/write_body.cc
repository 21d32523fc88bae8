#include "interchange/write_body.h"

#include "interchange/attrs_file.h"
#include "interchange/program_format.h"
#include "ops/op_list.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/runtime.h"

namespace pelton {

using namespace program_format;

BodyWriter::BodyWriter(ByteWriter& writer, const Program& program, const VariableNumbers& variables)
    : writer_(writer),
      program_(program),
      variables_(variables),
      numbers_(static_cast<size_t>(program.value_count), kNone) {
  for (ValueId id : program_.inputs) define(id);
}

void BodyWriter::define(ValueId id) {
  uint32_t& number = numbers_.at(static_cast<size_t>(id));
  check(number == kNone, Code::internal, "value v", id, " is made twice");
  number = defined_++;
}

uint32_t BodyWriter::number_of(ValueId id) const {
  const bool is_made =
      id >= 0 && id < std::ssize(numbers_) && numbers_[static_cast<size_t>(id)] != kNone;
  check(is_made, Code::internal, "value v", id, " is read before it is made");
  return numbers_[static_cast<size_t>(id)];
}

void BodyWriter::write_ids(std::span<const ValueId> ids) {
  writer_.count(ids.size(), kMostEntries, "values in a list");
  for (ValueId id : ids) writer_.number(number_of(id));
}

void BodyWriter::write_tensor(const Tensor& tensor) {
  writer_.number(tensor.dtype());
  writer_.sizes(tensor.shape());
  writer_.elements(tensor);
}

void BodyWriter::write_constants() {
  writer_.count(program_.constants.size(), kMostEntries, "constants");
  for (const auto& [id, tensor] : program_.constants) {
    write_tensor(tensor);
    define(id);
  }
}

AttrBox BodyWriter::renumbered_attrs(const Step& step) const {
  AttrBox attrs(step.op->attrs, step.attrs.get());
  resolve_sizes(step.op->attrs, attrs.get(), [&](SizeName name) {
    name.id = number_of(static_cast<ValueId>(name.id));
    return name.size();
  });
  return attrs;
}

static bool is_in_graph(const Step& step) {
  return step.op_seed && RandomState::is_graph_op(*step.op_seed);
}

// What the step's flags say that there is: a seed, a draw, a device scope.
void BodyWriter::write_draw(const Step& step) {
  if (is_in_graph(step)) {
    const RandomState::GraphOp op = runtime().random().graph_op(*step.op_seed);
    writer_.number(op.op_seed);
    writer_.number(op.seed);
  } else if (step.op_seed) {
    writer_.number(*step.op_seed);
  }
  if (step.draws)
    draws_.emplace(step.draw, static_cast<uint32_t>(draws_.size()));
  else if (step.draw >= 0)
    writer_.number(draws_.at(step.draw));
  if (step.scope) writer_.text(*step.scope);
}

void BodyWriter::write_call(const Step& step) {
  check(find_op(step.op->name) == step.op, Code::internal, "op ", step.op->name, " is in no list");
  writer_.text(step.op->name);
  write_attrs(writer_, step.op->attrs, renumbered_attrs(step).get());
  write_draw(step);
  writer_.count(step.written.size(), kMostEntries, "variables that a step writes");
  for (const VariableRef& variable : step.written) writer_.number(variables_.at(variable.get()));
  write_ids(step.inputs);
  writer_.number(static_cast<uint8_t>(step.outputs.size()));
}

void BodyWriter::write_control(const Step& step) {
  write_draw(step);
  write_ids(step.inputs);
  write_control_flow(writer_, *step.control, variables_);
}

void BodyWriter::write_guard(const Step& step) {
  writer_.number(number_of(step.inputs[0]));
  write_tensor(step.expected);
  writer_.text(step.place);
}

void BodyWriter::write_host(const Step& step) {
  writer_.text(step.work->name);
  writer_.text(step.work->stored);
  write_ids(step.inputs);
  writer_.count(step.work->outputs->size(), kMostWorkOutputs, "outputs of work on the host");
  for (const auto& [dtype, shape] : *step.work->outputs) {
    writer_.number(dtype);
    writer_.sizes(without_names(shape));
  }
}

void BodyWriter::write_step(const Step& step) {
  const bool uses_draw = !step.draws && step.draw >= 0;
  writer_.number(step.kind);
  writer_.number(static_cast<uint8_t>((step.is_update ? kIsUpdate : 0) | (step.draws ? kDraws : 0) |
                                      (step.op_seed ? kHasSeed : 0) | (uses_draw ? kUsesDraw : 0) |
                                      (step.scope ? kHasScope : 0) |
                                      (is_in_graph(step) ? kInGraph : 0)));
  switch (step.kind) {
    case Step::Kind::call:
      write_call(step);
      break;
    case Step::Kind::read:
    case Step::Kind::assign:
      writer_.number(variables_.at(step.variable.get()));
      if (step.kind == Step::Kind::assign) writer_.number(number_of(step.inputs[0]));
      break;
    case Step::Kind::control:
      write_control(step);
      break;
    case Step::Kind::guard:
      write_guard(step);
      break;
    case Step::Kind::host:
      write_host(step);
      break;
  }
  for (ValueId id : step.outputs) define(id);
}

void BodyWriter::write_steps() {
  writer_.count(program_.steps.size(), kMostEntries, "steps");
  for (const Step& step : program_.steps) write_step(step);
}

}  // namespace pelton
