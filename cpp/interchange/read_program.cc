// Reads programs: first the whole as bytes (magic, version, length, checksum), then section by
// section, then whether the steps can run.
#include <algorithm>
#include <set>

#include "interchange/attrs_file.h"
#include "interchange/byte_reader.h"
#include "interchange/check_program.h"
#include "interchange/crc32.h"
#include "interchange/program_file.h"
#include "interchange/program_format.h"
#include "ops/op_list.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/dispatch.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

using namespace program_format;
using Given = std::optional<std::span<const VariableRef>>;

// Magic, version, flags and length.
constexpr size_t kHeaderBytes = kMagic.size() + 4 + 4 + 8;
// The least that an entry of each table takes.
constexpr size_t kLeastTensor = 2, kLeastVariable = 7, kLeastStep = 6;

// A variable as the file tells of it.
struct VariableRow {
  std::string path;
  DType dtype;
  Shape shape;
  bool trainable;
  std::optional<OpenShape> declared;
};

class ProgramReader {
 public:
  ProgramReader(std::string_view bytes, Given given) : reader_(bytes), given_(given) {}
  ReadProgram read();

 private:
  void read_header(std::string_view bytes);
  void read_inputs(ByteReader reader);
  void read_variables(ByteReader reader);
  VariableRow read_variable_row(ByteReader& reader);
  VariableRef new_variable(const VariableRow& row, std::string_view elements);
  void read_constants(ByteReader reader);
  void read_steps(ByteReader reader);
  Step read_step(ByteReader& reader);
  void read_call(ByteReader& reader, uint8_t flags, Step& step);
  void read_draw(ByteReader& reader, uint8_t flags, Step& step);
  void name_values(Step& step);
  void read_outputs(ByteReader reader);
  VariableRef read_variable(ByteReader& reader);
  ValueId read_id(ByteReader& reader);
  std::vector<ValueId> read_ids(ByteReader& reader);
  ValueId define() { return out_.program.value_count++; }

  ByteReader reader_;
  const Given given_;
  ReadProgram out_;
  size_t used_variables_ = 0;
  ValueId first_updated_ = -1;  // value that an update makes, of which there are only more after it
};

void ProgramReader::read_header(std::string_view bytes) {
  check(reader_.left() >= kMagic.size() && reader_.raw(kMagic.size(), "the magic") == kMagic,
        "the bytes do not begin as a program file does");
  const auto version = reader_.number<uint32_t>("the version");
  check(version == kVersion, "the file has version ", version, "; this build reads version ",
        kVersion);
  const auto flags = reader_.number<uint32_t>("the flags");
  check((flags & ~(kHasValues | kHasOwnGradients)) == 0, "unknown flags ", flags);
  out_.options.has_values = (flags & kHasValues) != 0;
  out_.options.has_own_gradients = (flags & kHasOwnGradients) != 0;
  const auto length = reader_.number<uint64_t>("the length");
  check(length == bytes.size(), "the file should have ", length, " bytes and has ", bytes.size());
  check(bytes.size() >= kHeaderBytes + 4, "the file ends after its header");
  const std::string_view body = bytes.substr(0, bytes.size() - 4);
  const auto sum = ByteReader(bytes.substr(body.size())).number<uint32_t>("the checksum");
  check(sum == crc32(body), "the checksum does not fit: the file was altered");
  reader_ = ByteReader(body.substr(kHeaderBytes), kHeaderBytes);
}

void ProgramReader::read_inputs(ByteReader reader) {
  const size_t count = reader.count(kMostEntries, kLeastTensor, "inputs");
  for (size_t i = 0; i < count; ++i) {
    const DType dtype = reader.dtype("an input's dtype");
    out_.options.inputs.push_back({dtype, reader.shape("an input's shape", true)});
    out_.program.inputs.push_back(define());
  }
  reader.check_end("inputs");
}

VariableRow ProgramReader::read_variable_row(ByteReader& reader) {
  VariableRow row;
  row.path = reader.text("a variable's path");
  row.dtype = reader.dtype("a variable's dtype");
  const uint8_t flags = reader.below(kTrainable * 2 + kAnyRank + kOpenShape, "a variable's flags");
  row.trainable = (flags & kTrainable) != 0;
  row.shape = reader.shape("a variable's shape");
  if ((flags & kAnyRank) != 0) row.declared.emplace();
  if ((flags & kOpenShape) == 0) return row;
  check(!row.declared, "variable '", row.path, "' has an open shape of any rank");
  row.declared = OpenShape{reader.shape("a variable's open shape", true)};
  check(row.declared->accepts(row.shape), "variable '", row.path, "' of shape ", row.shape,
        " takes only ", *row.declared);
  return row;
}

VariableRef ProgramReader::new_variable(const VariableRow& row, std::string_view elements) {
  check(out_.options.has_values, "the file holds no value of variable '", row.path,
        "': variables must be given");
  const Tensor value = from_host(elements.data(), row.shape, row.dtype, place_variable());
  const auto variable = make_ref<Variable>(value, row.path, row.trainable);
  if (row.declared) variable->open_shape(*row.declared);
  return variable;
}

void check_fits(const VariableRow& row, const Variable& given, size_t i) {
  const OpenShape* const declared = given.declared_shape();
  const bool is_open = declared != nullptr, has_sizes = is_open && declared->sizes.has_value();
  const bool is_like = is_open == row.declared.has_value() &&
                       (!is_open || has_sizes == row.declared->sizes.has_value()) &&
                       (!has_sizes || without_names(*declared->sizes) == *row.declared->sizes);
  check(given.dtype() == row.dtype && is_like && (is_open || given.shape() == row.shape),
        "variable ", i, " is '", row.path, "', ", row.dtype, ' ', row.shape,
        row.declared ? " of open shape" : "", "; given is '", given.path(), "', ", given.dtype(),
        ' ', given.shape(), is_open ? " of open shape" : "");
}

void ProgramReader::read_variables(ByteReader reader) {
  const size_t count = reader.count(kMostEntries, kLeastVariable, "variables");
  check(!given_ || given_->size() == count, "the program has ", count, " variables, given are ",
        given_ ? given_->size() : 0);
  std::set<const Variable*> seen;
  for (size_t i = 0; i < count; ++i) {
    const VariableRow row = read_variable_row(reader);
    std::string_view elements;
    if (out_.options.has_values)
      elements = reader.elements(row.dtype, row.shape, "a variable's value");
    if (given_) check_fits(row, *(*given_)[i], i);
    out_.variables.push_back(given_ ? (*given_)[i] : new_variable(row, elements));
    check(seen.insert(out_.variables.back().get()).second, "variable '",
          out_.variables.back()->path(), "' is given twice");
  }
  reader.check_end("variables");
}

void ProgramReader::read_constants(ByteReader reader) {
  const size_t count = reader.count(kMostEntries, kLeastTensor, "constants");
  for (size_t i = 0; i < count; ++i) {
    const DType dtype = reader.dtype("a constant's dtype");
    const Shape shape = reader.shape("a constant's shape");
    const std::string_view elements = reader.elements(dtype, shape, "a constant");
    const ValueId id = define();
    out_.program.constants.emplace_back(id, from_host(elements.data(), shape, dtype));
  }
  reader.check_end("constants");
}

VariableRef ProgramReader::read_variable(ByteReader& reader) {
  const size_t byte = reader.at();
  const auto number = reader.number<uint32_t>("a variable's number");
  check(number < out_.variables.size(), "byte ", byte, ": variable ", number, " of ",
        out_.variables.size());
  check(number <= used_variables_, "byte ", byte, ": variable ", number,
        " is used before variable ", used_variables_);
  if (number == used_variables_) ++used_variables_;
  return out_.variables[number];
}

ValueId ProgramReader::read_id(ByteReader& reader) {
  const size_t byte = reader.at();
  const auto number = reader.number<uint32_t>("a value's number");
  const auto made = static_cast<uint32_t>(out_.program.value_count);
  check(number < made, "byte ", byte, ": value ", number, " is read, but there are ", made,
        " so far");
  return static_cast<ValueId>(number);
}

std::vector<ValueId> ProgramReader::read_ids(ByteReader& reader) {
  const size_t count = reader.count(kMostEntries, sizeof(uint32_t), "values in a list");
  std::vector<ValueId> out;
  for (size_t i = 0; i < count; ++i) out.push_back(read_id(reader));
  return out;
}

void ProgramReader::read_draw(ByteReader& reader, uint8_t flags, Step& step) {
  step.draws = (flags & kDraws) != 0;
  const bool uses_draw = (flags & kUsesDraw) != 0, has_seed = (flags & kHasSeed) != 0;
  check(!(step.draws && uses_draw) && (step.draws || !has_seed), "step flags ", int{flags});
  if (has_seed) step.op_seed = reader.number<int64_t>("a seed");
  if (step.draws) step.draw = out_.program.draw_count++;
  if (!uses_draw) return;
  const auto draw = reader.number<uint32_t>("a draw's number");
  check(draw < static_cast<uint32_t>(out_.program.draw_count), "draw ", draw,
        " is used, but there are ", out_.program.draw_count, " so far");
  step.draw = static_cast<int32_t>(draw);
}

// The values whose sizes the attributes name.
void ProgramReader::name_values(Step& step) {
  resolve_sizes(step.op->attrs, step.attrs.get(), [&](const SizeName& name) {
    const auto id = static_cast<ValueId>(name.id);
    check(name.id < static_cast<uint64_t>(out_.program.value_count), "a size of value ", name.id,
          " is named, but there are ", out_.program.value_count, " so far");
    if (std::find(step.named.begin(), step.named.end(), id) == step.named.end())
      step.named.push_back(id);
    return name.size();
  });
}

void ProgramReader::read_call(ByteReader& reader, uint8_t flags, Step& step) {
  const std::string name(reader.text("an op's name"));
  step.op = find_op(name);
  check(step.op != nullptr, "this build has no op '", name, "'");
  at_place([&] { return step.op->name; }, [&] { step.attrs = read_attrs(reader, step.op->attrs); });
  read_draw(reader, flags, step);
  if ((flags & kHasScope) != 0) {
    step.scope = reader.text("a device scope");
    (void)DeviceSpec::parse(*step.scope);
  }
  const size_t written = reader.count(kMostEntries, sizeof(uint32_t), "variables that it writes");
  for (size_t i = 0; i < written; ++i) step.written.push_back(read_variable(reader));
  name_values(step);
  step.inputs = read_ids(reader);
  const uint8_t outputs = reader.below(kMaxOutputs + 1, "the number of outputs");
  for (size_t i = 0; i < outputs; ++i) step.outputs.push_back(define());
}

Step ProgramReader::read_step(ByteReader& reader) {
  Step step;
  step.kind = static_cast<Step::Kind>(
      reader.below(static_cast<size_t>(Step::Kind::host), "the kind of a step"));
  const bool is_call = step.kind == Step::Kind::call;
  const uint8_t flags = reader.below(is_call ? kHasScope * 2 : kIsUpdate + 1, "a step's flags");
  step.is_update = (flags & kIsUpdate) != 0;
  check(step.is_update || first_updated_ < 0, "it is no update, but follows one");
  if (step.is_update && first_updated_ < 0) first_updated_ = out_.program.value_count;
  if (is_call) {
    read_call(reader, flags, step);
    return step;
  }
  step.variable = read_variable(reader);
  if (step.kind == Step::Kind::assign)
    step.inputs = {read_id(reader)};
  else
    step.outputs = {define()};
  return step;
}

void ProgramReader::read_steps(ByteReader reader) {
  const size_t count = reader.count(kMostEntries, kLeastStep, "steps");
  for (size_t i = 0; i < count; ++i)
    at_place([&] { return cat("step ", i); },
             [&] { out_.program.steps.push_back(read_step(reader)); });
  reader.check_end("steps");
  check(used_variables_ == out_.variables.size(), "no step uses variable ", used_variables_);
}

void ProgramReader::read_outputs(ByteReader reader) {
  out_.program.outputs = read_ids(reader);
  for (ValueId id : out_.program.outputs)
    check(first_updated_ < 0 || id < first_updated_, "output v", id, " is made by an update");
  reader.check_end("outputs");
}

ReadProgram ProgramReader::read() {
  read_header(reader_.whole());
  read_inputs(reader_.section(kInputs));
  read_variables(reader_.section(kVariables));
  read_constants(reader_.section(kConstants));
  read_steps(reader_.section(kSteps));
  read_outputs(reader_.section(kOutputs));
  reader_.check_end("sections");
  find_last_uses(out_.program);
  check_program(out_.program, out_.options.inputs);
  return std::move(out_);
}

}  // namespace

ReadProgram read_program(std::string_view bytes, Given variables) {
  const PauseObservers unseen;
  ReadProgram out;
  at_place([] { return "program file"; }, [&] { out = ProgramReader(bytes, variables).read(); });
  return out;
}

void check_inputs(std::span<const ProgramInput> specs, std::span<const Tensor> inputs) {
  check(specs.size() == inputs.size(), "the program takes ", specs.size(), " tensors, got ",
        inputs.size());
  for (size_t i = 0; i < specs.size(); ++i)
    check(inputs[i].dtype() == specs[i].dtype && may_equal(inputs[i].shape(), specs[i].shape),
          "input ", i, " of the program is ", specs[i].dtype, ' ', specs[i].shape, ", got ",
          inputs[i]);
}

}  // namespace pelton
