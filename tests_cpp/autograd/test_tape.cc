// Tests Tape and Variable: gradients, second order, persistence, and values that are assigned
// later.
#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"
#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

Tensor number(float value) { return from_host(&value, {}, DType::float32); }
float value_of(const Tensor& x) { return *x.data_as<float>(); }

Tensor gradient(Tape& tape, const Tensor& target, const Tensor& source) {
  const Tape::Source sources[] = {Tape::source_of(source)};
  return tape.gradient({&target, 1}, sources)[0];
}

}  // namespace

TEST_CASE("gradients add up where paths meet") {
  const Tensor x = number(3);
  Tape tape;
  tape.start();
  tape.watch(x);
  const Tensor y = add(multiply(x, x), x);
  tape.stop();
  REQUIRE(value_of(gradient(tape, y, x)) == 7.0f);
  REQUIRE_THROWS_AS(gradient(tape, y, x), Error);
}

TEST_CASE("an unconnected source has no gradient") {
  const Tensor x = number(3), other = number(2);
  Tape tape;
  tape.start();
  tape.watch(x);
  const Tensor y = multiply(other, other);
  tape.stop();
  REQUIRE_FALSE(gradient(tape, y, x).defined());
}

TEST_CASE("a tape around a tape gives second derivatives") {
  const Tensor x = number(2);
  Tape outer;
  outer.start();
  outer.watch(x);
  Tape inner;
  inner.start();
  inner.watch(x);
  const Tensor y = multiply(multiply(x, x), x);
  inner.stop();
  const Tensor first = gradient(inner, y, x);
  outer.stop();
  REQUIRE(value_of(first) == 12.0f);
  REQUIRE(value_of(gradient(outer, first, x)) == 12.0f);
}

TEST_CASE("a persistent tape answers twice") {
  const Tensor x = number(3);
  Tape tape(true);
  tape.start();
  tape.watch(x);
  const Tensor y = multiply(x, x);
  tape.stop();
  REQUIRE(value_of(gradient(tape, y, x)) == 6.0f);
  REQUIRE(value_of(gradient(tape, y, x)) == 6.0f);
}

TEST_CASE("broadcasting is undone") {
  const float data[] = {1, 2, 3, 4, 5, 6};
  const Tensor x = from_host(data, {2, 3}, DType::float32);
  const Tensor b = from_host(data, {3}, DType::float32);
  Tape tape;
  tape.start();
  tape.watch(b);
  const Tensor y = multiply(x, b);
  tape.stop();
  const Tensor grad = gradient(tape, y, b);
  REQUIRE(grad.shape() == Shape{3});
  REQUIRE(grad.data_as<float>()[0] == 5.0f);
}

TEST_CASE("a variable assigned after its reading keeps the old value on the tape") {
  const VariableRef v = make_ref<Variable>(number(3), "v");
  Tape tape;
  tape.start();
  const Tensor y = multiply(v->read(), v->read());
  tape.stop();
  v->write_in_place([](const Tensor& bytes) { *bytes.data_as<float>() = 100.0f; });
  const Tape::Source sources[] = {tape.source_of(*v)};
  REQUIRE(value_of(tape.gradient({&y, 1}, sources)[0]) == 6.0f);
  REQUIRE(value_of(v->value()) == 100.0f);
}

TEST_CASE("a variable is written in place only while nobody else sees its bytes") {
  const VariableRef v = make_ref<Variable>(number(3), "v");
  const void* before = v->value().data();
  const auto written = [&] {
    return v->write_in_place([](const Tensor& bytes) { return bytes.data(); });
  };
  REQUIRE(written() == before);
  const Tensor held = v->read();
  REQUIRE(written() != before);
  REQUIRE(value_of(held) == 3.0f);
  REQUIRE_THROWS_AS(v->assign(from_host(before, {1}, DType::float32)), Error);
}

TEST_CASE("tapes see only their own thread and may be paused") {
  const Tensor x = number(3);
  Tape tape;
  tape.start();
  tape.watch(x);
  Tensor y;
  {
    PauseObservers paused;
    y = multiply(x, x);
  }
  REQUIRE_FALSE(gradient(tape, y, x).defined());
  REQUIRE(context().observers().empty());
}

TEST_CASE("a tape knows nothing of the tape before it") {
  const Tensor x = number(3);
  const VariableRef v = make_ref<Variable>(number(2), "v");
  Tensor y;
  {
    Tape tape;
    tape.start();
    tape.watch(x);
    y = multiply(x, v->read());
  }
  Tape tape;
  REQUIRE(tape.watched_variables().empty());
  REQUIRE(tape.recorded_bytes() == 0);
  const Tape::Source sources[] = {Tape::source_of(x), Tape::source_of(*v)};
  for (const Tensor& grad : tape.gradient({&y, 1}, sources)) REQUIRE_FALSE(grad.defined());
}

TEST_CASE("a variable stands for all values that were read of it, each counted once") {
  const VariableRef v = make_ref<Variable>(number(2), "v");
  Tape tape;
  tape.start();
  Tensor sum = multiply(v->read(), number(10));
  for (float value : {3.0f, 4.0f}) {
    v->assign(number(value));
    sum = add(sum, multiply(v->read(), v->read()));
  }
  tape.stop();
  REQUIRE(tape.watched_variables().size() == 1);
  const Tape::Source sources[] = {Tape::source_of(*v), Tape::source_of(*v)};
  for (const Tensor& grad : tape.gradient({&sum, 1}, sources)) REQUIRE(value_of(grad) == 24.0f);
}

TEST_CASE("a tape of many records and attributes gives the same gradient as a short one") {
  const float data[] = {1, 2, 3, 4};
  const Tensor x = from_host(data, {2, 2}, DType::float32);
  for (int round = 0; round < 2; ++round) {
    Tape tape;
    tape.start();
    tape.watch(x);
    Tensor total = number(0);
    for (int64_t i = 0; i < 300; ++i) {
      const int64_t shape = i % 2 == 0 ? 4 : 1;
      const Tensor row = reshape(x, {.shape = {shape, 4 / shape}});
      total = add(total, reduce_sum(reduce_sum(row, {Axes{i % 2}})));
    }
    tape.stop();
    const Tensor grad = gradient(tape, total, x);
    REQUIRE(grad.shape() == x.shape());
    for (int64_t i = 0; i < 4; ++i) REQUIRE(grad.data_as<float>()[i] == 300.0f);
  }
}

TEST_CASE("a custom gradient may ask its tape for another one, but not reset it") {
  struct Asking : CustomGradient {
    Asking(Tape& asked, const Tensor& y, const Tensor& x) : tape(asked), target(y), source(x) {}
    std::vector<Tensor> operator()(std::span<const Tensor> grads) override {
      REQUIRE_THROWS_AS(tape.reset(), Error);
      return {multiply(grads[0], gradient(tape, target, source))};
    }
    Tape& tape;
    const Tensor target, source;
  };
  for (const bool more : {true, false}) {
    const Tensor x = number(3);
    Tape tape(!more);
    tape.start();
    tape.watch(x);
    const Tensor square = multiply(x, x);
    const Tensor y = number(1);
    Tape::record_custom({&x, 1}, {&y, 1}, std::make_shared<Asking>(tape, square, x));
    const Tensor z = multiply(y, number(5));
    tape.stop();
    const Tape::Source source = Tape::source_of(x);
    const std::vector<Tensor> grads = tape.gradient({&z, 1}, {&source, 1}, {}, more);
    REQUIRE(value_of(grads[0]) == 30.0f);
    tape.reset();
  }
}
