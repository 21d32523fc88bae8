// Reads branches and loops: what each is, then its bodies. Numbers are checked here, dtypes and
// shapes by check_control.
#include <algorithm>

#include "interchange/check_program.h"
#include "interchange/program_format.h"
#include "interchange/read_body.h"
#include "program/control/branches.h"
#include "program/control/control_gradient.h"
#include "program/control/loop.h"

namespace pelton {
namespace {

using namespace program_format;

// The least that a tensor's kind, a flag and a body take.
constexpr size_t kLeastKind = 2, kLeastFlag = 1, kLeastBody = 16;

class ControlReader {
 public:
  ControlReader(ByteReader& reader, ReadContext& context, size_t depth)
      : reader_(reader), context_(context), depth_(depth) {}
  ControlRef read(size_t operands);

 private:
  ControlRef read_branches(size_t operands);
  ControlRef read_loop(size_t operands);
  ControlRef read_gradient(size_t operands);
  std::string read_name();
  std::vector<TensorKind> read_kinds(const char* what);
  std::vector<bool> read_flags(const char* what);
  Subprogram read_body(const std::string& title, size_t arguments, size_t captures);

  ByteReader& reader_;
  ReadContext& context_;
  const size_t depth_;
};

// Short, as each branch may be named with it.
std::string ControlReader::read_name() {
  const size_t byte = reader_.at();
  std::string name(reader_.text("a name"));
  check(name.size() <= kMostNameBytes, "byte ", byte, ": a name of ", name.size(), " bytes");
  return name;
}

std::vector<TensorKind> ControlReader::read_kinds(const char* what) {
  std::vector<TensorKind> out;
  for (size_t left = reader_.count(kMostEntries, kLeastKind, what); left > 0; --left) {
    const DType dtype = reader_.dtype(what);
    out.push_back({dtype, reader_.shape(what, true)});
  }
  return out;
}

std::vector<bool> ControlReader::read_flags(const char* what) {
  std::vector<bool> out;
  for (size_t left = reader_.count(kMostEntries, kLeastFlag, what); left > 0; --left)
    out.push_back(reader_.flag(what));
  return out;
}

Subprogram ControlReader::read_body(const std::string& title, size_t arguments, size_t captures) {
  std::vector<size_t> taken;
  Program program;
  at_place([&] { return title; },
           [&] {
             for (size_t left = reader_.count(kMostEntries, sizeof(uint32_t), "captures"); left > 0;
                  --left) {
               const auto number = reader_.number<uint32_t>("a capture's number");
               check(number < captures, "capture ", number, " of ", captures);
               taken.push_back(number);
             }
             BodyReader body(context_, arguments + taken.size(), depth_ + 1);
             body.read_constants(reader_);
             body.read_steps(reader_);
             body.read_outputs(reader_);
             program = body.take();
           });
  return Subprogram(std::move(program), std::move(taken));
}

ControlRef ControlReader::read_branches(size_t operands) {
  std::string name = read_name();
  check(operands > 0, name, " takes the number of a branch");
  std::vector<TensorKind> results = read_kinds("results");
  const size_t count = reader_.count(kMostEntries, kLeastBody, "branches");
  check(count > 0, name, " has no branches");
  std::vector<Subprogram> bodies;
  for (size_t i = 0; i < count; ++i)
    bodies.push_back(read_body(cat(name, ", branch ", i), 0, operands - 1));
  return std::make_shared<Branches>(std::move(name), std::move(bodies), std::move(results));
}

ControlRef ControlReader::read_loop(size_t operands) {
  LoopSettings settings;
  settings.name = read_name();
  settings.rows = reader_.number<uint32_t>("the number of tensors with rows");
  const uint8_t flags = reader_.below(kHasCondition * 2, "a loop's flags");
  settings.is_reversed = (flags & kIsReversed) != 0;
  settings.has_condition = (flags & kHasCondition) != 0;
  settings.most_steps = reader_.number<int64_t>("a number of steps");
  std::vector<TensorKind> carried = read_kinds("loop variables");
  std::vector<TensorKind> stacked = read_kinds("stacked results");
  settings.carried = carried.size();
  const size_t arguments = settings.carried + settings.rows;
  check(arguments <= operands, settings.name, " takes ", settings.carried, " loop variables and ",
        settings.rows, " tensors with rows from ", operands, " tensors");
  check(stacked.empty() || settings.rows > 0, settings.name, " stacks results of no rows");
  check(settings.rows > 0 || settings.has_condition || settings.most_steps >= 0, settings.name,
        " has no end");
  std::vector<Subprogram> bodies;
  if (settings.has_condition)
    bodies.push_back(
        read_body(settings.name + ", condition", settings.carried, operands - arguments));
  bodies.push_back(read_body(settings.name + ", body", arguments, operands - arguments));
  return std::make_shared<Loop>(std::move(settings), std::move(bodies), std::move(carried),
                                std::move(stacked));
}

ControlRef ControlReader::read_gradient(size_t operands) {
  std::vector<bool> wanted = read_flags("wanted gradients");
  std::vector<bool> given = read_flags("gradients of results");
  const auto gradients = static_cast<size_t>(std::count(given.begin(), given.end(), true));
  check(wanted.size() + gradients == operands, "a gradient of ", wanted.size(), " tensors takes ",
        gradients, " more, not ", operands, " in all");
  ControlRef of = read_control_flow(reader_, context_, wanted.size(), depth_ + 1);
  check(given.size() == of->output_count(), of->name(), " gives ", of->output_count(),
        " tensors, not ", given.size());
  check(!of->writes_variables(), of->name(), " writes variables and so has no gradient");
  return std::make_shared<ControlGradient>(std::move(of), std::move(wanted), std::move(given));
}

ControlRef ControlReader::read(size_t operands) {
  check(depth_ < kMostDepth, "branches and loops are more than ", kMostDepth,
        " deep within each other");
  const auto last = static_cast<size_t>(ControlFlow::Form::gradient);
  switch (static_cast<ControlFlow::Form>(reader_.below(last + 1, "the form of a branch or loop"))) {
    case ControlFlow::Form::branches:
      return read_branches(operands);
    case ControlFlow::Form::loop:
      return read_loop(operands);
    case ControlFlow::Form::gradient:
      break;
  }
  return read_gradient(operands);
}

}  // namespace

ControlRef read_control_flow(ByteReader& reader, ReadContext& context, size_t operands,
                             size_t depth) {
  return ControlReader(reader, context, depth).read(operands);
}

}  // namespace pelton
