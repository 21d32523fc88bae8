// Tests the elementwise ops where loops, types and limits are tricky; the table of all ops against
// NumPy is in tests_py/op_table.
#include <cmath>
#include <numeric>

#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

// std::vector<bool> has no array to copy from.
Tensor make_bools(std::vector<uint8_t> bytes) {
  return from_host(bytes.data(), {static_cast<int64_t>(bytes.size())}, DType::boolean);
}

std::vector<uint8_t> bools(const Tensor& x) { return values<uint8_t>(cast(x, DType::uint8)); }

Tensor with_strides(const Tensor& x, const Shape& shape, const Strides& strides) {
  return x.view({shape, strides, 0});
}

std::string message_of(auto&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.message();
  }
  return "";
}

}  // namespace

TEST_CASE("broadcasting reaches every pair of steps") {
  const Tensor a = counting<float>({2, 3, 4});
  for (const Shape& shape : {Shape{}, Shape{4}, Shape{3, 1}, Shape{2, 1, 1}, Shape{1, 3, 4},
                             Shape{2, 1, 4}, Shape{1, 1, 1}, Shape{5, 1, 1, 1}}) {
    const Tensor b = counting<float>(shape);
    const auto got = values<float>(subtract(a, b));
    const auto swapped = values<float>(subtract(b, a));
    const Shape out = broadcast_shapes(a.shape(), shape);
    const Shape padded = [&] {
      Shape p(out.size(), 1);
      std::copy(shape.begin(), shape.end(), p.end() - shape.size());
      return p;
    }();
    const Strides strides = row_major_strides(padded);
    for (size_t i = 0; i < got.size(); ++i) {
      int64_t at = 0, rest = static_cast<int64_t>(i);
      for (size_t k = out.size(); k-- > 0; rest /= out[k])
        if (padded[k] != 1) at += rest % out[k] * strides[k];
      const float expected = static_cast<float>(i % 24) - static_cast<float>(at);
      REQUIRE(got[i] == expected);
      REQUIRE(swapped[i] == -expected);
    }
  }
}

TEST_CASE("strided and negative-stride operands are read in place") {
  const Tensor x = counting<float>({3, 4});
  const Tensor transposed = with_strides(x, {4, 3}, {1, 4});
  const Tensor reversed = x.view({{4}, {-1}, 3});
  CHECK(values<float>(negative(transposed)) ==
        std::vector<float>{-0.f, -4, -8, -1, -5, -9, -2, -6, -10, -3, -7, -11});
  CHECK(values<float>(add(reversed, reversed)) == std::vector<float>{6, 4, 2, 0});
  const Tensor repeated = with_strides(x, {2, 3}, {0, 0});
  CHECK(values<float>(add(repeated, counting<float>({3}))) == std::vector<float>{0, 1, 2, 0, 1, 2});
}

TEST_CASE("large, broadcast and half results do not depend on how the work is cut") {
  const Tensor x = counting<float>({300, 701});
  const Tensor row = counting<float>({701});
  const auto whole = values<float>(add(x, row));
  for (size_t i = 0; i < whole.size(); i += 97)
    REQUIRE(whole[i] == static_cast<float>(i) + static_cast<float>(i % 701));
  const Tensor half = cast(row, DType::float16);
  const auto sums = values<float>(cast(add(half, scalar(0.5, DType::float16)), DType::float32));
  for (size_t i = 0; i < sums.size(); ++i)
    REQUIRE(sums[i] == static_cast<float>(Half(static_cast<float>(i) + 0.5f)));
  const Tensor halves = cast(with_strides(x, {701, 300}, {1, 701}), DType::bfloat16);
  CHECK(bools(greater(halves, scalar(0, DType::bfloat16)))[1]);
}

TEST_CASE("integers wrap around and never trap") {
  constexpr int32_t kLowestInt = std::numeric_limits<int32_t>::min();
  const Tensor lowest = tensor<int32_t>({1}, {kLowestInt});
  const Tensor minus_one = tensor<int32_t>({1}, {-1});
  CHECK(values<int32_t>(floordiv(lowest, minus_one))[0] == kLowestInt);
  CHECK(values<int32_t>(floormod(lowest, minus_one))[0] == 0);
  CHECK(values<int32_t>(add(lowest, minus_one))[0] == std::numeric_limits<int32_t>::max());
  CHECK(values<int32_t>(abs(lowest))[0] == kLowestInt);
  CHECK(values<int32_t>(negative(lowest))[0] == kLowestInt);
  const Tensor big = tensor<uint16_t>({1}, {65535});
  CHECK(values<uint16_t>(multiply(big, big))[0] == 1);
  CHECK(values<int32_t>(
            floordiv(tensor<int32_t>({4}, {7, -7, 7, -7}), tensor<int32_t>({4}, {2, 2, -2, -2}))) ==
        std::vector<int32_t>{3, -4, -4, 3});
  CHECK(values<int32_t>(
            floormod(tensor<int32_t>({4}, {7, -7, 7, -7}), tensor<int32_t>({4}, {2, 2, -2, -2}))) ==
        std::vector<int32_t>{1, 1, -1, -1});
  const Tensor amounts = tensor<int32_t>({4}, {31, 32, -1, 100});
  CHECK(values<int32_t>(left_shift(tensor<int32_t>({}, {1}), amounts)) ==
        std::vector<int32_t>{kLowestInt, kLowestInt, 1, kLowestInt});
  CHECK(values<int32_t>(right_shift(tensor<int32_t>({}, {-8}), amounts)) ==
        std::vector<int32_t>{-1, -1, -8, -1});
}

TEST_CASE("integer division by zero and negative powers are refused") {
  const Tensor x = tensor<int64_t>({3}, {1, 2, 3});
  const Tensor y = tensor<int64_t>({3}, {1, 0, 3});
  CHECK(message_of([&] { floordiv(x, y); }).find("Integer division by zero") != std::string::npos);
  CHECK(message_of([&] { floormod(x, y); }).find("[Op:FloorMod]") != std::string::npos);
  CHECK(message_of([&] {
          pow(x, negative(x));
        }).find("Integers to negative integer powers are not allowed") != std::string::npos);
  const Tensor none = tensor<int64_t>({0}, {});
  CHECK(floordiv(none, tensor<int64_t>({}, {0})).size() == 0);
  CHECK(values<int64_t>(pow(x, y)) == std::vector<int64_t>{1, 1, 27});
}

TEST_CASE("true division of integers follows TensorFlow's table") {
  CHECK(values<double>(divide(tensor<int32_t>({1}, {7}), tensor<int32_t>({1}, {2})))[0] == 3.5);
  CHECK(values<float>(divide(tensor<uint8_t>({1}, {7}), tensor<uint8_t>({1}, {2})))[0] == 3.5f);
  CHECK(
      std::isinf(values<double>(divide(tensor<int64_t>({1}, {7}), tensor<int64_t>({1}, {0})))[0]));
}

TEST_CASE("NaN is kept where TensorFlow keeps it") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor x = tensor<float>({2}, {nan, 1});
  const Tensor y = tensor<float>({2}, {1, nan});
  for (const Tensor& z : {maximum(x, y), minimum(x, y)}) {
    CHECK(std::isnan(values<float>(z)[0]));
    CHECK(std::isnan(values<float>(z)[1]));
  }
  CHECK(std::isnan(values<float>(relu(x))[0]));
  CHECK(std::isnan(values<float>(sign(x))[0]));
  CHECK(bools(is_nan(x)) == std::vector<uint8_t>{1, 0});
}

TEST_CASE("casts from floating to integer are defined for every value") {
  const float inf = std::numeric_limits<float>::infinity();
  const Tensor x = tensor<float>({7}, {3.7f, -3.7f, 300, -1, 1e10f, -1e20f, std::nanf("")});
  constexpr int32_t kLowestInt = std::numeric_limits<int32_t>::min();
  CHECK(values<int32_t>(cast(x, DType::int32)) ==
        std::vector<int32_t>{3, -3, 300, -1, kLowestInt, kLowestInt, kLowestInt});
  CHECK(values<uint8_t>(cast(x, DType::uint8)) == std::vector<uint8_t>{3, 253, 44, 255, 0, 0, 0});
  CHECK(values<int64_t>(cast(x, DType::int64))[4] == 10000000000);
  CHECK(values<int64_t>(cast(tensor<float>({1}, {inf}), DType::int64))[0] ==
        std::numeric_limits<int64_t>::min());
  CHECK(values<uint64_t>(cast(tensor<double>({2}, {-1, 1.5e19}), DType::uint64)) ==
        std::vector<uint64_t>{18446744073709551615u, 15000000000000000000u});
  CHECK(bools(cast(x, DType::boolean))[6]);
}

TEST_CASE("every dtype converts to every other") {
  const int count = static_cast<int>(DType::string);  // strings, which are last, convert to none
  for (int from = 0; from < count; ++from)
    for (int to = 0; to < count; ++to) {
      const Tensor x = cast(tensor<int32_t>({3}, {0, 1, 1}), static_cast<DType>(from));
      const Tensor y = cast(cast(x, static_cast<DType>(to)), DType::int32);
      REQUIRE(values<int32_t>(y) == std::vector<int32_t>{0, 1, 1});
    }
}

TEST_CASE("where and clip broadcast three operands") {
  const Tensor condition = make_bools({1, 0});
  const Tensor chosen = where(condition, tensor<int32_t>({2, 1}, {1, 2}), tensor<int32_t>({}, {3}));
  CHECK(values<int32_t>(chosen) == std::vector<int32_t>{1, 3, 2, 3});
  CHECK(message_of([&] {
          where(condition, counting<float>({3}), counting<float>({2}));
        }).find("condition (2,), then (3,), and else (2,) must be broadcastable") !=
        std::string::npos);
  const Tensor t = tensor<float>({3}, {0, 1, 5});
  CHECK(values<float>(clip_by_value(t, scalar(3), scalar(1))) == std::vector<float>{3, 3, 3});
  CHECK_THROWS_AS(clip_by_value(t, counting<float>({2, 1}), scalar(9)), Error);
}

TEST_CASE("creation ops check sizes and values") {
  CHECK(values<int8_t>(range(0, 10, 3, DType::int8)) == std::vector<int8_t>{0, 3, 6, 9});
  CHECK(values<float>(range(1, 0, -0.5, DType::float32)) == std::vector<float>{1, 0.5f});
  CHECK(values<float>(eye(2, 3)) == std::vector<float>{1, 0, 0, 0, 1, 0});
  CHECK(values<Complex64>(ones({1}, DType::complex64))[0] == Complex64(1, 0));
  CHECK_THROWS_AS(range(0, 10, 0, DType::int32), Error);
  CHECK_THROWS_AS(zeros({-1}), Error);
  CHECK_THROWS_AS(zeros({int64_t{1} << 40, int64_t{1} << 40}), Error);
  CHECK_THROWS_AS(scalar(300, DType::int8), Error);
  CHECK_THROWS_AS(scalar(0.5, DType::int32), Error);
  CHECK_THROWS_AS(fill({2}, counting<float>({2})), Error);
  CHECK(values<float>(fill({2}, scalar(7))) == std::vector<float>{7, 7});
}
