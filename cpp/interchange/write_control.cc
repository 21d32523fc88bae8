// Writes branches and loops: what each is, then its bodies, programs of their own.
#include "interchange/program_format.h"
#include "interchange/write_body.h"
#include "program/control/branches.h"
#include "program/control/control_gradient.h"
#include "program/control/loop.h"

namespace pelton {
namespace {

using namespace program_format;

class ControlWriter {
 public:
  ControlWriter(ByteWriter& writer, const VariableNumbers& variables)
      : writer_(writer), variables_(variables) {}
  void write(const ControlFlow& control);

 private:
  void write_kinds(std::span<const TensorKind> kinds);
  void write_branches(const Branches& branches);
  void write_loop(const Loop& loop);
  void write_gradient(const ControlGradient& gradient);
  void write_flags(const std::vector<bool>& flags);
  void write_body(const Subprogram& body);

  ByteWriter& writer_;
  const VariableNumbers& variables_;
};

void ControlWriter::write_kinds(std::span<const TensorKind> kinds) {
  writer_.count(kinds.size(), kMostEntries, "results of a branch or loop");
  for (const TensorKind& kind : kinds) {
    writer_.number(kind.dtype);
    writer_.sizes(without_names(kind.shape));
  }
}

void ControlWriter::write_flags(const std::vector<bool>& flags) {
  writer_.count(flags.size(), kMostEntries, "tensors of a branch or loop");
  for (bool flag : flags) writer_.number(static_cast<uint8_t>(flag));
}

void ControlWriter::write_body(const Subprogram& body) {
  writer_.count(body.taken().size(), kMostEntries, "captures");
  for (size_t number : body.taken()) writer_.number(static_cast<uint32_t>(number));
  BodyWriter program(writer_, body.program(), variables_);
  program.write_constants();
  program.write_steps();
  program.write_outputs();
}

void ControlWriter::write_branches(const Branches& branches) {
  writer_.text(branches.name());
  write_kinds(branches.results());
  writer_.count(branches.bodies().size(), kMostEntries, "branches");
  for (const Subprogram& body : branches.bodies()) write_body(body);
}

void ControlWriter::write_loop(const Loop& loop) {
  const LoopSettings& settings = loop.settings();
  writer_.text(settings.name);
  writer_.number(static_cast<uint32_t>(settings.rows));
  writer_.number(static_cast<uint8_t>((settings.is_reversed ? kIsReversed : 0) |
                                      (settings.has_condition ? kHasCondition : 0)));
  writer_.number(settings.most_steps);
  write_kinds(loop.carried());
  write_kinds(loop.stacked());
  for (const Subprogram& body : loop.bodies()) write_body(body);
}

void ControlWriter::write_gradient(const ControlGradient& gradient) {
  write_flags(gradient.wanted());
  write_flags(gradient.given());
  write(gradient.of());
}

void ControlWriter::write(const ControlFlow& control) {
  writer_.number(control.form());
  switch (control.form()) {
    case ControlFlow::Form::branches:
      return write_branches(static_cast<const Branches&>(control));
    case ControlFlow::Form::loop:
      return write_loop(static_cast<const Loop&>(control));
    case ControlFlow::Form::gradient:
      return write_gradient(static_cast<const ControlGradient&>(control));
  }
}

}  // namespace

void write_control_flow(ByteWriter& writer, const ControlFlow& control,
                        const VariableNumbers& variables) {
  ControlWriter(writer, variables).write(control);
}

}  // namespace pelton
