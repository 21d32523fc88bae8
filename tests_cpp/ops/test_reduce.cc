// Tests the reductions where axes, cuts and rounding are tricky; the table of all ops against NumPy
// is in tests_py/op_table.
#include <cmath>
#include <random>

#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

std::vector<float> uniform_numbers(int64_t n) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
  std::vector<float> out(static_cast<size_t>(n));
  for (float& v : out) v = uniform(random);
  return out;
}

// Sums of `data` over the axes whose bit is set, in double, with axes kept.
std::vector<double> plain_sums(const std::vector<float>& data, const Shape& shape, unsigned mask) {
  const Strides strides = row_major_strides(shape);
  Shape kept = shape;
  for (size_t k = 0; k < shape.size(); ++k)
    if (mask >> k & 1) kept[k] = 1;
  const Strides out_strides = row_major_strides(kept);
  std::vector<double> out(static_cast<size_t>(element_count(kept)));
  for (size_t i = 0; i < data.size(); ++i) {
    int64_t at = 0;
    for (size_t k = 0; k < shape.size(); ++k)
      if (!(mask >> k & 1)) at += static_cast<int64_t>(i) / strides[k] % shape[k] * out_strides[k];
    out[static_cast<size_t>(at)] += data[i];
  }
  return out;
}

void check_all_masks(const Shape& shape) {
  const std::vector<float> data = uniform_numbers(element_count(shape));
  const Tensor x = tensor<float>(shape, data);
  for (unsigned mask = 0; mask < 1u << shape.size(); ++mask) {
    Axes axes;
    for (size_t k = 0; k < shape.size(); ++k)
      if (mask >> k & 1) axes.push_back(static_cast<int64_t>(k));
    const auto got = values<float>(reduce_sum(x, {axes, true}));
    const auto expected = plain_sums(data, shape, mask);
    REQUIRE(got.size() == expected.size());
    for (size_t i = 0; i < got.size(); ++i)
      REQUIRE(std::abs(got[i] - expected[i]) <= 2e-7 * expected[i]);
  }
}

}  // namespace

TEST_CASE("sums over every set of axes agree with plain loops") {
  check_all_masks({3, 4, 5, 2});
  check_all_masks({2, 1, 700, 3});
  check_all_masks({600, 3, 600});
  check_all_masks({70, 1100});
  check_all_masks({40000, 3});
  check_all_masks({33, 40, 65});
}

TEST_CASE("long float sums stay accurate") {
  const int64_t n = 10'000'019;
  const std::vector<float> data = uniform_numbers(n);
  double exact = 0;
  for (float v : data) exact += v;
  const Tensor x = tensor<float>({n}, data);
  CHECK(std::abs(values<float>(reduce_sum(x))[0] - exact) <= 6e-8 * exact);
  CHECK(values<float>(reduce_mean(x))[0] == Approx(exact / n).epsilon(1e-7));
  const Tensor half = cast(ones({5000, 3}), DType::float16);
  const Tensor sums = cast(reduce_sum(half, {Axes{0}}), DType::float32);
  CHECK(values<float>(sums) == std::vector<float>{5000, 5000, 5000});
}

TEST_CASE("the number of threads changes no bit of a sum") {
  const Tensor x = tensor<float>({1000, 999}, uniform_numbers(999000));
  const int before = num_threads();
  std::vector<std::vector<float>> results;
  for (int threads : {1, 2, 3}) {
    set_num_threads(threads);
    auto all = values<float>(reduce_sum(x));
    for (int64_t axis : {0, 1}) {
      const auto part = values<float>(reduce_variance(x, {Axes{axis}}));
      all.insert(all.end(), part.begin(), part.end());
    }
    results.push_back(all);
  }
  set_num_threads(before);
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
}

TEST_CASE("empty reductions give the neutral element") {
  const float inf = std::numeric_limits<float>::infinity();
  const Tensor x = zeros({0, 2});
  CHECK(values<float>(reduce_sum(x, {Axes{0}})) == std::vector<float>{0, 0});
  CHECK(values<float>(reduce_prod(x, {Axes{0}})) == std::vector<float>{1, 1});
  CHECK(values<float>(reduce_max(x, {Axes{0}})) == std::vector<float>{-inf, -inf});
  CHECK(values<float>(reduce_min(x, {Axes{0}})) == std::vector<float>{inf, inf});
  CHECK(std::isnan(values<float>(reduce_mean(x, {Axes{0}}))[0]));
  CHECK(values<float>(reduce_logsumexp(x, {Axes{0}}))[1] == -inf);
  CHECK(reduce_max(x, {Axes{1}}).shape() == Shape{0});
  CHECK(values<int32_t>(reduce_max(zeros({0}, DType::int32)))[0] ==
        std::numeric_limits<int32_t>::min());
  CHECK_THROWS_AS(argmax(x), Error);
}

TEST_CASE("integers: sums wrap around, means truncate and do not overflow") {
  const Tensor x = tensor<int8_t>({3}, {100, 100, 101});
  CHECK(values<int8_t>(reduce_sum(x))[0] == 45);
  CHECK(values<int8_t>(reduce_mean(x))[0] == 100);
  CHECK(values<int32_t>(reduce_mean(tensor<int32_t>({2}, {-1, -2})))[0] == -1);
  CHECK(values<uint64_t>(reduce_prod(tensor<uint64_t>({2}, {1ull << 40, 1ull << 40})))[0] == 0);
}

TEST_CASE("NaN wins in max and min, never in argmax and argmin") {
  const float nan = std::nanf("");
  const Tensor x = tensor<float>({2, 4}, {1, nan, 3, nan, nan, 5, -1, 5});
  CHECK(std::isnan(values<float>(reduce_max(x, {Axes{1}}))[0]));
  CHECK(std::isnan(values<float>(reduce_min(x))[0]));
  CHECK(values<int64_t>(argmax(x, {.axis = 1})) == std::vector<int64_t>{2, 1});
  CHECK(values<int64_t>(argmin(x, {.axis = -1})) == std::vector<int64_t>{0, 2});
  CHECK(values<int32_t>(argmax(x, {.axis = 0, .output_type = DType::int32})) ==
        std::vector<int32_t>{0, 1, 0, 1});
}

TEST_CASE("logsumexp does not overflow and keeps infinities") {
  const float inf = std::numeric_limits<float>::infinity();
  const Tensor x = tensor<float>({4, 2}, {1000, 1000, -inf, -inf, inf, 1, 0, -inf});
  const auto got = values<float>(reduce_logsumexp(x, {Axes{1}}));
  CHECK(got[0] == Approx(1000.6931f));
  CHECK(got[1] == -inf);
  CHECK(got[2] == inf);
  CHECK(got[3] == 0.0f);
}

TEST_CASE("sum_to_shape undoes broadcasting and refuses other shapes") {
  const Tensor x = ones({4, 2, 3});
  CHECK(values<float>(sum_to_shape(x, {2, 1})) == std::vector<float>{12, 12});
  CHECK(values<float>(sum_to_shape(x, {}))[0] == 24);
  CHECK(sum_to_shape(x, {4, 2, 3}).shape() == Shape{4, 2, 3});
  CHECK_THROWS_AS(sum_to_shape(x, {2}), Error);
}

TEST_CASE("bad axes are refused in TensorFlow's words") {
  const Tensor x = ones({2, 3});
  const auto message = [&](const ReduceAttrs& attrs) -> std::string {
    try {
      reduce_sum(x, attrs);
    } catch (const Error& error) {
      return error.message();
    }
    return "";
  };
  CHECK(message({Axes{2}}).find("Invalid reduction dimension (2 for input with 2 dimension(s)") !=
        std::string::npos);
  CHECK(message({Axes{0, -2}}).find("Axes contains duplicate dimension: 0") != std::string::npos);
}
