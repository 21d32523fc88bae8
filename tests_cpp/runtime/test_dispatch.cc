// Tests call(): placement, checks, views and error texts on small ops.
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/memory/memory.h"
#include "tests_cpp/catch.h"

using namespace pelton;

TEST_CASE("add broadcasts and checks dtypes") {
  const float a[] = {1, 2, 3, 4, 5, 6};
  const float b[] = {10, 20, 30};
  const Tensor x = from_host(a, {2, 3}, DType::float32);
  const Tensor y = from_host(b, {3}, DType::float32);
  const Tensor z = add(x, y);
  REQUIRE(z.shape() == Shape{2, 3});
  REQUIRE(z.data_as<float>()[5] == 36.0f);
  REQUIRE(reshape(z, {.shape = {3, -1}}).shape() == Shape{3, 2});
  REQUIRE_THROWS_AS(add(x, from_host(a, {4}, DType::float32)), Error);
  try {
    multiply(x, from_host(a, {3}, DType::int32));
    FAIL("no error");
  } catch (const Error& error) {
    REQUIRE(error.message().find("float32 (2, 3)") != std::string::npos);
    REQUIRE(error.message().find("[Op:Mul]") != std::string::npos);
  }
}
