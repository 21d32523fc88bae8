// Paths: which one a call takes, what a path that is left has done, and where guards stand.
#include "autograd/variable.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "program/passes.h"
#include "program/small_values.h"
#include "program/trace/trace_cache.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

double float_in(const Tensor& x) { return *x.data_as<float>(); }
Tensor truth(bool value) { return scalar(value ? 1 : 0, DType::boolean); }

struct TestPath : Trace {
  explicit TestPath(std::vector<bool> expected, bool complete = true) {
    for (bool value : expected) guarded_values.push_back(truth(value));
    is_complete = complete;
  }
};
using TestCache = TraceCache<TestPath>;

bool fits_always(const TestPath&) { return true; }

// Runs as the path does whose guards see these values.
auto runner(std::vector<bool> values, int& runs) {
  return [values = std::move(values), &runs](const TestPath& path) {
    ++runs;
    for (size_t i = 0; i < path.guarded_values.size(); ++i)
      if (!is_same_value(path.guarded_values[i], truth(values[i])))
        throw GuardFailed(i, truth(values[i]), cat("line ", i));
    return &path;
  };
}

void tell_of_reading(const Tensor& tensor) {
  for (Observer* observer : context().observers()) observer->on_host_read(tensor, "a test");
}

std::string letters_of(const Program& program) {
  std::string out;
  for (const Step& step : program.steps)
    out += step.kind == Step::Kind::guard ? 'g' : step.kind == Step::Kind::assign ? 'a' : '.';
  return out;
}

}  // namespace

TEST_CASE("paths are found by what guards see") {
  TestCache cache;
  const auto add = [&](std::vector<bool> expected, bool complete = true) {
    cache.add("key", std::make_shared<TestPath>(std::move(expected), complete));
  };
  add({true, true});
  add({true, false});
  add({false}, false);
  REQUIRE(cache.find("other", &fits_always) == nullptr);
  std::string place;
  const auto taken = [&](std::vector<bool> values, int& runs) {
    const auto find = [&](std::span<const Tensor> seen) {
      return cache.find("key", &fits_always, seen);
    };
    return run_paths(cache.find("key", &fits_always), find, runner(std::move(values), runs), place);
  };
  for (const bool second : {true, false, false, true}) {
    int runs = 0;
    const auto path = taken({true, second}, runs);
    REQUIRE(path.has_value());
    REQUIRE(is_same_value((*path)->guarded_values[1], truth(second)));
    REQUIRE(runs <= 3);
  }
  int runs = 0;
  REQUIRE((*taken({false, true}, runs))->guarded_values.size() == 1);
  cache.replace("key", *taken({false, true}, runs),
                std::make_shared<TestPath>(std::vector{false, true}));
  REQUIRE(taken({false, true}, runs).has_value());
  REQUIRE_FALSE(taken({false, false}, runs).has_value());
  REQUIRE(place == "line 1");
  REQUIRE(cache.size() == 3);
}

TEST_CASE("paths with an obstacle are tried last, and those of old make room") {
  TestCache cache;
  const auto refused = std::make_shared<TestPath>(std::vector<bool>{}, false);
  refused->obstacle = "reads values";
  const auto recorded = std::make_shared<TestPath>(std::vector{true});
  cache.add("a", recorded);
  cache.add("a", refused);
  REQUIRE(cache.find("a", &fits_always) == recorded);
  cache.add("b", std::make_shared<TestPath>(std::vector{true}));
  const auto dropped = cache.make_room([](const TestPath&) { return false; });
  REQUIRE((dropped.size() == 1 && dropped[0] == refused));
  REQUIRE((cache.size() == 2 && cache.key_count() == 2));
  REQUIRE(cache.make_room([](const TestPath&) { return true; }).size() == 2);
  REQUIRE(cache.key_count() == 0);
  for (size_t i = 0; i < kMostPaths; ++i) {
    REQUIRE_FALSE(cache.has_all_paths("c"));
    cache.add("c", std::make_shared<TestPath>(std::vector{true}));
  }
  REQUIRE(cache.has_all_paths("c"));
  REQUIRE(cache.take("c").size() == kMostPaths);
  REQUIRE(cache.size() == 0);
}

TEST_CASE("a path that is left has its draws drawn again") {
  TestPath left(std::vector{true});
  const auto path = std::make_shared<TestPath>(left);
  const RandomState::Position before = runtime().random().position();
  std::string place;
  const auto find = [](std::span<const Tensor>) { return std::shared_ptr<TestPath>(); };
  const auto run = [](const TestPath&) -> int {
    draw_stream({}, {"Draw", 1});
    throw GuardFailed(0, truth(false), "here");
  };
  REQUIRE_FALSE(run_paths(path, find, run, place).has_value());
  REQUIRE(runtime().random().position() == before);
  REQUIRE(place == "here");
}

TEST_CASE("guards of values that nothing written leads to come first") {
  const VariableRef count(new Variable(scalar(0), "count")),
      other(new Variable(scalar(0), "other"));
  const Tensor x = scalar(1);
  Tracer tracer({&x, 1}, {});
  tracer.record_guards();
  count->assign_add(x);
  const Tensor y = multiply(x, scalar(2));
  other->assign(y);
  tell_of_reading(greater(y, scalar(0)));
  const Tensor result = negative(y);
  std::optional<Program> program = tracer.finish({&result, 1});
  REQUIRE(program.has_value());
  const std::string kinds = letters_of(*program);
  REQUIRE(kinds.find('g') < kinds.find('a'));
  apply_passes(*program);
  const Tensor good = scalar(3), bad = scalar(-3);
  REQUIRE(float_in(pelton::run(*program, {&good, 1})[0]) == -6);
  REQUIRE_THROWS_AS(pelton::run(*program, {&bad, 1}), GuardFailed);
  REQUIRE((float_in(count->value()) == 4 && float_in(other->value()) == 6));
}

TEST_CASE("a value of a variable that was written is no guard") {
  const VariableRef count(new Variable(scalar(0), "count"));
  const Tensor x = scalar(1);
  Tracer tracer({&x, 1}, {});
  tracer.record_guards();
  tell_of_reading(greater(count->read(), scalar(5)));
  REQUIRE(tracer.guarded_values().size() == 1);
  count->assign_add(x);
  tell_of_reading(greater(count->read(), scalar(5)));
  REQUIRE(tracer.obstacle().starts_with("a test reads values on the host"));
  REQUIRE_FALSE(tracer.finish({}).has_value());
}
