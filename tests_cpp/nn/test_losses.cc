// Tests losses from C++: reductions, weights, masks, look-ups and refusals. The numbers against
// Keras are in the Python tests.
#include <cmath>

#include "nn/losses/loss_list.h"
#include "nn/training/logits.h"
#include "nn/training/match_rank.h"
#include "ops/nn/nn.h"
#include "runtime/memory/memory.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

Tensor labels(std::initializer_list<int64_t> values) {
  return from_host(std::data(values), {static_cast<int64_t>(values.size())}, DType::int64);
}

float number(const Tensor& x) {
  REQUIRE(x.rank() == 0);
  return *x.data_as<float>();
}

}  // namespace

TEST_CASE("reductions of a loss divide by the number of values") {
  const Tensor y = floats({0, 0, 0, 0}, {2, 2}), p = floats({1, 1, 2, 2}, {2, 2});
  const Tensor weight = floats({1, 0.5f}, {2});
  const auto with = [&](std::optional<Reduction> reduction) {
    return losses::MeanSquaredError({.reduction = reduction})(y, p, weight);
  };
  REQUIRE(number(losses::MeanSquaredError()(y, p)) == Approx(2.5));
  REQUIRE(number(with(Reduction::sum_over_batch_size)) == Approx(1.5));
  REQUIRE(number(with(Reduction::mean)) == Approx(1.5));
  REQUIRE(number(with(Reduction::sum)) == Approx(3.0));
  REQUIRE(number(with(Reduction::mean_with_sample_weight)) == Approx(2.0));
  REQUIRE(with(Reduction::none).shape() == Shape{2});
  REQUIRE(with(std::nullopt).data_as<float>()[1] == Approx(2.0));
}

TEST_CASE("ignored classes leave the others' mean") {
  const Tensor logits = floats({2, 0, 0, 2, 5, 5}, {3, 2});
  losses::SparseCategoricalCrossentropy::Config config;
  config.from_logits = true;
  config.ignore_class = -1;
  losses::SparseCategoricalCrossentropy loss(config);
  const float expected = std::log(1 + std::exp(-2.0f));
  REQUIRE(number(loss(labels({0, 1, -1}), logits)) == Approx(expected));
}

TEST_CASE("probabilities that remember their logits do not saturate") {
  const Tensor logits = floats({100, -100}, {1, 2});
  Tensor p = softmax(logits);
  losses::SparseCategoricalCrossentropy loss;
  REQUIRE(number(loss(labels({1}), p)) == Approx(16.118).epsilon(1e-3));
  remember_logits(p, logits);
  REQUIRE(number(loss(labels({1}), p)) == Approx(200.0));
  REQUIRE(number(losses::BinaryCrossentropy()(floats({1, 0}, {1, 2}), p)) ==
          Approx(0.0).margin(1e-6));
}

TEST_CASE("losses are found by name and refuse what does not fit") {
  for (const char* name : {"mse", "MSE", "mean_squared_error", "MeanSquaredError"})
    REQUIRE(get_loss(name)->class_name() == "MeanSquaredError");
  REQUIRE_THROWS_WITH(get_loss("nope"), "Could not interpret loss identifier: nope");
  losses::SparseCategoricalCrossentropy loss;
  REQUIRE_THROWS_WITH(loss(labels({0, 1}), floats({1, 0}, {1, 2})),
                      contains_text("target.shape=(2,)") && contains_text("(1, 2)"));
  REQUIRE_THROWS_AS(loss(labels({2}), floats({1, 0}, {1, 2})), Error);
}

TEST_CASE("match_rank drops or adds a last axis of one") {
  Tensor a = floats({1, 2}, {2, 1}), b = floats({1, 2}, {2});
  match_rank(a, b);
  REQUIRE(b.shape() == Shape{2, 1});
  Tensor c = floats({1, 2, 3, 4}, {2, 2, 1}), d = floats({1, 2, 3, 4}, {2, 2});
  match_rank(c, d);
  REQUIRE(c.shape() == Shape{2, 2});
}
