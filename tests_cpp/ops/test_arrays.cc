// Tests concat, stack, gather, scatter_add, one_hot and pad: values, gradients, bad calls.
#include "ops/array/array.h"
#include "tests_cpp/ops/adjoint.h"

using namespace pelton;
using namespace pelton::test;

namespace {

bool mentions(const std::string& message, const char* text) {
  return message.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("concat joins along an axis") {
  const Tensor a = counting({2, 2}), b = counting({2, 1}, 10.0);
  REQUIRE(values<double>(concat({a, b}, {.axis = 1})) == std::vector<double>{0, 1, 10, 2, 3, 11});
  REQUIRE(values<double>(concat({a, transpose(a)}, {.axis = -2})) ==
          std::vector<double>{0, 1, 2, 3, 0, 2, 1, 3});
  REQUIRE(concat({counting({0, 2}), a}, {.axis = 0}).shape() == Shape{2, 2});
  REQUIRE(concat({counting({2, 0}), counting({2, 0})}, {.axis = 1}).shape() == Shape{2, 0});
  check_adjoint("concat", {jumbled({2, 2, 2}, 1), jumbled({2, 3, 2}, 2), jumbled({2, 0, 2}, 3)},
                AxisAttrs{.axis = 1}, 3);
  REQUIRE_THROWS_AS(concat({a, b}, {.axis = 0}), Error);
  REQUIRE_THROWS_AS(concat({a, b}, {.axis = 2}), Error);
  REQUIRE_THROWS_AS(concat({a, b}, {.axis = kLowest}), Error);
  REQUIRE_THROWS_AS(concat({a, counting({2})}, {.axis = 0}), Error);
  REQUIRE_THROWS_AS(concat({}, {.axis = 0}), Error);
  REQUIRE_THROWS_AS(concat({counting({}), counting({})}, {.axis = 0}), Error);
  REQUIRE_THROWS_AS(concat({a, counting<float>({2, 2})}, {.axis = 0}), Error);
  const Tensor wide = broadcast_to(counting({1}), {.shape = {kHuge / 16}});
  REQUIRE_THROWS_AS(concat(std::vector<Tensor>(20, wide), {.axis = 0}), Error);
}

TEST_CASE("stack makes a new axis") {
  const Tensor a = counting({3}), b = counting({3}, 10.0);
  REQUIRE(values<double>(stack({a, b}, {.axis = 0})) == std::vector<double>{0, 1, 2, 10, 11, 12});
  REQUIRE(values<double>(stack({a, b}, {.axis = -1})) == std::vector<double>{0, 10, 1, 11, 2, 12});
  REQUIRE(stack({counting({}), counting({})}, {.axis = 0}).shape() == Shape{2});
  check_adjoint("stack", {jumbled({2, 3}, 1), jumbled({2, 3}, 2)}, AxisAttrs{.axis = 1}, 2);
  REQUIRE_THROWS_AS(stack({a, counting({2})}, {.axis = 0}), Error);
  REQUIRE_THROWS_AS(stack({a, b}, {.axis = 2}), Error);
  REQUIRE_THROWS_AS(stack({a, b}, {.axis = kLowest}), Error);
  REQUIRE_THROWS_AS(stack({a, counting<float>({3})}, {.axis = 0}), Error);
  REQUIRE_THROWS_AS(stack({}, {.axis = 0}), Error);
}

TEST_CASE("gather picks slices by indices of any rank") {
  const Tensor x = counting({3, 4});
  const Tensor rows = gather(x, tensor<int32_t>({2}, {2, 0}), {.axis = 0});
  REQUIRE(values<double>(rows) == std::vector<double>{8, 9, 10, 11, 0, 1, 2, 3});
  const Tensor columns = gather(x, tensor<int64_t>({1, 2}, {3, 3}), {.axis = -1});
  REQUIRE(columns.shape() == Shape{3, 1, 2});
  REQUIRE(values<double>(columns) == std::vector<double>{3, 3, 7, 7, 11, 11});
  REQUIRE(gather(x, tensor<int32_t>({}, {1}), {.axis = 0}).shape() == Shape{4});
  REQUIRE(gather(x, tensor<int32_t>({0}, {}), {.axis = 0}).shape() == Shape{0, 4});
  check_adjoint("gather", {jumbled({2, 5, 3}, 1), tensor<int32_t>({2, 2}, {4, 1, 1, 0})},
                AxisAttrs{.axis = 1});
  check_adjoint("scatter_add", {jumbled({2, 4, 3}, 1), tensor<int64_t>({4}, {4, 1, 1, 0})},
                ScatterAttrs{.shape = {2, 5, 3}, .axis = -2});
}

TEST_CASE("gather's bad calls name the index") {
  const Tensor x = counting({3, 4});
  const auto message = [&](const Tensor& indices, int64_t axis = 0) {
    return error_of([&] { gather(x, indices, {.axis = axis}); });
  };
  REQUIRE(mentions(message(tensor<int32_t>({2, 2}, {0, 1, 7, -1})),
                   "indices[1,0] = 7 is not in [0, 3)"));
  REQUIRE(mentions(message(tensor<int64_t>({}, {-1})), "indices = -1 is not in [0, 3)"));
  REQUIRE(mentions(message(tensor<int64_t>({1}, {kLowest})), "is not in [0, 3)"));
  REQUIRE(mentions(message(tensor<int32_t>({1}, {0}), 2), "at least rank 3 but is rank 2"));
  REQUIRE(mentions(message(tensor<int32_t>({1}, {0}), kHuge), "but is rank 2"));
  REQUIRE(mentions(message(tensor<int32_t>({1}, {0}), kLowest), "but is rank 2"));
  REQUIRE(mentions(message(counting<float>({1})), "allowed values: int32, int64"));
  REQUIRE_THROWS_AS(gather(counting({}), tensor<int32_t>({1}, {0}), {}), Error);
}

TEST_CASE("scatter_add sums repeated indices in order") {
  const Tensor updates = tensor<float>({3, 2}, {1, 2, 10, 20, 100, 200});
  const Tensor at = tensor<int32_t>({3}, {1, 0, 1});
  REQUIRE(values<float>(scatter_add(updates, at, {.shape = {3, 2}, .axis = 0})) ==
          std::vector<float>{10, 20, 101, 202, 0, 0});
  // Half sums in float: 2049 is no half, so naive sums of ones would stop at 2048.
  const Tensor ones = tensor(Shape{4096}, std::vector<Half>(4096, Half(1.0f)));
  const Tensor zeros = tensor(Shape{4096}, std::vector<int32_t>(4096, 0));
  REQUIRE(float(values<Half>(scatter_add(ones, zeros, {.shape = {1}, .axis = 0}))[0]) == 4096.0f);
  REQUIRE_THROWS_AS(scatter_add(updates, at, {.shape = {3, 3}, .axis = 0}), Error);
  REQUIRE_THROWS_AS(scatter_add(updates, at, {.shape = {1, 2}, .axis = 0}), Error);
  REQUIRE_THROWS_AS(scatter_add(updates, at, {.shape = {kHuge, 2}, .axis = 0}), Error);
  REQUIRE_THROWS_AS(scatter_add(updates, at, {.shape = {-3, 2}, .axis = 0}), Error);
  REQUIRE_THROWS_AS(scatter_add(updates, at, {.shape = {3, 2}, .axis = 2}), Error);
  REQUIRE_THROWS_AS(scatter_add(updates, at, {.shape = {}, .axis = 0}), Error);
}

TEST_CASE("one_hot gives the off row for an index out of range") {
  const Tensor at = tensor<int32_t>({3}, {0, 5, -1});
  REQUIRE(values<float>(one_hot(at, {.depth = 2})) == std::vector<float>{1, 0, 0, 0, 0, 0});
  const OneHotAttrs first{
      .depth = 2, .on_value = 7, .off_value = -1, .axis = 0, .dtype = DType::int16};
  REQUIRE(values<int16_t>(one_hot(tensor<uint8_t>({3}, {0, 1, 1}), first)) ==
          std::vector<int16_t>{7, -1, -1, -1, 7, 7});
  REQUIRE(one_hot(tensor<int64_t>({}, {1}), {.depth = 3}).shape() == Shape{3});
  REQUIRE(one_hot(at, {.depth = 0}).shape() == Shape{3, 0});
  const Tensor wide = one_hot(at, {.depth = 2, .dtype = DType::complex128});
  REQUIRE(values<Complex128>(wide)[0] == Complex128(1));
  const std::vector<OneHotAttrs> bad = {{.depth = -1},
                                        {.depth = kLowest},
                                        {.depth = kHuge},
                                        {.depth = 2, .axis = 3},
                                        {.depth = 2, .axis = -2},
                                        {.depth = 2, .on_value = 300, .dtype = DType::uint8},
                                        {.depth = 2, .off_value = 0.5, .dtype = DType::int32}};
  for (const OneHotAttrs& attrs : bad) REQUIRE_THROWS_AS(one_hot(at, attrs), Error);
  REQUIRE_THROWS_AS(one_hot(counting<float>({2}), {.depth = 2}), Error);
}

TEST_CASE("pad adds a constant or a mirror image") {
  const Tensor x = tensor<int32_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  REQUIRE(values<int32_t>(pad(x, {.paddings = {0, 1, 1, 0}, .constant_values = 9})) ==
          std::vector<int32_t>{9, 1, 2, 3, 9, 4, 5, 6, 9, 9, 9, 9});
  REQUIRE(
      values<int32_t>(pad(x, {.paddings = {1, 1, 2, 1}, .mode = PadMode::reflect})) ==
      std::vector<int32_t>{6, 5, 4, 5, 6, 5, 3, 2, 1, 2, 3, 2, 6, 5, 4, 5, 6, 5, 3, 2, 1, 2, 3, 2});
  REQUIRE(values<int32_t>(pad(x, {.paddings = {1, 0, 1, 3}, .mode = PadMode::symmetric})) ==
          std::vector<int32_t>{1, 1, 2, 3, 3, 2, 1, 1, 1, 2, 3, 3, 2, 1, 4, 4, 5, 6, 6, 5, 4});
  REQUIRE(pad(counting({0}), {.paddings = {2, 1}}).shape() == Shape{3});
  REQUIRE(pad(counting({}), {.paddings = {}}).rank() == 0);
  const PadAttrs around{.paddings = {1, 2, 2, 0, 0, 1}};
  check_adjoint("pad", {jumbled({3, 4, 2}, 1)}, around);
  for (PadMode mode : {PadMode::reflect, PadMode::symmetric}) {
    PadAttrs attrs{.paddings = {1, 2, 2, 0, 0, 1}, .mode = mode};
    check_adjoint("pad", {jumbled({3, 4, 2}, 1)}, attrs);
  }
}

TEST_CASE("pad refuses impossible paddings") {
  const Tensor x = counting<int32_t>({2, 3});
  const std::vector<PadAttrs> bad = {{.paddings = {1, 1}},
                                     {.paddings = {0, 0, -1, 0}},
                                     {.paddings = {kHuge, 1, 0, 0}},
                                     {.paddings = {kHuge / 2, 0, kHuge / 2, 0}},
                                     {.paddings = {kLowest, 0, 0, 0}},
                                     {.paddings = {0, 2, 0, 0}, .mode = PadMode::reflect},
                                     {.paddings = {0, 0, 4, 0}, .mode = PadMode::symmetric},
                                     {.paddings = {0, 1, 0, 0}, .constant_values = 0.5},
                                     {.paddings = {0, 1, 0, 0}, .constant_values = 1e300}};
  for (const PadAttrs& attrs : bad) REQUIRE_THROWS_AS(pad(x, attrs), Error);
}
