// Writes programs: values are numbered in the order in which they come about, so that a file says
// where a value is read and never where it is made.
#include <algorithm>
#include <unordered_map>

#include "interchange/attrs_file.h"
#include "interchange/byte_writer.h"
#include "interchange/crc32.h"
#include "interchange/program_file.h"
#include "interchange/program_format.h"
#include "ops/op_list.h"
#include "program/control/control_flow.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/symbolic.h"

namespace pelton {
namespace {

using namespace program_format;

class ProgramWriter {
 public:
  ProgramWriter(const Program& program, const ProgramFileOptions& options)
      : program_(program),
        options_(options),
        variables_(variables_of(program)),
        numbers_(static_cast<size_t>(program.value_count), kNone) {
    for (size_t i = 0; i < variables_.size(); ++i)
      variable_numbers_[variables_[i].get()] = static_cast<uint32_t>(i);
  }
  std::string write();

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  void define(ValueId id);
  uint32_t number_of(ValueId id) const;
  void write_ids(std::span<const ValueId> ids);
  void write_inputs();
  void write_variable(const Variable& variable);
  void write_constants();
  void write_step(const Step& step);
  void write_call(const Step& step);
  void write_written(const Step& step);
  AttrBox renumbered_attrs(const Step& step) const;

  const Program& program_;
  const ProgramFileOptions& options_;
  const std::vector<VariableRef> variables_;
  std::unordered_map<const Variable*, uint32_t> variable_numbers_;
  std::vector<uint32_t> numbers_;  // in the file, by ValueId
  uint32_t defined_ = 0;
  std::unordered_map<int32_t, uint32_t> draws_;  // numbers in the file
  ByteWriter writer_;
};

void ProgramWriter::define(ValueId id) {
  uint32_t& number = numbers_.at(static_cast<size_t>(id));
  check(number == kNone, Code::internal, "value v", id, " is made twice");
  number = defined_++;
}

uint32_t ProgramWriter::number_of(ValueId id) const {
  const bool is_made =
      id >= 0 && id < std::ssize(numbers_) && numbers_[static_cast<size_t>(id)] != kNone;
  check(is_made, Code::internal, "value v", id, " is read before it is made");
  return numbers_[static_cast<size_t>(id)];
}

void ProgramWriter::write_ids(std::span<const ValueId> ids) {
  writer_.count(ids.size(), kMostEntries, "values in a list");
  for (ValueId id : ids) writer_.number(number_of(id));
}

void ProgramWriter::write_inputs() {
  check(options_.inputs.size() == program_.inputs.size(), "a program of ", program_.inputs.size(),
        " inputs is described by ", options_.inputs.size());
  writer_.count(program_.inputs.size(), kMostEntries, "inputs");
  for (const ProgramInput& input : options_.inputs) {
    writer_.number(input.dtype);
    writer_.sizes(without_names(input.shape));
  }
  for (ValueId id : program_.inputs) define(id);
}

void ProgramWriter::write_variable(const Variable& variable) {
  const OpenShape* const declared = variable.declared_shape();
  const bool is_open = declared != nullptr && declared->sizes.has_value();
  const bool is_any = declared != nullptr && !is_open;
  writer_.text(variable.path());
  writer_.number(variable.dtype());
  writer_.number(static_cast<uint8_t>((variable.trainable() ? kTrainable : 0) |
                                      (is_any ? kAnyRank : 0) | (is_open ? kOpenShape : 0)));
  writer_.sizes(variable.shape());
  if (is_open) writer_.sizes(without_names(*declared->sizes));
  if (options_.has_values) writer_.elements(variable.value());
}

void ProgramWriter::write_constants() {
  writer_.count(program_.constants.size(), kMostEntries, "constants");
  for (const auto& [id, tensor] : program_.constants) {
    writer_.number(tensor.dtype());
    writer_.sizes(tensor.shape());
    writer_.elements(tensor);
    define(id);
  }
}

AttrBox ProgramWriter::renumbered_attrs(const Step& step) const {
  AttrBox attrs(step.op->attrs, step.attrs.get());
  resolve_sizes(step.op->attrs, attrs.get(), [&](SizeName name) {
    name.id = number_of(static_cast<ValueId>(name.id));
    return name.size();
  });
  return attrs;
}

void ProgramWriter::write_written(const Step& step) {
  writer_.count(step.written.size(), kMostEntries, "variables that a step writes");
  for (const VariableRef& variable : step.written)
    writer_.number(variable_numbers_.at(variable.get()));
}

void ProgramWriter::write_call(const Step& step) {
  check(find_op(step.op->name) == step.op, Code::internal, "op ", step.op->name, " is in no list");
  writer_.text(step.op->name);
  write_attrs(writer_, step.op->attrs, renumbered_attrs(step).get());
  if (step.op_seed) writer_.number(*step.op_seed);
  if (step.draws)
    draws_.emplace(step.draw, static_cast<uint32_t>(draws_.size()));
  else if (step.draw >= 0)
    writer_.number(draws_.at(step.draw));
  if (step.scope) writer_.text(*step.scope);
  write_written(step);
  write_ids(step.inputs);
  writer_.number(static_cast<uint8_t>(step.outputs.size()));
}

void ProgramWriter::write_step(const Step& step) {
  const bool uses_draw = !step.draws && step.draw >= 0;
  writer_.number(step.kind);
  writer_.number(static_cast<uint8_t>((step.is_update ? kIsUpdate : 0) | (step.draws ? kDraws : 0) |
                                      (step.op_seed ? kHasSeed : 0) | (uses_draw ? kUsesDraw : 0) |
                                      (step.scope ? kHasScope : 0)));
  if (step.kind == Step::Kind::call)
    write_call(step);
  else
    writer_.number(variable_numbers_.at(step.variable.get()));
  if (step.kind == Step::Kind::assign) writer_.number(number_of(step.inputs[0]));
  for (ValueId id : step.outputs) define(id);
}

void check_can_be_written(const Program& program) {
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    check(step.kind != Step::Kind::control, Code::unimplemented, "step ", i,
          " of the program is a ", step.control ? step.control->name() : "",
          ": program files hold no branches and loops yet");
    check(step.kind != Step::Kind::guard, Code::unimplemented, "step ", i,
          " of the program is a guard: it is one path of a function that reads values");
    if (step.kind == Step::Kind::host)
      raise(Code::unimplemented, "step ", i, " of the program is the host callback '",
            step.work->name, "': it is code that runs on the host, such as Python code, and a ",
            "program file holds ops alone");
  }
}

std::string ProgramWriter::write() {
  check_can_be_written(program_);
  writer_.raw(kMagic);
  writer_.number(kVersion);
  writer_.number((options_.has_values ? kHasValues : 0) |
                 (options_.has_own_gradients ? kHasOwnGradients : 0));
  const size_t length_at = writer_.bytes().size();
  writer_.number(uint64_t{0});
  writer_.section(kInputs, [&] { write_inputs(); });
  writer_.section(kVariables, [&] {
    writer_.count(variables_.size(), kMostEntries, "variables");
    for (const VariableRef& variable : variables_) write_variable(*variable);
  });
  writer_.section(kConstants, [&] { write_constants(); });
  writer_.section(kSteps, [&] {
    writer_.count(program_.steps.size(), kMostEntries, "steps");
    for (const Step& step : program_.steps) write_step(step);
  });
  writer_.section(kOutputs, [&] { write_ids(program_.outputs); });
  writer_.set(length_at, static_cast<uint64_t>(writer_.bytes().size() + sizeof(uint32_t)));
  writer_.number(crc32(writer_.bytes()));
  return writer_.take();
}

}  // namespace

std::string write_program(const Program& program, const ProgramFileOptions& options) {
  const PauseObservers unseen;
  return ProgramWriter(program, options).write();
}

}  // namespace pelton
