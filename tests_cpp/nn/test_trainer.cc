// Trains small models without Python: fit, evaluate, predict, callbacks, and what a failed step
// leaves behind.
#include <cmath>

#include "nn/layers/layer_list.h"
#include "nn/losses/loss_list.h"
#include "nn/module/sequential.h"
#include "nn/optimizers/optimizer_list.h"
#include "nn/training/batches.h"
#include "nn/training/host_variable.h"
#include "nn/training/trainer.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"
#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

LayerPtr dense(int64_t units, const char* activation = nullptr) {
  Dict config{{"units", units}};
  if (activation != nullptr) config.set("activation", activation);
  return make_layer<Dense>(config);
}

// Points on two interleaved arms of a spiral and their arm.
Samples spirals(int64_t count) {
  std::vector<float> x(static_cast<size_t>(2 * count));
  std::vector<int64_t> y(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const double t = 0.5 + 2.5 * static_cast<double>(i) / static_cast<double>(count);
    const double turn = i % 2 == 0 ? 0.0 : 3.14159265;
    x[static_cast<size_t>(2 * i)] = static_cast<float>(t * std::cos(t + turn));
    x[static_cast<size_t>(2 * i + 1)] = static_cast<float>(t * std::sin(t + turn));
    y[static_cast<size_t>(i)] = i % 2;
  }
  return {from_host(x.data(), {count, 2}, DType::float32),
          from_host(y.data(), {count}, DType::int64),
          {}};
}

CompileOptions classify() {
  CompileOptions options;
  optimizers::Adam::Config adam;
  adam.learning_rate.value = 0.02;
  options.optimizer = std::make_shared<optimizers::Adam>(adam);
  losses::SparseCategoricalCrossentropy::Config loss;
  loss.from_logits = true;
  options.loss = std::make_shared<losses::SparseCategoricalCrossentropy>(loss);
  options.metrics = {std::string("accuracy")};
  return options;
}

double value_of(const Logs& logs, const std::string& name) {
  for (const auto& [key, value] : logs)
    if (key == name) return std::get<double>(value);
  FAIL("no " << name << " in the logs");
  return 0;
}

// Notes the hooks and stops training after a given batch.
class Noting : public Callbacks {
 public:
  bool wants_batch_end(Phase, int64_t step) override { return step % 2 == 1; }
  void on_begin(Phase phase) override { calls += "tep"[static_cast<size_t>(phase)]; }
  void on_epoch_begin(int64_t) override { calls += '('; }
  void on_epoch_end(int64_t, const Logs& logs) override {
    calls += ')';
    names = logs;
  }
  void on_batch_end(Phase, int64_t step, const Logs&) override {
    calls += static_cast<char>('0' + step);
    if (trainer != nullptr && step == stop_at) trainer->set_stop_training(true);
  }
  std::string calls;
  Logs names;
  Trainer* trainer = nullptr;
  int64_t stop_at = -1;
};

}  // namespace

TEST_CASE("an MLP learns two spirals in C++ alone") {
  runtime().random().seed(3);
  Sequential model({dense(16, "relu"), dense(16, "relu"), dense(2)});
  Trainer trainer(model);
  trainer.compile(classify());
  const Samples data = spirals(200);
  ArrayBatches train(data, 20, Shuffle::samples), validation(data, 64);
  Callbacks quiet;
  const std::vector<Logs> history = trainer.fit(train, &validation, {.epochs = 40}, quiet);
  REQUIRE(history.size() == 40);
  REQUIRE(value_of(history.back(), "val_accuracy") > 0.95);
  REQUIRE(value_of(history.back(), "loss") < 0.5 * value_of(history[0], "loss"));
  REQUIRE(history[0][0].first == "accuracy");
  const Logs test = trainer.evaluate(validation, {}, quiet);
  REQUIRE(test[0].first == "loss");
  REQUIRE(value_of(test, "accuracy") == value_of(history.back(), "val_accuracy"));
  const Tensor outputs = trainer.predict(validation, {}, quiet).at(0);
  REQUIRE(outputs.shape() == Shape{200, 2});
  REQUIRE(item(trainer.optimizer()->iterations()) == 400);
}

TEST_CASE("the same seed trains the same weights") {
  const auto train_once = [] {
    runtime().random().seed(11);
    Sequential model({dense(4, "tanh"), dense(2)});
    Trainer trainer(model);
    trainer.compile(classify());
    ArrayBatches batches(spirals(40), 8, Shuffle::samples);
    Callbacks quiet;
    return value_of(trainer.fit(batches, nullptr, {.epochs = 3}, quiet).back(), "loss");
  };
  REQUIRE(train_once() == train_once());
}

TEST_CASE("callbacks are called in order and may stop training") {
  Sequential model({dense(2)});
  Trainer trainer(model);
  trainer.compile(classify());
  ArrayBatches batches(spirals(12), 4), validation(spirals(4), 4);
  Noting noting;
  trainer.fit(batches, &validation, {.epochs = 2}, noting);
  REQUIRE(noting.calls == "t(1e)(1e)");
  REQUIRE(noting.names[2].first == "val_accuracy");
  Noting stopping;
  stopping.trainer = &trainer;
  stopping.stop_at = 1;
  REQUIRE(trainer.fit(batches, nullptr, {.epochs = 5}, stopping).size() == 1);
}

TEST_CASE("a failed step leaves the weights and the trainer as they were") {
  Sequential model({dense(2)});
  Trainer trainer(model);
  Callbacks quiet;
  ArrayBatches good(spirals(8), 4);
  REQUIRE_THROWS_WITH(trainer.fit(good, nullptr, {}, quiet), contains_text("compile()"));
  trainer.compile(classify());
  trainer.fit(good, nullptr, {}, quiet);
  const Tensor before = copy(model.variables()[0]->value());
  Samples wrong = spirals(8);
  const int64_t labels[] = {0, 1, 0, 1, 0, 7, 0, 1};
  wrong.y = from_host(labels, {8}, DType::int64);
  ArrayBatches bad(wrong, 8);
  REQUIRE_THROWS_WITH(trainer.fit(bad, nullptr, {}, quiet), contains_text("7"));
  for (int64_t i = 0; i < before.size(); ++i)
    REQUIRE(model.variables()[0]->value().data_as<float>()[i] == before.data_as<float>()[i]);
  REQUIRE(trainer.fit(good, nullptr, {}, quiet).size() == 1);
}

TEST_CASE("weights of samples scale the loss and the weighted metrics only") {
  Sequential model({dense(2)});
  Trainer trainer(model);
  CompileOptions options = classify();
  options.weighted_metrics = {std::string("accuracy")};
  trainer.compile(options);
  Samples data = spirals(6);
  Batch batch{data.x, data.y, {}};
  trainer.test_step(batch);
  const double plain = value_of(trainer.logs(), "loss");
  trainer.reset_metrics();
  batch.sample_weight = multiply(ones({6}), scalar(2.0));
  trainer.test_step(batch);
  REQUIRE(value_of(trainer.logs(), "loss") == Approx(2 * plain));
  REQUIRE(value_of(trainer.logs(), "weighted_accuracy") == value_of(trainer.logs(), "accuracy"));
}

TEST_CASE("a loss that is not finite is shown") {
  Sequential model({dense(2)});
  Trainer trainer(model);
  trainer.compile(classify());
  Batch batch{multiply(spirals(4).x, scalar(INFINITY)), spirals(4).y, {}};
  trainer.train_step(batch);
  REQUIRE_FALSE(std::isfinite(value_of(trainer.logs(), "loss")));
}
