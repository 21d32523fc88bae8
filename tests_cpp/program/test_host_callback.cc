// Tests host callbacks inside programs that are compiled: its inputs, its results, and that
// variables are its alone while it runs.
#include "nn/optimizers/optimizer_list.h"
#include "nn/training/host_variable.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "program/exec/replay.h"
#include "program/passes.h"
#include "program/trace/host_callback.h"
#include "program/trace/tracer.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

constexpr int kRuns = 5;

// A step of `optimizer` down the slope of x w w, and the loss before it.
Tensor step(const std::shared_ptr<optimizers::Adam>& optimizer, const VariableRef& w,
            const Tensor& x) {
  const Tensor value = w->read();
  const Tensor loss = reduce_sum(multiply(multiply(value, value), x));
  const Tensor slope = multiply(multiply(value, x), scalar(2.0));
  optimizer->apply({slope}, {w});
  return loss;
}

std::unique_ptr<Replay> recorded(const Tensor& x, const std::function<Tensor()>& body) {
  Tracer tracer({&x, 1}, {}, Tracer::HostCallbacks::ignored);
  const Tensor y = body();
  auto program = tracer.finish({&y, 1});
  REQUIRE(program);
  apply_passes(*program);
  return std::make_unique<Replay>(std::make_shared<const Program>(std::move(*program)));
}

}  // namespace

TEST_CASE("an optimizer's recorded steps are its eager steps, in place") {
  const Tensor x = floats({1, 2, 3});
  const auto eager = std::make_shared<optimizers::Adam>();
  const auto other = std::make_shared<optimizers::Adam>();
  const VariableRef v = make_ref<Variable>(floats({1, 2, 3}), "v");
  const VariableRef w = make_ref<Variable>(floats({1, 2, 3}), "w");
  step(eager, v, x);
  step(other, w, x);  // makes the slots
  step(eager, v, x);
  const auto replay = recorded(x, [&] { return step(other, w, x); });
  replay->run({&x, 1});
  step(eager, v, x);
  const void* bytes = w->value().data();
  for (int run = 0; run < kRuns; ++run) {
    other->set_learning_rate({0.001 * run, nullptr});
    eager->set_learning_rate({0.001 * run, nullptr});
    const Tensor loss = replay->run({&x, 1})[0];
    REQUIRE(values<float>(loss) == values<float>(step(eager, v, x)));
    REQUIRE(values<float>(w->value()) == values<float>(v->value()));
    REQUIRE(w->value().data() == bytes);
  }
  REQUIRE(item(other->iterations()) == kRuns + 3);
  REQUIRE(replay->explain().find("arena") != std::string::npos);
}

TEST_CASE("what host callbacks keeps stays as it was, and what it gives goes on") {
  const Tensor x = floats({1, 2});
  std::vector<Tensor> kept;
  const auto body = [&] {
    const Tensor doubled = add(x, x);
    const Tensor sum = perform("keep", {doubled}, [&](std::span<const Tensor> given) {
      kept.push_back(given[0]);
      return std::vector<Tensor>{reduce_sum(given[0])};
    })[0];
    return multiply(sum, exp(subtract(doubled, doubled)));
  };
  const auto replay = recorded(x, body);
  for (int run = 1; run < kRuns; ++run) {
    const Tensor input = floats({static_cast<float>(run), 0});
    const auto sum = static_cast<float>(2 * run);
    REQUIRE(values<float>(replay->run({&input, 1})[0]) == std::vector<float>{sum, sum});
  }
  for (int run = 1; run < kRuns; ++run)
    REQUIRE(values<float>(kept[static_cast<size_t>(run)])[0] == static_cast<float>(2 * run));
}

TEST_CASE("a value read before host callbacks is the old one, also in compiled runs") {
  const VariableRef w = make_ref<Variable>(floats({1}), "w");
  const Tensor x = floats({1});
  const auto replay = recorded(x, [&] {
    const Tensor before = w->read();
    perform("add", {x}, [w](std::span<const Tensor> given) {
      w->assign_add(given[0]);
      return std::vector<Tensor>();
    });
    return subtract(w->read(), before);
  });
  for (int run = 0; run < kRuns; ++run)
    REQUIRE(values<float>(replay->run({&x, 1})[0]) == std::vector<float>{1});
  REQUIRE(values<float>(w->value()) == std::vector<float>{2 + kRuns});
}
