// Tests optimizers from C++: steps in place, missing gradients, clipping, averages, schedules. The
// numbers against Keras are in the Python tests.
#include "nn/optimizers/optimizer_list.h"
#include "nn/warning.h"
#include "ops/ops.h"
#include "runtime/memory.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

VariableRef variable(std::initializer_list<float> values, const char* name = "w") {
  return make_ref<Variable>(floats(values), name);
}

float first(const VariableRef& v) { return v->value().data_as<float>()[0]; }

class Halving : public LearningRateSchedule {
 public:
  double operator()(int64_t step) override { return 1.0 / static_cast<double>(1 << step); }
  std::string class_name() const override { return "Halving"; }
  Dict get_config() const override { return {}; }
};

std::string last_warning;
void note_warning(const std::string& message) { last_warning = message; }

}  // namespace

TEST_CASE("a step writes variables in place and counts") {
  optimizers::SGD::Config config;
  config.learning_rate.value = 0.5;
  optimizers::SGD optimizer(config);
  const VariableRef w = variable({1, 2});
  const void* bytes = w->value().data();
  optimizer.apply({floats({1, 1})}, {w});
  REQUIRE(first(w) == 0.5f);
  REQUIRE(w->value().data() == bytes);
  REQUIRE(optimizer.iterations() == 1);
}

TEST_CASE("undefined gradients are skipped with a warning, all undefined raise") {
  optimizers::Adam optimizer;
  const VariableRef a = variable({1}, "a"), b = variable({1}, "b");
  set_warning_sink(&note_warning);
  optimizer.apply({floats({1}), Tensor()}, {a, b});
  set_warning_sink(nullptr);
  REQUIRE(last_warning.find("['b']") != std::string::npos);
  REQUIRE(first(b) == 1.0f);
  REQUIRE(first(a) == Approx(0.999));
  REQUIRE_THROWS_AS(optimizer.apply({Tensor(), Tensor()}, {a, b}), Error);
  REQUIRE_THROWS_WITH(optimizer.apply({floats({1})}, {variable({1}, "c")}),
                      Catch::Contains("Unknown variable"));
  REQUIRE_THROWS_WITH(optimizer.apply({floats({1, 2}), Tensor()}, {a, b}),
                      Catch::Contains("(1,)") && Catch::Contains("(2,)"));
  REQUIRE(optimizer.iterations() == 1);
}

TEST_CASE("a schedule gives the rate of each step") {
  optimizers::SGD::Config config;
  config.learning_rate.schedule = std::make_shared<Halving>();
  optimizers::SGD optimizer(config);
  const VariableRef w = variable({4});
  for (float expected : {3.0f, 2.5f, 2.25f}) {
    optimizer.apply({floats({1})}, {w});
    REQUIRE(first(w) == expected);
  }
  REQUIRE(optimizer.variables().size() == 1);
  REQUIRE_THROWS_AS(optimizer.set_learning_rate({0.5, nullptr}), Error);
}

TEST_CASE("settings that contradict each other are refused") {
  optimizers::SGD::Config config;
  config.clipnorm = 1.0;
  config.clipvalue = 1.0;
  REQUIRE_THROWS_WITH(optimizers::SGD(config), Catch::Contains("clipnorm=1.0, clipvalue=1.0"));
  REQUIRE_THROWS_AS(get_optimizer("adamm"), Error);
  REQUIRE(get_optimizer("ADAM")->class_name() == "Adam");
}
