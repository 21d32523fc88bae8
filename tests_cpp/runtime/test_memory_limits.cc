// Trains where memory ends at every point of a step in turn, the recorded one included: a named
// error, everything as before the step, and a step like any other once there is memory again.
#include "nn/layers/layer_list.h"
#include "nn/losses/loss_list.h"
#include "nn/module/sequential.h"
#include "nn/optimizers/optimizer_list.h"
#include "nn/training/trainer.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/cpu/arena.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;

namespace {

constexpr int64_t kRows = 64;
constexpr int kSteps = 5;  // one of the layers' own code, two that record, one that binds, one more

Arena& host_arena() {
  return static_cast<Arena&>(runtime().devices().backend(Device{}).allocator(0));
}

std::vector<LayerPtr> layers(bool normalized) {
  std::vector<LayerPtr> out{make_layer<Conv2D>(
      Dict{{"filters", int64_t{8}}, {"kernel_size", int64_t{3}}, {"activation", "relu"}})};
  if (normalized) out.push_back(make_layer<BatchNormalization>(Dict{}));
  out.push_back(make_layer<MaxPooling2D>(Dict{}));
  out.push_back(make_layer<Flatten>(Dict{}));
  out.push_back(make_layer<Dense>(Dict{{"units", int64_t{10}}}));
  return out;
}

Batch some_batch() {
  std::vector<int64_t> labels;
  for (int64_t i = 0; i < kRows; ++i) labels.push_back(i % 10);
  const Tensor numbers = range(0, kRows * 28 * 28, 1, DType::float32);
  const Tensor x = reshape(sin(numbers), {.shape = {kRows, 28, 28, 1}});
  return {x, from_host(labels.data(), {kRows}, DType::int64), {}};
}

std::vector<LayerPtr> seeded_layers(bool normalized) {
  runtime().random().seed(5);
  return layers(normalized);
}

class Training {
 public:
  explicit Training(bool normalized) : model_(seeded_layers(normalized)), trainer_(model_) {
    CompileOptions options;
    options.optimizer = std::make_shared<optimizers::Adam>(optimizers::Adam::Config{});
    losses::SparseCategoricalCrossentropy::Config loss;
    loss.from_logits = true;
    options.loss = std::make_shared<losses::SparseCategoricalCrossentropy>(loss);
    options.metrics = {std::string("accuracy")};
    trainer_.compile(options);
    model_(batch_.x);
  }
  void step() { trainer_.train_step(batch_); }
  // Of weights, averages and metrics, then of the optimizer's counter, rate and slots.
  std::vector<std::vector<double>> state() {
    std::vector<std::vector<double>> out;
    const auto add = [&](const std::vector<VariableRef>& variables) {
      for (const VariableRef& variable : variables)
        out.push_back(test::values<double>(cast(variable->value(), DType::float64)));
    };
    add(model_.variables());
    for (const auto& [name, value] : trainer_.logs()) out.push_back({std::get<double>(value)});
    add(trainer_.optimizer()->variables());
    return out;
  }

 private:
  const Batch batch_ = some_batch();
  Sequential model_;
  Trainer trainer_;
};

// Steps once, with ever more memory until it is enough; how often it was not.
int step_from_nothing(Training& training, int64_t more) {
  Arena& arena = host_arena();
  const auto before = training.state();
  for (int failures = 0;; ++failures) {
    arena.set_limit(arena.stats().current + 1 + more * failures);
    try {
      training.step();
      arena.set_limit(0);
      return failures;
    } catch (const Error& error) {
      arena.set_limit(0);
      REQUIRE(error.code() == Code::resource_exhausted);
    }
    auto after = training.state();
    REQUIRE(after.size() >= before.size());
    after.resize(before.size());  // of the first step, slots may be made already
    REQUIRE(after == before);
  }
}

}  // namespace

TEST_CASE("a step that finds no memory leaves everything as it was, wherever memory ends") {
  for (const bool normalized : {false, true}) {
    Training training(normalized), undisturbed(normalized);
    for (int i = 0; i < kSteps; ++i) {
      undisturbed.step();
      CHECK(step_from_nothing(training, 20'000) > 5);
    }
    const auto got = training.state(), expected = undisturbed.state();
    REQUIRE(got.size() == expected.size());
    for (size_t i = 0; i < got.size(); ++i)
      for (size_t j = 0; j < got[i].size(); ++j)
        REQUIRE(got[i][j] == Approx(expected[i][j]).epsilon(1e-3).margin(1e-5));
  }
}
