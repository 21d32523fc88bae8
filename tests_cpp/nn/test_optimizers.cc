// Tests optimizers from C++: steps in place, missing gradients, clipping, averages, schedules. The
// numbers against Keras are in the Python tests.
#include "nn/optimizers/optimizer_list.h"
#include "nn/training/host_variable.h"
#include "nn/training/warning.h"
#include "ops/array/array.h"
#include "runtime/memory/memory.h"
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
  REQUIRE(item(optimizer.iterations()) == 1);
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
                      contains_text("Unknown variable"));
  REQUIRE_THROWS_WITH(optimizer.apply({floats({1, 2}), Tensor()}, {a, b}),
                      contains_text("(1,)") && contains_text("(2,)"));
  REQUIRE(item(optimizer.iterations()) == 1);
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
  REQUIRE_THROWS_WITH(optimizers::SGD(config), contains_text("clipnorm=1.0, clipvalue=1.0"));
  REQUIRE_THROWS_AS(get_optimizer("adamm"), Error);
  REQUIRE(get_optimizer("ADAM")->class_name() == "Adam");
}

TEST_CASE("gradients in parts step as their sum, whatever looks at them first") {
  using Config = optimizers::SGD::Config;
  const auto step = [](Config config, const Tensor& gradient, bool in_parts) {
    config.learning_rate.value = 0.5;
    optimizers::SGD optimizer(config);
    const VariableRef w = variable({1, 2}), b = make_ref<Variable>(scalar(3), "b");
    for (int i = 0; i < 2; ++i) {
      if (in_parts)
        optimizer.apply_parts({gradient, floats({1, 0.5}, {2})}, {w, b});
      else
        optimizer.apply({gradient, scalar(1.5)}, {w, b});
    }
    auto out = values<float>(w->value());
    out.push_back(first(b));
    return out;
  };
  for (const double momentum : {0.0, 0.5})
    for (int option = 0; option < 7; ++option) {
      Config config;
      config.momentum = momentum;
      if (option == 1) config.clipnorm = 0.25;
      if (option == 2) config.clipvalue = 0.25;
      if (option == 3) config.global_clipnorm = 0.25;
      if (option == 4) config.loss_scale_factor = 4;
      if (option == 5) config.gradient_accumulation_steps = 2;
      if (option == 6) config.weight_decay = 0.125;
      REQUIRE(optimizers::SGD(config).takes_parts() == (option == 0 || option == 6));
      const auto expected = step(config, floats({3, -1}), false);
      REQUIRE(expected != step(config, floats({-3, 1}), false));
      REQUIRE(step(config, floats({1, -2, 2, 1}, {2, 2}), true) == expected);
      REQUIRE(step(config, floats({3, -1}), true) == expected);
      REQUIRE(step(config, counting<double>({2, 2}), true) == step(config, floats({2, 4}), false));
    }
}

TEST_CASE("parts of another shape are refused, and any where they are not asked for") {
  optimizers::Adam optimizer;
  const VariableRef w = variable({1, 2});
  REQUIRE_THROWS_WITH(optimizer.apply({floats({1, 2, 3, 4}, {2, 2})}, {w}),
                      contains_text("Cannot update variable") && contains_text("(2, 2)"));
  REQUIRE_THROWS_WITH(optimizer.apply_parts({floats({1, 2, 3}, {1, 3})}, {w}),
                      contains_text("Cannot update variable") && contains_text("(1, 3)"));
  REQUIRE_THROWS_AS(optimizer.apply_parts({floats({1, 2}, {1, 1, 2})}, {w}), Error);
  REQUIRE_THROWS_AS(optimizer.apply_parts({scalar(1)}, {w}), Error);
  REQUIRE(first(w) == 1.0f);
  REQUIRE(item(optimizer.iterations()) == 0);
}
