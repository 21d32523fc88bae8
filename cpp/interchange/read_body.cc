#include "interchange/read_body.h"

#include <algorithm>

#include "core/string_bytes.h"
#include "interchange/attrs_file.h"
#include "interchange/check_program.h"
#include "interchange/host_work.h"
#include "interchange/program_format.h"
#include "ops/op_list.h"
#include "runtime/dispatch/symbolic.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"

namespace pelton {

using namespace program_format;

namespace {

// The least that an entry of each table takes.
constexpr size_t kLeastTensor = 2, kLeastStep = 6;

Tensor string_tensor(const std::vector<std::string_view>& texts, const Shape& shape) {
  Ref<StringBytes> bytes = make_ref<StringBytes>();
  std::vector<StringElement> elements;
  for (std::string_view text : texts) elements.push_back(bytes->add(text));
  Tensor out = from_host(elements.data(), shape, DType::string);
  out.storage()->set_strings(std::move(bytes));
  return out;
}

}  // namespace

BodyReader::BodyReader(ReadContext& context, size_t inputs, size_t depth)
    : context_(context), depth_(depth) {
  for (size_t i = 0; i < inputs; ++i) program_.inputs.push_back(define());
}

Tensor BodyReader::read_tensor(ByteReader& reader, const char* what) {
  const DType dtype = reader.dtype(what);
  const Shape shape = reader.shape(what);
  if (dtype == DType::string) return string_tensor(reader.strings(shape, what), shape);
  const std::string_view elements = reader.elements(dtype, shape, what);
  return from_host(elements.data(), shape, dtype);
}

void BodyReader::read_constants(ByteReader& reader) {
  const size_t count = reader.count(kMostEntries, kLeastTensor, "constants");
  for (size_t i = 0; i < count; ++i) {
    Tensor constant = read_tensor(reader, "a constant");
    program_.constants.emplace_back(define(), std::move(constant));
  }
}

VariableRef BodyReader::read_variable(ByteReader& reader) {
  const size_t byte = reader.at();
  const auto number = reader.number<uint32_t>("a variable's number");
  check(number < context_.variables.size(), "byte ", byte, ": variable ", number, " of ",
        context_.variables.size());
  check(number <= context_.used_variables, "byte ", byte, ": variable ", number,
        " is used before variable ", context_.used_variables);
  if (number == context_.used_variables) ++context_.used_variables;
  return context_.variables[number];
}

ValueId BodyReader::read_id(ByteReader& reader) {
  const size_t byte = reader.at();
  const auto number = reader.number<uint32_t>("a value's number");
  const auto made = static_cast<uint32_t>(program_.value_count);
  check(number < made, "byte ", byte, ": value ", number, " is read, but there are ", made,
        " so far");
  return static_cast<ValueId>(number);
}

std::vector<ValueId> BodyReader::read_ids(ByteReader& reader) {
  const size_t count = reader.count(kMostEntries, sizeof(uint32_t), "values in a list");
  std::vector<ValueId> out;
  for (size_t i = 0; i < count; ++i) out.push_back(read_id(reader));
  return out;
}

// What the flags say that there is: a seed, a draw, a device scope.
void BodyReader::read_draw(ByteReader& reader, uint8_t flags, Step& step) {
  step.draws = (flags & kDraws) != 0;
  const bool uses_draw = (flags & kUsesDraw) != 0, has_seed = (flags & kHasSeed) != 0;
  const bool is_in_graph = (flags & kInGraph) != 0;
  check(!(step.draws && uses_draw) && (step.draws || !has_seed) && (has_seed || !is_in_graph),
        "step flags ", int{flags});
  if (has_seed) step.op_seed = reader.number<int64_t>("a seed");
  check(!has_seed || !RandomState::is_graph_op(*step.op_seed), "seed ", step.op_seed.value_or(0));
  if (is_in_graph) {
    const auto seed = reader.number<int64_t>("the seed of a graph");
    step.op_seed = runtime().random().add_graph_op(*step.op_seed, seed);
  }
  if (step.draws) step.draw = program_.draw_count++;
  if (uses_draw) {
    const auto draw = reader.number<uint32_t>("a draw's number");
    check(draw < static_cast<uint32_t>(program_.draw_count), "draw ", draw,
          " is used, but there are ", program_.draw_count, " so far");
    step.draw = static_cast<int32_t>(draw);
  }
  if ((flags & kHasScope) == 0) return;
  step.scope = reader.text("a device scope");
  (void)DeviceSpec::parse(*step.scope);
}

// The values whose sizes the attributes name.
void BodyReader::name_values(Step& step) {
  resolve_sizes(step.op->attrs, step.attrs.get(), [&](const SizeName& name) {
    const auto id = static_cast<ValueId>(name.id);
    check(name.id < static_cast<uint64_t>(program_.value_count), "a size of value ", name.id,
          " is named, but there are ", program_.value_count, " so far");
    if (std::find(step.named.begin(), step.named.end(), id) == step.named.end())
      step.named.push_back(id);
    return name.size();
  });
}

void BodyReader::read_call(ByteReader& reader, uint8_t flags, Step& step) {
  const std::string name(reader.text("an op's name"));
  step.op = find_op(name);
  check(step.op != nullptr, "this build has no op '", name, "'");
  at_place([&] { return step.op->name; }, [&] { step.attrs = read_attrs(reader, step.op->attrs); });
  read_draw(reader, flags, step);
  const size_t written = reader.count(kMostEntries, sizeof(uint32_t), "variables that it writes");
  for (size_t i = 0; i < written; ++i) step.written.push_back(read_variable(reader));
  name_values(step);
  step.inputs = read_ids(reader);
  const uint8_t outputs = reader.below(kMaxOutputs + 1, "the number of outputs");
  for (size_t i = 0; i < outputs; ++i) step.outputs.push_back(define());
}

void BodyReader::read_control(ByteReader& reader, uint8_t flags, Step& step) {
  check((flags & kHasSeed) == 0, "step flags ", int{flags});
  read_draw(reader, flags, step);
  step.inputs = read_ids(reader);
  step.control = read_control_flow(reader, context_, step.inputs.size(), depth_);
  const bool is_drawn = step.draw >= 0;
  check(step.control->draws() == is_drawn, step.control->name(),
        is_drawn ? " takes no random numbers" : " draws random numbers from no draw");
  for (size_t i = step.control->output_count(); i > 0; --i) step.outputs.push_back(define());
}

// Guards come before all that a program writes, and only a whole program has some.
void BodyReader::read_guard(ByteReader& reader, Step& step) {
  check(depth_ == 0, "a guard in a branch or loop");
  check(!has_written_, "a guard after variables were written");
  step.inputs = {read_id(reader)};
  step.expected = read_tensor(reader, "what a guard expects");
  const DType dtype = step.expected.dtype();
  check(step.expected.size() == 1 &&
            (dtype == DType::boolean || dtype == DType::int32 || dtype == DType::int64),
        "a guard expects ", step.expected, ", not one bool, int32 or int64");
  step.place = reader.text("a guard's place");
  step.guard = guards_++;
}

void BodyReader::read_host(ByteReader& reader, Step& step) {
  const std::string name(reader.text("the name of work on the host"));
  const std::string_view stored = reader.text("what work on the host is");
  check(name.size() <= kMostNameBytes && stored.size() <= kMostWorkBytes, "work on the host has a ",
        "name of ", name.size(), " bytes and says ", stored.size());
  step.inputs = read_ids(reader);
  const size_t count = reader.count(kMostWorkOutputs, kLeastTensor, "outputs of work on the host");
  std::vector<std::pair<DType, Shape>> outputs;
  for (size_t i = 0; i < count; ++i) {
    const DType dtype = reader.dtype("an output of work on the host");
    outputs.emplace_back(dtype, reader.shape("an output of work on the host", true));
  }
  step.work = host_work(name, std::string(stored), std::move(outputs));
  for (size_t i = 0; i < count; ++i) step.outputs.push_back(define());
}

Step BodyReader::read_step(ByteReader& reader) {
  Step step;
  const size_t byte = reader.at();
  const size_t kinds = static_cast<size_t>(Step::Kind::guard) + 1;
  step.kind = static_cast<Step::Kind>(reader.below(kinds, "the kind of a step"));
  const bool is_call = step.kind == Step::Kind::call, is_control = step.kind == Step::Kind::control;
  const bool is_host = step.kind == Step::Kind::host;
  const bool is_newer = is_control || step.kind == Step::Kind::guard;
  check((!is_host || context_.version > 2) && (!is_newer || context_.version > 1), "byte ", byte,
        ": the kind of a step is ", static_cast<int>(step.kind));
  const size_t flag_limit = is_call || is_control ? kInGraph * 2 : kIsUpdate + 1;
  const uint8_t flags = reader.below(flag_limit, "a step's flags");
  step.is_update = (flags & kIsUpdate) != 0;
  check(step.is_update || first_updated_ < 0, "it is no update, but follows one");
  if (step.is_update && first_updated_ < 0) first_updated_ = program_.value_count;
  if (is_call) {
    read_call(reader, flags, step);
  } else if (is_control) {
    read_control(reader, flags, step);
  } else if (is_host) {
    check(!step.is_update, "work on the host is no update");
    read_host(reader, step);
  } else if (step.kind == Step::Kind::guard) {
    check(!step.is_update, "a guard is no update");
    read_guard(reader, step);
  } else {
    step.variable = read_variable(reader);
    if (step.kind == Step::Kind::assign)
      step.inputs = {read_id(reader)};
    else
      step.outputs = {define()};
  }
  has_written_ = has_written_ || step.kind == Step::Kind::assign || !step.written.empty() ||
                 (is_control && step.control->has_effects());
  return step;
}

void BodyReader::read_steps(ByteReader& reader) {
  const size_t count = reader.count(kMostEntries, kLeastStep, "steps");
  for (size_t i = 0; i < count; ++i)
    at_place([&] { return cat("step ", i); }, [&] { program_.steps.push_back(read_step(reader)); });
}

void BodyReader::read_outputs(ByteReader& reader) {
  program_.outputs = read_ids(reader);
  for (ValueId id : program_.outputs)
    check(first_updated_ < 0 || id < first_updated_, "output v", id, " is made by an update");
}

Program BodyReader::take() {
  find_last_uses(program_);
  return std::move(program_);
}

}  // namespace pelton
