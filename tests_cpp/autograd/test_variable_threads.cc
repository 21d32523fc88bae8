// Variables that several threads use: values of one moment, additions that add up, turns in any
// order.
#include <cmath>
#include <thread>

#include "autograd/variable_turn.h"

#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/memory/memory.h"
#include "tests_cpp/catch.h"

namespace pelton {
namespace {

constexpr int kRuns = 300;

Tensor filled(double value) { return full({64, 64}, value); }

// The only element that the tensor has, or NaN.
float only_element(const Tensor& x) {
  const float* const data = x.data_as<float>();
  for (int64_t i = 0; i < x.size(); ++i)
    if (data[i] != data[0]) return std::nanf("");
  return data[0];
}

template <class... Bodies>
void in_threads(Bodies... bodies) {
  std::vector<std::thread> threads;
  (threads.emplace_back([bodies] {
    for (int i = 0; i < kRuns; ++i) bodies();
  }),
   ...);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("additions of several threads add up") {
  Variable variable(filled(0), "v");
  const auto add_one = [&] { variable.assign_add(filled(1)); };
  in_threads(add_one, add_one, add_one);
  CHECK(only_element(variable.value()) == 3 * kRuns);
}

TEST_CASE("a value is read as a whole while it is written in place") {
  const VariableRef variable = make_ref<Variable>(filled(0), "v");
  int torn = 0;
  const auto write = [&] {
    variable->write_in_place([](const Tensor& bytes) {
      for (int64_t i = 0; i < bytes.size(); ++i) bytes.data_as<float>()[i] += 1;
    });
  };
  const auto replace = [&] { variable->assign(filled(7)); };
  const auto read = [&] { torn += std::isnan(only_element(variable->value())) ? 1 : 0; };
  in_threads(write, replace, read);
  CHECK(torn == 0);
}

TEST_CASE("turns on variables named in any order end, and keep others from writing") {
  const std::vector<VariableRef> forth{make_ref<Variable>(filled(0), "a"),
                                       make_ref<Variable>(filled(0), "b")};
  const std::vector<VariableRef> back{forth[1], forth[0], forth[1]};
  int unequal = 0;
  const auto add_to_both = [&](const std::vector<VariableRef>& variables) {
    const VariableTurn turn(variables);
    for (const VariableRef& variable : forth) variable->assign_add(filled(1));
  };
  const auto compare = [&] {
    const VariableTurn turn(back);
    unequal += only_element(forth[0]->value()) == only_element(forth[1]->value()) ? 0 : 1;
  };
  in_threads([&] { add_to_both(forth); }, [&] { add_to_both(back); }, compare);
  CHECK(unequal == 0);
  CHECK(only_element(forth[0]->value()) == 2 * kRuns);
}

}  // namespace pelton
