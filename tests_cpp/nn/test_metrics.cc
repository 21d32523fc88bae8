// Tests metrics from C++: means of scores, weights, state and look-ups. The numbers against Keras
// are in the Python tests.
#include "nn/metrics/metric_list.h"
#include "nn/training/host_variable.h"
#include "ops/array/array.h"
#include "runtime/memory/memory.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

double result(Metric& metric) { return item(metric.result()); }

}  // namespace

TEST_CASE("sparse accuracy counts correct predictions of any label dtype over batches") {
  metrics::SparseCategoricalAccuracy accuracy;
  const uint8_t labels[] = {0, 2};
  const Tensor scores = floats({3, 1, 2, 0, 5, 4}, {2, 3});
  accuracy.update_state(from_host(labels, {2}, DType::uint8), scores, {});
  REQUIRE(result(accuracy) == 0.5);
  accuracy.update_state(floats({0, 1}, {2, 1}), scores, {});
  REQUIRE(result(accuracy) == 0.75);
  accuracy.reset_state();
  REQUIRE(result(accuracy) == 0.0);
  REQUIRE_THROWS_AS(accuracy.update_state(floats({0}, {1}), scores, {}), Error);
}

TEST_CASE("means take weights per sample") {
  metrics::Mean mean;
  mean.update(floats({1, 3}, {2}), floats({1, 0.5f}, {2}));
  REQUIRE(result(mean) == Approx(2.5 / 1.5));
  mean.update_by(scalar(4), 2);
  REQUIRE(result(mean) == Approx(10.5 / 3.5));
  REQUIRE_THROWS_AS(mean.update(floats({1, 3}, {2}), floats({1, 1, 1}, {3})), Error);
  metrics::Sum sum;
  sum.update(floats({1, 2, 3, 4}, {2, 2}), floats({1, 2}, {2}));
  REQUIRE(result(sum) == 17.0);
}

TEST_CASE("top k counts ties and refuses labels out of range as misses") {
  metrics::SparseTopKCategoricalAccuracy::Config config;
  config.k = 2;
  metrics::SparseTopKCategoricalAccuracy top(config);
  const int32_t labels[] = {1, 2, 7};
  const Tensor scores = floats({1, 1, 1, 3, 2, 1, 1, 2, 3}, {3, 3});
  top.update_state(from_host(labels, {3}, DType::int32), scores, {});
  REQUIRE(result(top) == Approx(1.0 / 3.0));
}

TEST_CASE("metrics are found by name") {
  REQUIRE(get_metric("mse")->class_name() == "MeanSquaredError");
  REQUIRE(std::string_view(metrics::BinaryAccuracy::kDirection) == "up");
  REQUIRE_THROWS_WITH(get_metric("acc"), "Could not interpret metric identifier: acc");
}
