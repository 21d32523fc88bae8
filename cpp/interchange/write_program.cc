// Writes program files: header, tables, steps and checksum.
#include "interchange/byte_writer.h"
#include "interchange/crc32.h"
#include "interchange/program_file.h"
#include "interchange/program_format.h"
#include "interchange/write_body.h"
#include "program/control/control_gradient.h"
#include "runtime/dispatch/context.h"

namespace pelton {
namespace {

using namespace program_format;

class ProgramWriter {
 public:
  ProgramWriter(const Program& program, const ProgramFileOptions& options)
      : program_(program), options_(options), variables_(variables_of(program)) {}
  std::string write();

 private:
  void write_inputs();
  void write_variable(const Variable& variable);

  const Program& program_;
  const ProgramFileOptions& options_;
  const std::vector<VariableRef> variables_;
  ByteWriter writer_;
};

void ProgramWriter::write_inputs() {
  check(options_.inputs.size() == program_.inputs.size(), "a program of ", program_.inputs.size(),
        " inputs is described by ", options_.inputs.size());
  writer_.count(program_.inputs.size(), kMostEntries, "inputs");
  for (const TensorKind& input : options_.inputs) {
    writer_.number(input.dtype);
    writer_.sizes(without_names(input.shape));
  }
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

std::string ProgramWriter::write() {
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
  VariableNumbers numbers;
  for (const VariableRef& variable : variables_)
    numbers.emplace(variable.get(), static_cast<uint32_t>(numbers.size()));
  BodyWriter body(writer_, program_, numbers);
  writer_.section(kConstants, [&] { body.write_constants(); });
  writer_.section(kSteps, [&] { body.write_steps(); });
  writer_.section(kOutputs, [&] { body.write_outputs(); });
  writer_.set(length_at, static_cast<uint64_t>(writer_.bytes().size() + sizeof(uint32_t)));
  writer_.number(crc32(writer_.bytes()));
  return writer_.take();
}

void check_can_be_written(const Program& program, const std::string& where, size_t depth);

// How deep it is is what readers count: the gradient of a loop is one level above it.
void check_can_be_written(const ControlFlow& control, const std::string& place, size_t depth) {
  check(depth < kMostDepth, place, ": program files hold branches and loops within each other ",
        kMostDepth, " deep, no deeper");
  if (control.form() == ControlFlow::Form::gradient)
    return check_can_be_written(static_cast<const ControlGradient&>(control).of(), place,
                                depth + 1);
  const std::vector<std::string> titles = control.titles();
  for (size_t i = 0; i < titles.size(); ++i)
    check_can_be_written(control.bodies()[i].program(),
                         cat("the ", titles[i], " of ", control.name(), " (", place, ")"),
                         depth + 1);
}

void check_can_be_written(const Program& program, const std::string& where, size_t depth) {
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    if (step.kind == Step::Kind::host && (step.work->stored.empty() || !step.work->outputs))
      raise(Code::unimplemented, "step ", i, " of ", where, " is the host callback '",
            step.work->name, "': it is code that runs on the host, such as Python code, and a ",
            "program file holds the library's own alone");
    check(depth == 0 || step.kind != Step::Kind::guard, Code::internal, "a guard in a body");
    if (step.kind == Step::Kind::control)
      check_can_be_written(*step.control, cat("step ", i, " of ", where), depth);
  }
}

}  // namespace

std::string write_program(const Program& program, const ProgramFileOptions& options) {
  const PauseObservers unseen;
  check_can_be_written(program, "the program", 0);
  return ProgramWriter(program, options).write();
}

}  // namespace pelton
