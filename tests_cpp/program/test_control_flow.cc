// Branches and loops as steps: what they give, their gradients, and that a program runs them again.
#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "program/control/branches.h"
#include "program/control/loop.h"
#include "program/exec/repeated_run.h"
#include "program/guard_failed.h"
#include "program/passes.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

using Tensors = std::vector<Tensor>;

Tensor number(double value) { return scalar(value); }
double value_of(const Tensor& x) { return *x.data_as<float>(); }

// y = y * x + 1, three times from y = x.
Tensor three_steps(const Tensor& x) {
  const Tensors start = {scalar(0, DType::int32), x};
  const auto found = perform_loop(
      {.name = "while_loop"},
      [](std::span<const Tensor> v) { return Tensors{less(v[0], scalar(3, DType::int32))}; },
      [&](std::span<const Tensor> v) {
        return Tensors{add(v[0], scalar(1, DType::int32)), add(multiply(v[1], x), scalar(1))};
      },
      start, {}, {});
  REQUIRE(found.has_value());
  return (*found)[1];
}

std::shared_ptr<const Program> traced(const Tensor& x, Tensor (*function)(const Tensor&)) {
  Tracer tracer({&x, 1}, {});
  const Tensor result = function(x);
  std::optional<Program> program = tracer.finish({&result, 1});
  REQUIRE(program.has_value());
  apply_passes(*program);
  return std::make_shared<const Program>(std::move(*program));
}

}  // namespace

TEST_CASE("a loop is one step of a program that runs it again") {
  Replay replay(traced(number(2), &three_steps));
  REQUIRE(replay.program().steps.size() == 1);
  for (double x : {1.0, 2.0, 3.0, 0.5}) {
    const Tensor input = number(x);
    const double expected = ((x * x + 1) * x + 1) * x + 1;
    REQUIRE(value_of(replay.run({&input, 1})[0]) == Approx(expected));
  }
}

TEST_CASE("the gradient of a loop is a step of its own") {
  const auto slope = [](const Tensor& x) {
    Tape tape;
    tape.start();
    tape.watch(x);
    const Tensor y = three_steps(x);
    tape.stop();
    return tape.gradient({&y, 1}, std::vector{Tape::source_of(x)})[0];
  };
  Replay replay(traced(number(2), slope));
  for (double x : {1.0, 2.0, 3.0}) {
    const Tensor input = number(x);
    REQUIRE(value_of(replay.run({&input, 1})[0]) == Approx(4 * x * x * x + 2 * x + 1));
  }
}

TEST_CASE("branches take the one of their number, the last for all others") {
  const auto chosen = [](const Tensor& x) {
    const std::vector<TensorFunction> functions = {
        [&](std::span<const Tensor>) { return Tensors{multiply(x, scalar(10))}; },
        [&](std::span<const Tensor>) { return Tensors{negative(x)}; }};
    return (*perform_branches("switch_case", cast(x, DType::int32), functions))[0];
  };
  Replay replay(traced(number(0), chosen));
  for (const auto& [x, expected] : {std::pair{0.0, 0.0}, {1.0, -1.0}, {7.0, -7.0}, {-2.0, 2.0}}) {
    const Tensor input = number(x);
    REQUIRE(value_of(replay.run({&input, 1})[0]) == expected);
  }
}

TEST_CASE("variables that no body writes are read once, others in each step") {
  const VariableRef weight(new Variable(number(3), "weight"));
  const VariableRef total(new Variable(number(0), "total"));
  const Tensor x = number(1);
  Tracer tracer({&x, 1}, {});
  const auto found = perform_loop({.name = "map_fn"}, {},
                                  [&](std::span<const Tensor> row) {
                                    total->assign(add(total->read(), row[0]));
                                    return Tensors{multiply(row[0], weight->read())};
                                  },
                                  {}, std::vector{floats({1, 2, 4})}, {});
  const Tensor result = add((*found)[0], x);
  std::optional<Program> program = tracer.finish({&result, 1});
  REQUIRE(program.has_value());
  apply_passes(*program);
  REQUIRE(std::count_if(program->steps.begin(), program->steps.end(),
                        [](const Step& step) { return step.kind == Step::Kind::read; }) == 1);
  REQUIRE(value_of(total->value()) == 7);
  Replay replay(std::make_shared<const Program>(std::move(*program)));
  for (int run = 2; run < 5; ++run) {
    weight->assign(number(run));
    const Tensor made = replay.run({&x, 1})[0];
    REQUIRE(made.data_as<float>()[2] == 4 * run + 1);
    REQUIRE(value_of(total->value()) == 7 * run);
  }
}

TEST_CASE("a repeated run keeps no result of an earlier one") {
  Replay replay(traced(number(2), [](const Tensor& x) { return add(multiply(x, x), x); }));
  RepeatedRun run(replay, {});
  Tensors results, all;
  for (int i = 0; i < 5; ++i) {
    Tensor input = number(i);
    run.run({&input, 1}, results);
    all.push_back(results[0]);
  }
  for (int i = 0; i < 5; ++i) REQUIRE(value_of(all[static_cast<size_t>(i)]) == i * i + i);
}

namespace {

// Row i is i + 1 for the numbers below 6, one after the other.
Tensor written_rows(const Tensor& elements) {
  const Tensors start = {scalar(0, DType::int32), elements};
  const auto found = perform_loop(
      {.name = "while_loop"},
      [](std::span<const Tensor> v) { return Tensors{less(v[0], scalar(6, DType::int32))}; },
      [](std::span<const Tensor> v) {
        const Tensor next = add(v[0], scalar(1, DType::int32));
        return Tensors{next, write_row(v[1], v[0], cast(next, DType::float32))};
      },
      start, {}, {});
  return (*found)[1];
}

}  // namespace

TEST_CASE("a row is written in place where nobody else holds the tensor") {
  const Tensor x = zeros({6}, DType::float32);
  Tracer tracer({&x, 1}, {});
  const Tensor i = scalar(2, DType::int32), out = write_row(x, i, scalar(7));
  std::optional<Program> program = tracer.finish({&out, 1});
  REQUIRE(program.has_value());
  apply_passes(*program);
  Replay replay(std::make_shared<const Program>(std::move(*program)));
  RepeatedRun run(replay, {});
  Tensors results{x};
  size_t copies = 0;
  for (int step = 0; step < 100; ++step) {
    const void* const before = results[0].data();
    std::vector<Tensor> taken{std::move(results[0])};
    run.run(taken, results);
    copies += results[0].data() != before;
  }
  REQUIRE(copies == 1);  // the first, whose tensor is held here
  REQUIRE(values<float>(results[0]) == std::vector<float>{0, 0, 7, 0, 0, 0});
  const Tensor held = results[0];
  run.run(results, results);
  REQUIRE(results[0].data() != held.data());
  for (int again = 0; again < 3; ++again) {
    REQUIRE(values<float>(replay.run({&x, 1})[0]) == std::vector<float>{0, 0, 7, 0, 0, 0});
    REQUIRE(values<float>(x) == std::vector<float>(6));
  }
}

TEST_CASE("what is read after a row was written is as it was") {
  const Tensor x = floats({1, 2, 3, 4, 5, 6}, {3, 2});
  Tracer tracer({&x, 1}, {});
  const Tensor i = scalar(1, DType::int32);
  const Tensor doubled = add(x, x), view = reshape(doubled, {.shape = {6}});
  const Tensor written = write_row(doubled, i, floats({-1, -1}));
  // Its own row, read in the call that writes it.
  const Tensor moved =
      write_row(written, scalar(0, DType::int32), reshape(gather(written, i, {}), {.shape = {2}}));
  const Tensors outputs = {moved, negative(view)};
  std::optional<Program> program = tracer.finish(outputs);
  REQUIRE(program.has_value());
  apply_passes(*program);
  Replay replay(std::make_shared<const Program>(std::move(*program)));
  for (int run = 0; run < 4; ++run) {
    const Tensors found = replay.run({&x, 1});
    REQUIRE(values<float>(found[0]) == std::vector<float>{-1, -1, -1, -1, 10, 12});
    REQUIRE(values<float>(found[1]) == std::vector<float>{-2, -4, -6, -8, -10, -12});
  }
}

TEST_CASE("a loop that writes rows leaves what it was given") {
  const Tensor x = zeros({6}, DType::float32);
  Replay replay(traced(x, &written_rows));
  for (int run = 0; run < 4; ++run) {
    REQUIRE(values<float>(replay.run({&x, 1})[0]) == std::vector<float>{1, 2, 3, 4, 5, 6});
    REQUIRE(values<float>(x) == std::vector<float>(6));
  }
}

TEST_CASE("a guard throws before anything is written") {
  const VariableRef count(new Variable(number(0), "count"));
  const Tensor x = number(1);
  Tracer tracer({&x, 1}, {});
  tracer.record_guards();
  const Tensor is_positive = greater(x, scalar(0));
  for (Observer* observer : context().observers()) observer->on_host_read(is_positive, "a test");
  count->assign_add(x);
  const Tensor result = negative(x);
  std::optional<Program> program = tracer.finish({&result, 1});
  REQUIRE(program.has_value());
  apply_passes(*program);
  Replay replay(std::make_shared<const Program>(std::move(*program)));
  for (int run = 0; run < 4; ++run) {
    const Tensor good = number(2), bad = number(-2);
    REQUIRE(value_of(replay.run({&good, 1})[0]) == -2);
    REQUIRE_THROWS_AS(replay.run({&bad, 1}), GuardFailed);
  }
  REQUIRE(value_of(count->value()) == 9);
}
