// Reads programs: first the whole as bytes (magic, version, length, checksum), then section by
// section, then whether the steps can run.
#include <algorithm>
#include <set>

#include "interchange/byte_reader.h"
#include "interchange/check_program.h"
#include "interchange/crc32.h"
#include "interchange/program_file.h"
#include "interchange/program_format.h"
#include "interchange/read_body.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

using namespace program_format;
using Given = std::optional<std::span<const VariableRef>>;

// Magic, version, flags and length.
constexpr size_t kHeaderBytes = kMagic.size() + 4 + 4 + 8;
// The least that an entry of each table takes.
constexpr size_t kLeastInput = 2, kLeastVariable = 7;

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
  void read_program();

  ByteReader reader_;
  const Given given_;
  ReadProgram out_;
  ReadContext context_;
};

void ProgramReader::read_header(std::string_view bytes) {
  check(reader_.left() >= kMagic.size() && reader_.raw(kMagic.size(), "the magic") == kMagic,
        "the bytes do not begin as a program file does");
  const auto version = reader_.number<uint32_t>("the version");
  check(version >= kOldestVersion && version <= kVersion, "the file has version ", version,
        "; this build reads versions ", kOldestVersion, " to ", kVersion);
  context_.version = version;
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
  const size_t count = reader.count(kMostEntries, kLeastInput, "inputs");
  for (size_t i = 0; i < count; ++i) {
    const DType dtype = reader.dtype("an input's dtype");
    out_.options.inputs.push_back({dtype, reader.shape("an input's shape", true)});
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
  const Device place = place_variable(row.dtype);
  const Tensor value = from_host(elements.data(), row.shape, row.dtype, place);
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
    context_.variables.push_back(given_ ? (*given_)[i] : new_variable(row, elements));
    check(seen.insert(context_.variables.back().get()).second, "variable '",
          context_.variables.back()->path(), "' is given twice");
  }
  reader.check_end("variables");
}

void ProgramReader::read_program() {
  BodyReader body(context_, out_.options.inputs.size(), 0);
  ByteReader constants = reader_.section(kConstants);
  body.read_constants(constants);
  constants.check_end("constants");
  ByteReader steps = reader_.section(kSteps);
  body.read_steps(steps);
  steps.check_end("steps");
  check(context_.used_variables == context_.variables.size(), "no step uses variable ",
        context_.used_variables);
  ByteReader outputs = reader_.section(kOutputs);
  body.read_outputs(outputs);
  outputs.check_end("outputs");
  out_.program = body.take();
}

ReadProgram ProgramReader::read() {
  read_header(reader_.whole());
  read_inputs(reader_.section(kInputs));
  read_variables(reader_.section(kVariables));
  read_program();
  reader_.check_end("sections");
  std::vector<Tensor> inputs;
  for (const TensorKind& kind : out_.options.inputs)
    inputs.push_back(Tensor::symbolic(kind.shape, kind.dtype));
  check_program(out_.program, inputs);
  out_.variables = std::move(context_.variables);
  return std::move(out_);
}

}  // namespace

ReadProgram read_program(std::string_view bytes, Given variables) {
  const PauseObservers unseen;
  ReadProgram out;
  at_place([] { return "program file"; }, [&] { out = ProgramReader(bytes, variables).read(); });
  return out;
}

void check_inputs(std::span<const TensorKind> specs, std::span<const Tensor> inputs) {
  check(specs.size() == inputs.size(), "the program takes ", specs.size(), " tensors, got ",
        inputs.size());
  for (size_t i = 0; i < specs.size(); ++i)
    check(inputs[i].dtype() == specs[i].dtype && may_equal(inputs[i].shape(), specs[i].shape),
          "input ", i, " of the program is ", specs[i].dtype, ' ', specs[i].shape, ", got ",
          inputs[i]);
}

}  // namespace pelton
