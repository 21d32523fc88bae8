// Tests shapes as values: copies of every length, strides and sizes with zeros and overflows.
#include "core/shape.h"

#include <limits>

#include "core/held_tensor.h"
#include "runtime/memory/memory.h"
#include "tests_cpp/catch.h"

using namespace pelton;

TEST_CASE("a shape of any rank is copied, assigned and compared whole") {
  for (size_t rank = 0; rank <= static_cast<size_t>(kMaxRank); ++rank) {
    Shape shape;
    for (size_t i = 0; i < rank; ++i) shape.push_back(static_cast<int64_t>(i) + 1);
    const Shape copied = shape;
    Shape assigned(size_t{32}, 7);
    assigned = shape;
    REQUIRE(copied.size() == rank);
    REQUIRE(copied == shape);
    REQUIRE(assigned == shape);
    if (rank == 0) continue;
    shape[rank - 1] = 100;
    REQUIRE(copied != shape);
  }
}

TEST_CASE("strides and size at once are what they are one by one") {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  const std::vector<Shape> shapes = {
      {},  {1},       {5},           {2, 3, 4},     {1, 1, 1},
      {0}, {3, 0, 2}, {0, kMost, 4}, {0, kMost, 8}, {2, 1, 3, 1, 2, 2}};
  for (const Shape& shape : shapes) {
    Strides strides;
    REQUIRE(row_major_strides(shape, strides) == element_count(shape));
    REQUIRE(strides == row_major_strides(shape));
  }
  Strides strides;
  for (const Shape& shape : {Shape{kMost, 2}, Shape{2, kMost}, Shape{2, -1}, Shape{-1, 0}})
    REQUIRE_THROWS_AS(row_major_strides(shape, strides), Error);
}

TEST_CASE("held tensors are those of the caller and count no reference") {
  const Tensor a = empty({2}, DType::float32), b = empty({3}, DType::int32);
  {
    HeldTensors<4> held;
    held.push_back(a);
    held.push_back(b);
    REQUIRE(held.span().size() == 2);
    REQUIRE(held.span()[0].is_same(a));
    REQUIRE(held.span()[1].is_same(b));
    REQUIRE(a.is_exclusive());
  }
  REQUIRE(a.is_exclusive());
  REQUIRE(b.is_exclusive());
}
