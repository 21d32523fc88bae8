// Tests programs as files: what is read does what was written, with the same bits, and is written
// as the same bytes again.
#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/random/random.h"
#include "program/exec/replay.h"
#include "program/trace/host_callback.h"
#include "runtime/dispatch/context.h"
#include "runtime/runtime.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/interchange/stored_programs.h"
#include "tests_cpp/ops/update_step.h"

using namespace pelton;
using namespace pelton::test;

namespace {

enum class Shade : uint8_t { light, dark };

// A field of every kind.
struct EveryKind {
  bool boolean = false;
  int64_t integer = 0;
  std::optional<int64_t> optional_integer;
  double real = 0;
  std::optional<double> optional_real;
  DType dtype = DType::float32;
  std::optional<DType> optional_dtype;
  Axes ints;
  std::optional<Axes> optional_ints;
  Shade choice = Shade::light;
  Text text;
  std::optional<Text> optional_text;
  Constant constant;
};

}  // namespace

namespace pelton {
template <>
inline constexpr std::array enum_names<Shade>{"light", "dark"};
template <>
inline constexpr auto fields<EveryKind> = std::tuple{
    field("boolean", &EveryKind::boolean),
    field("integer", &EveryKind::integer),
    field("optional_integer", &EveryKind::optional_integer),
    field("real", &EveryKind::real),
    field("optional_real", &EveryKind::optional_real),
    field("dtype", &EveryKind::dtype),
    field("optional_dtype", &EveryKind::optional_dtype),
    field("ints", &EveryKind::ints),
    field("optional_ints", &EveryKind::optional_ints),
    field("choice", &EveryKind::choice),
    field("text", &EveryKind::text),
    field("optional_text", &EveryKind::optional_text),
    field("constant", &EveryKind::constant),
};
}  // namespace pelton

namespace {

std::string attr_bytes(const AttrSpec* spec, const void* attrs) {
  ByteWriter writer;
  write_attrs(writer, spec, attrs);
  return writer.take();
}

// The attributes, written and read.
AttrBox through_bytes(const AttrSpec* spec, const void* attrs) {
  const std::string bytes = attr_bytes(spec, attrs);
  ByteReader reader(bytes);
  AttrBox out = read_attrs(reader, spec);
  reader.check_end("attributes");
  return out;
}

std::vector<char> bits(const Tensor& x) {
  std::vector<char> out(static_cast<size_t>(x.bytes()));
  to_host(x, out.data());
  return out;
}

void require_same(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].dtype() == b[i].dtype());
    REQUIRE(a[i].shape() == b[i].shape());
    REQUIRE(bits(a[i]) == bits(b[i]));
  }
}

}  // namespace

TEST_CASE("crc32 is the one that everybody has") {
  REQUIRE(crc32("") == 0);
  REQUIRE(crc32("123456789") == 0xCBF43926);
  REQUIRE(crc32("The quick brown fox jumps over the lazy dog") == 0x414FA339);
}

TEST_CASE("attributes of every kind come back") {
  const AttrSpec& spec = attrs_of<EveryKind>;
  const Constant parts[] = {
      Constant(),         Constant::of(true),          Constant::of(INT64_MIN),
      Constant::of(-0.0), Constant::of(Text("ij,jk")), Constant::list({})};
  const Constant nested[] = {Constant::list(parts), Constant::of(Text())};
  const EveryKind all{
      true,    -5,     7,           -0.1,         1e300,  DType::complex64,      DType::int8,
      {3, -1}, Axes{}, Shade::dark, Text("it's"), Text(), Constant::list(nested)};
  REQUIRE(to_string(spec, &all)
              .ends_with("text='it\\'s', optional_text='', "
                         "constant=[[None, True, -9223372036854775808, -0, 'ij,jk', []], '']"));
  for (const EveryKind& given : {EveryKind{}, all}) {
    const AttrBox back = through_bytes(&spec, &given);
    REQUIRE(to_string(spec, back.get()) == to_string(spec, &given));
    REQUIRE(attr_bytes(&spec, back.get()) == attr_bytes(&spec, &given));
  }
}

TEST_CASE("each op's attributes come back as their defaults") {
  for (const OpDef* op : op_list()) {
    INFO(op->name);
    const void* const defaults = op->attrs == nullptr ? nullptr : op->attrs->defaults();
    const AttrBox back = through_bytes(op->attrs, defaults);
    REQUIRE(attr_bytes(op->attrs, back.get()) == attr_bytes(op->attrs, defaults));
    if (op->attrs != nullptr)
      REQUIRE(to_string(*op->attrs, back.get()) == to_string(*op->attrs, defaults));
  }
}

TEST_CASE("a program that was read gives the bits of the one that was written") {
  const auto w = make_ref<Variable>(floats({2, 3, 5, 7}, {2, 2}), "w");
  const auto b = make_ref<Variable>(floats({0.5, -1}), "b", false);
  b->set_path("layer/b");
  const Tensor x = floats({1, 2, 3, 4, 5, 6}, {3, 2});
  const Program program = recorded(x, [&](const Tensor& in) {
    const Tensor product = matmul(in, w->read());
    const Tensor y = relu(bias_add(product, b->read()));
    return std::vector<Tensor>{softmax(y, {.axis = 1}), reduce_sum(multiply(y, floats({1, 9})))};
  });
  const std::string bytes = bytes_of(program, x);
  REQUIRE(bytes == bytes_of(program, x));
  const ReadProgram read = read_program(bytes);
  REQUIRE(write_program(read.program, read.options) == bytes);
  REQUIRE(read.variables.size() == 2);
  REQUIRE(read.variables[0]->path() == w->path());
  REQUIRE(read.variables[1]->path() == "layer/b");
  REQUIRE(read.variables[0]->trainable());
  REQUIRE_FALSE(read.variables[1]->trainable());
  const Tensor other = floats({7, -1, 0.25, 3, 2, 2}, {3, 2});
  require_same(run(program, {&other, 1}), run(read.program, {&other, 1}));
  Replay replay(std::make_shared<const Program>(read_program(bytes).program));
  for (int i = 0; i < 3; ++i) require_same(run(program, {&other, 1}), replay.run({&other, 1}));
}

TEST_CASE("variables are the file's or the caller's") {
  const auto w = make_ref<Variable>(floats({2, 3}), "w");
  const Tensor x = floats({1, 1});
  const Program program = recorded(x, [&](const Tensor& in) {
    w->assign(multiply(w->read(), in));
    return std::vector<Tensor>{add(w->read(), in)};
  });
  const auto mine = make_ref<Variable>(floats({10, 20}), "mine");
  const std::vector<VariableRef> given{mine};
  for (bool has_values : {true, false}) {
    mine->assign(floats({10, 20}));
    const std::string bytes = bytes_of(program, x, has_values);
    const ReadProgram read = read_program(bytes, given);
    const Tensor twos = floats({2, 2});
    REQUIRE(values<float>(run(read.program, {&twos, 1})[0]) == std::vector<float>{22, 42});
    REQUIRE(values<float>(mine->value()) == std::vector<float>{20, 40});
    REQUIRE(values<float>(w->value()) == std::vector<float>{2, 3});
  }
  const std::string bare = bytes_of(program, x, false);
  REQUIRE(error_says([&] { read_program(bare); }, "no value of variable 'w'"));
  const std::vector<VariableRef> wrong{make_ref<Variable>(floats({1, 2, 3}), "long")};
  REQUIRE(error_says([&] { read_program(bare, wrong); }, "variable 0 is 'w', float32 (2,)"));
  REQUIRE(error_says([&] { read_program(bare, std::span<const VariableRef>()); }, "given are 0"));
}

TEST_CASE("variables of open shapes stay open") {
  const auto w = make_ref<Variable>(floats({2, 3}), "w");
  w->open_shape({GENERATE(std::optional<Shape>(), std::optional<Shape>(Shape{kUnknown}))});
  const Tensor x = floats({1});
  const Program program =
      recorded(x, [&](const Tensor& in) { return std::vector<Tensor>{add(w->read(), in)}; });
  const std::string bytes = bytes_of(program, x);
  const ReadProgram read = read_program(bytes);
  REQUIRE(write_program(read.program, read.options) == bytes);
  read.variables[0]->assign(floats({1, 2, 3}));
  REQUIRE(values<float>(run(read.program, {&x, 1})[0]) == std::vector<float>{2, 3, 4});
}

TEST_CASE("a program that was read draws the numbers that the written one draws") {
  const Tensor x = ones({64}, DType::float32);
  const Program program = recorded(x, [&](const Tensor& in) {
    Tape tape;
    tape.start();
    tape.watch(in);
    const Tensor y = dropout(in, 0.5, std::optional<int64_t>(3));
    const Tape::Source source = Tape::source_of(in);
    return std::vector<Tensor>{y, tape.gradient({&y, 1}, {&source, 1})[0],
                               dropout(in, 0.25, std::nullopt)};
  });
  const std::string bytes = bytes_of(program, x);
  const ReadProgram read = read_program(bytes);
  REQUIRE(write_program(read.program, read.options) == bytes);
  runtime().random().seed(5);
  const std::vector<Tensor> expected = run(program, {&x, 1});
  runtime().random().seed(5);
  require_same(expected, run(read.program, {&x, 1}));
}

TEST_CASE("an optimizer's step writes the variables that were read") {
  const auto w = make_ref<Variable>(floats({2, 3}), "w");
  const auto slot = make_ref<Variable>(floats({0, 0}), "velocity");
  const Tensor x = floats({1, 1});
  const updates::StepAttrs<updates::Sgd> attrs{{.momentum = 0.5}};
  const std::vector<VariableRef> written{w, slot};
  const Program program = recorded(x, [&](const Tensor& in) {
    const Tensor operands[] = {in, scalar(0.5, DType::float64), scalar(0, DType::int64)};
    update_variables(*find_op("sgd_step"), written, operands, &attrs);
    return std::vector<Tensor>{};
  });
  const std::string bytes = bytes_of(program, x);
  const ReadProgram read = read_program(bytes);
  REQUIRE(write_program(read.program, read.options) == bytes);
  const Tensor gradient = floats({4, 8});
  run(program, {&gradient, 1});
  run(read.program, {&gradient, 1});
  require_same({w->value(), slot->value()},
               {read.variables[0]->value(), read.variables[1]->value()});
}

TEST_CASE("calls in a device scope keep it") {
  const Tensor x = floats({2});
  const Program program = recorded(x, [&](const Tensor& in) {
    context().push_scope("/CPU:0");
    const Tensor y = negative(in);
    context().pop_scope(0);
    return std::vector<Tensor>{y};
  });
  const ReadProgram read = read_program(bytes_of(program, x));
  REQUIRE(read.program.steps[0].scope == program.steps[0].scope);
}

TEST_CASE("a host callback is refused by its name") {
  const Tensor x = floats({2});
  const Program program = recorded(x, [&](const Tensor& in) {
    const auto body = [](std::span<const Tensor> given) {
      return std::vector<Tensor>(given.begin(), given.end());
    };
    return perform("my_code", {in}, body);
  });
  REQUIRE(error_says([&] { bytes_of(program, x); }, "host callback 'my_code'"));
}

TEST_CASE("reading is seen by no tape or tracer") {
  const Tensor x = floats({2, 3});
  const std::string bytes = bytes_of(
      recorded(x, [&](const Tensor& in) { return std::vector<Tensor>{add(in, floats({1}))}; }), x);
  Tracer tracer({&x, 1}, {});
  (void)read_program(bytes);
  const auto program = tracer.finish({&x, 1});
  REQUIRE(program);
  REQUIRE(program->steps.empty());
  REQUIRE(program->constants.empty());
}

TEST_CASE("inputs must be of the program's dtypes and shapes") {
  const std::vector<TensorKind> specs{{DType::float32, {kUnknown, 2}}};
  const auto refuses = [&](const Tensor& x) {
    return error_says([&] { check_inputs(specs, {&x, 1}); }, "float32 (None, 2), got");
  };
  const Tensor fits = floats({1, 2, 3, 4}, {2, 2});
  REQUIRE_NOTHROW(check_inputs(specs, {&fits, 1}));
  REQUIRE(refuses(floats({1, 2, 3}, {1, 3})));
  REQUIRE(refuses(zeros({1, 2}, DType::float64)));
  REQUIRE(error_says([&] { check_inputs(specs, {}); }, "takes 1 tensors, got 0"));
}
