// Branches, loops, their gradients and guards in program files: there and back, and forged.
#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/random/random.h"
#include "program/control/branches.h"
#include "program/control/loop.h"
#include "program/guard_failed.h"
#include "runtime/dispatch/context.h"
#include "runtime/runtime.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/interchange/stored_programs.h"

using namespace pelton;
using namespace pelton::test;

namespace {

using Tensors = std::vector<Tensor>;

Tensor int32(double value) { return scalar(value, DType::int32); }

// x, w times itself plus random numbers, three times; a branch within.
Tensor looped(const Tensor& x, const VariableRef& w) {
  const Tensors start = {int32(0), x};
  const auto chosen = [&](const Tensor& y, const Tensor& i) {
    const std::vector<TensorFunction> functions = {
        [&](std::span<const Tensor>) { return Tensors{multiply(y, w->read())}; },
        [&](std::span<const Tensor>) { return Tensors{dropout(y, 0.5, std::nullopt)}; }};
    return (*perform_branches("cond", i, functions))[0];
  };
  const auto found = perform_loop(
      {.name = "while_loop"},
      [](std::span<const Tensor> v) { return Tensors{less(v[0], int32(3))}; },
      [&](std::span<const Tensor> v) {
        return Tensors{add(v[0], int32(1)), add(chosen(v[1], v[0]), x)};
      },
      start, {}, {});
  return (*found)[1];
}

// The sums of the rows so far, and the last.
Tensors scanned(const Tensor& x) {
  return *perform_loop({.name = "scan", .is_reversed = true}, {},
                       [](std::span<const Tensor> v) {
                         const Tensor sum = add(v[0], v[1]);
                         return Tensors{sum, multiply(sum, sum)};
                       },
                       Tensors{scalar(0)}, Tensors{x}, {});
}

// With a gradient, and one of it.
Program sample(const Tensor& x, const VariableRef& w) {
  return recorded(x, [&](const Tensor& in) {
    Tape outer, tape;
    outer.start();
    outer.watch(in);
    tape.start();
    tape.watch(in);
    Tensors results = scanned(looped(in, w));
    tape.stop();
    const Tape::Source source = Tape::source_of(in);
    const Tensor gradient = tape.gradient({&results[1], 1}, {&source, 1})[0];
    outer.stop();
    results.push_back(gradient);
    results.push_back(outer.gradient({&gradient, 1}, {&source, 1})[0]);
    return results;
  });
}

std::string sample_bytes() {
  const Tensor x = floats({1, 2, 3});
  return bytes_of(sample(x, make_ref<Variable>(floats({2, 3, 5}), "w")), x);
}

std::string with_bit(std::string bytes, size_t bit) {
  bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
  return bytes;
}

}  // namespace

TEST_CASE("branches, loops and their gradients come back from a file") {
  const auto w = make_ref<Variable>(floats({2, 3, 5}), "w");
  const Tensor x = floats({1, 2, 3});
  const Program program = sample(x, w);
  const std::string bytes = bytes_of(program, x);
  ReadProgram read = read_program(bytes);
  REQUIRE(write_program(read.program, read.options) == bytes);
  REQUIRE(to_string(read.program).find("while_loop_grad_grad(") != std::string::npos);
  Replay replay(std::make_shared<const Program>(std::move(read.program)));
  for (int again = 0; again < 4; ++again) {
    const Tensor other = floats({0.5, -1, static_cast<float>(again)});
    runtime().random().seed(5);
    const Tensors expected = run(program, {&other, 1});
    runtime().random().seed(5);
    const Tensors found = replay.run({&other, 1});
    for (size_t i = 0; i < expected.size(); ++i)
      REQUIRE(values<float>(found[i]) == values<float>(expected[i]));
  }
}

TEST_CASE("a file with loops that is cut anywhere is refused") {
  const std::string bytes = sample_bytes();
  REQUIRE_FALSE(is_refused(bytes));
  for (size_t length = format::kMagic.size() + 20; length < bytes.size(); length += 7) {
    INFO(length);
    REQUIRE(is_refused(sealed(bytes.substr(0, length))));
  }
}

TEST_CASE("whatever bit of a file with loops is flipped, reading ends as it should") {
  const std::string bytes = sample_bytes();
  size_t refused = 0, tried = 0;
  for (size_t bit = 8 * (format::kMagic.size() + 16); bit < 8 * (bytes.size() - 4); bit += 5) {
    INFO(bit);
    REQUIRE(is_refused(with_bit(bytes, bit)));
    refused += is_refused(sealed(with_bit(bytes, bit))) ? 1 : 0;
    ++tried;
  }
  REQUIRE(refused > tried / 2);  // the others alter values, numbers of steps and names
}

namespace {

// A branch or loop by hand, over x of float32 (2,): what its parts are, as made a loop that
// carries x once through `negative`.
struct Control {
  uint8_t kind = 4, flags = 0, form = 1;
  std::vector<uint32_t> inputs = {0};
  std::string name = "loop";
  uint32_t rows = 0;
  uint8_t loop_flags = 0;
  int64_t most_steps = 1;
  std::vector<TensorKind> carried = {{DType::float32, {2}}}, stacked = {};
  std::vector<uint32_t> taken = {};
  Call call = {};
  uint32_t result = 1;
  size_t depth = 0;  // of loops around it
};

void write_list(ByteWriter& out, std::initializer_list<uint32_t> all) {
  out.number(static_cast<uint32_t>(all.size()));
  numbers(out, all);
}

void write_list(ByteWriter& out, const std::vector<uint32_t>& all) {
  out.number(static_cast<uint32_t>(all.size()));
  for (uint32_t number : all) out.number(number);
}

void write_list(ByteWriter& out, const std::vector<TensorKind>& kinds) {
  out.number(static_cast<uint32_t>(kinds.size()));
  for (const TensorKind& kind : kinds) {
    out.number(kind.dtype);
    out.sizes(kind.shape);
  }
}

void write_step(ByteWriter& out, const Control& control, size_t depth) {
  out.number(control.kind);
  out.number(control.flags);
  write_list(out, control.inputs);
  out.number(control.form);
  out.text(control.name);
  out.number(control.rows);
  out.number(control.loop_flags);
  out.number(control.most_steps);
  write_list(out, control.carried);
  write_list(out, control.stacked);
  write_list(out, control.taken);
  out.number(uint32_t{0});
  out.number(uint32_t{1});
  if (depth < control.depth)
    write_step(out, control, depth + 1);
  else
    write_call(out, control.call);
  write_list(out, {control.result});
}

std::string file_of(const Control& control, uint32_t version = format::kVersion) {
  Sections sections = sections_of({});
  sections.steps = ByteWriter();
  sections.steps.number(uint32_t{1});
  write_step(sections.steps, control, 0);
  std::string bytes = test::file_of(sections);
  std::memcpy(bytes.data() + format::kMagic.size(), &version, sizeof version);
  return sealed(std::move(bytes));
}

bool says(const Control& control, const std::string& text) {
  return error_says([&] { read_program(file_of(control)); }, text);
}

}  // namespace

TEST_CASE("forged loops are refused") {
  REQUIRE_FALSE(is_refused(file_of(Control{})));
  REQUIRE(says({.form = 3}, "the form of a branch or loop is 3"));
  REQUIRE(says({.flags = format::kHasSeed}, "step flags 4"));
  REQUIRE(says({.flags = format::kDraws}, "loop takes no random numbers"));
  REQUIRE(says({.inputs = {7}}, "value 7 is read, but there are 1 so far"));
  REQUIRE(says({.inputs = {}}, "loop takes 1 loop variables and 0 tensors with rows from 0"));
  REQUIRE(says({.rows = 0xFFFFFFFF}, "and 4294967295 tensors with rows from 1 tensors"));
  REQUIRE(says({.loop_flags = 4}, "a loop's flags is 4"));
  REQUIRE(says({.most_steps = -1}, "loop has no end"));
  REQUIRE(says({.name = std::string(65, 'n')}, "a name of 65 bytes"));
  REQUIRE(
      says({.carried = {{DType::float32, {3}}}}, "loop variable 0 is float32 (2,), not float32"));
  REQUIRE(says({.carried = {{DType::int32, {2}}}}, "loop variable 0 is float32 (2,), not int32"));
  REQUIRE(says({.carried = {{DType::float32, {-2}}}}, "loop variables has a size of -2"));
  REQUIRE(says({.stacked = {{DType::float32, {2}}}}, "loop stacks results of no rows"));
  REQUIRE(says({.taken = {0}}, "loop, body: capture 0 of 0"));
  REQUIRE(says({.call = {.inputs = {1}}},
               "loop, body: step 0: byte 183: value 1 is read, but there are 1"));
  REQUIRE(says({.call = {.op = "logical_not"}}, "loop, body: step 0: "));
  REQUIRE(says({.call = {.op = "reduce_sum"}}, "the body of loop's result 0 is float32 ()"));
  REQUIRE(says({.result = 9}, "value 9 is read, but there are 2 so far"));
}

TEST_CASE("rows are those of all tensors, and are taken from some") {
  Control rows{.inputs = {0}, .rows = 1, .carried = {}, .stacked = {{DType::float32, {}}}};
  REQUIRE_FALSE(is_refused(file_of(rows)));
  rows.stacked = {{DType::float32, {1}}};
  REQUIRE(says(rows, "the body of loop's result 0 is float32 (), not float32 (1,)"));
  rows.stacked = {{DType::float32, {}}, {DType::float32, {}}};
  REQUIRE(says(rows, "the body of loop gives 1 tensors, not 2"));
}

TEST_CASE("loops within each other are read to a depth") {
  REQUIRE_FALSE(is_refused(file_of(Control{.depth = format::kMostDepth - 1})));
  REQUIRE(says({.depth = format::kMostDepth}, "branches and loops are more than 64 deep"));
  REQUIRE(says({.depth = 500}, "branches and loops are more than 64 deep"));
}

TEST_CASE("files of version 1 are read, and hold no loops") {
  const auto with_version = [](std::string bytes, uint32_t version) {
    std::memcpy(bytes.data() + format::kMagic.size(), &version, sizeof version);
    return sealed(std::move(bytes));
  };
  const std::string plain = test::file_of(sections_of({{}}));
  const ReadProgram read = read_program(with_version(plain, 1));
  REQUIRE(write_program(read.program, read.options) == plain);
  REQUIRE(error_says([&] { read_program(file_of(Control{}, 1)); }, "the kind of a step is 4"));
  for (uint32_t version : {0u, 4u, 0xFFFFFFFFu})
    REQUIRE(error_says([&] { read_program(with_version(plain, version)); },
                       "this build reads versions 1 to 3"));
}

namespace {

// x where its sum is positive, as Python code finds it.
Program guarded(const Tensor& x) {
  Tracer tracer({&x, 1}, {});
  tracer.record_guards();
  const Tensor is_positive = greater(reduce_sum(x), scalar(0));
  for (Observer* observer : context().observers()) observer->on_host_read(is_positive, "a test");
  const Tensor result = negative(x);
  auto program = tracer.finish({&result, 1});
  REQUIRE(program);
  apply_passes(*program);
  return std::move(*program);
}

}  // namespace

TEST_CASE("guards come back from a file and fail as they did") {
  const Tensor x = floats({1, 2}), bad = floats({1, -2});
  const std::string bytes = bytes_of(guarded(x), x);
  const ReadProgram read = read_program(bytes);
  REQUIRE(write_program(read.program, read.options) == bytes);
  REQUIRE(values<float>(run(read.program, {&x, 1})[0]) == std::vector<float>{-1, -2});
  REQUIRE_THROWS_AS(run(read.program, {&bad, 1}), GuardFailed);
  for (size_t bit = 8 * (format::kMagic.size() + 16); bit < 8 * (bytes.size() - 4); ++bit) {
    INFO(bit);
    (void)is_refused(sealed(with_bit(bytes, bit)));
  }
}

TEST_CASE("forged guards are refused") {
  const auto guard = [](DType dtype, const Shape& shape, uint8_t flags, bool is_late) {
    Sections sections = sections_of({{}});
    sections.variables = ByteWriter();
    sections.variables.number(uint32_t{is_late});
    if (is_late) {
      sections.variables.text("w");
      sections.variables.number(DType::float32);
      sections.variables.number(uint8_t{0});
      sections.variables.sizes({2});
      sections.variables.raw(std::string(8, '\0'));
    }
    sections.steps = ByteWriter();
    sections.steps.number(uint32_t{is_late} + 2);
    write_call(sections.steps, {});
    if (is_late) {
      sections.steps.number(uint16_t{2});
      numbers(sections.steps, {0, 0});
    }
    sections.steps.number(uint8_t{5});
    sections.steps.number(flags);
    sections.steps.number(uint32_t{0});
    sections.steps.number(dtype);
    sections.steps.sizes(shape);
    sections.steps.raw(
        std::string(static_cast<size_t>(element_count(shape) * size_of(dtype)), '\1'));
    sections.steps.text("model.py:3");
    return test::file_of(sections);
  };
  const auto refuses = [&](const std::string& bytes, const std::string& text) {
    return error_says([&] { read_program(bytes); }, text);
  };
  REQUIRE(refuses(guard(DType::float32, {}, 0, false), "a guard expects float32 (), not one bool"));
  REQUIRE(refuses(guard(DType::int32, {2}, 0, false), "a guard expects int32 (2,), not one bool"));
  REQUIRE(refuses(guard(DType::int32, {}, 0, false), "a guard expects int32 () of float32 (2,)"));
  REQUIRE(refuses(guard(DType::int32, {}, 1, false), "a guard is no update"));
  REQUIRE(refuses(guard(DType::int32, {}, 0, true), "a guard after variables were written"));
}
