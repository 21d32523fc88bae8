// Tests tile: values, gradient, bad calls.
#include "ops/array/array.h"
#include "tests_cpp/ops/adjoint.h"

using namespace pelton;
using namespace pelton::test;

TEST_CASE("tile repeats whole tensors") {
  const Tensor x = counting({2, 2});
  REQUIRE(values<double>(tile(x, {.multiples = {2, 2}})) ==
          std::vector<double>{0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3});
  REQUIRE(values<double>(tile(counting({2, 1}), {.multiples = {1, 3}})) ==
          std::vector<double>{0, 0, 0, 1, 1, 1});
  REQUIRE(tile(x, {.multiples = {0, 5}}).shape() == Shape{0, 10});
  check_adjoint("tile", {jumbled({2, 3, 2}, 1)}, MultiplesAttrs{.multiples = {3, 1, 2}});
  check_adjoint("tile", {jumbled({2, 3}, 1)}, MultiplesAttrs{.multiples = {0, 2}});
  for (const Axes& bad : {Axes{2}, Axes{1, -1}, Axes{std::numeric_limits<int64_t>::max(), 1},
                          Axes{int64_t{1} << 40, 1 << 30}, Axes{1, 1, 1},
                          Axes{std::numeric_limits<int64_t>::min(), 1}})
    REQUIRE_THROWS_AS(tile(x, {.multiples = bad}), Error);
}
