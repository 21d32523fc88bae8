// Tests which operands and convolutions are handed to a library, and in which form.
#include "kernels/cuda/libraries/convolution.h"
#include "kernels/cuda/libraries/product.h"
#include "tests_cpp/catch.h"

using namespace pelton;
using namespace pelton::cuda;

namespace {

struct OperandRow {
  int64_t row_step, column_step, rows, columns;
  int found;  // 0: no layout; 1: rows side by side; 2: columns
  int64_t leading;
};

constexpr OperandRow kOperandRows[] = {
    {5, 1, 3, 5, 1, 5},                        // as it was made
    {8, 1, 3, 5, 1, 8},                        // a part of a wider one
    {1, 5, 5, 3, 2, 5},                        // transposed
    {1, 7, 5, 3, 2, 7},  {10, 2, 3, 5, 0, 0},  // every other column
    {0, 1, 3, 5, 0, 0},                        // one row, broadcast
    {-5, 1, 3, 5, 0, 0},                       // backwards
    {0, 1, 1, 5, 1, 5},                        // one row: its step is never taken
    {9, 4, 1, 5, 2, 4},                        // one row of columns that lie apart
    {4, 9, 5, 1, 1, 4},                        // one column of rows that lie apart
    {3, 9, 1, 1, 1, 1},                        // one element
};

}  // namespace

TEST_CASE("operands are described to BLAS libraries where they can be") {
  for (const OperandRow& row : kOperandRows) {
    CAPTURE(row.row_step, row.column_step, row.rows, row.columns);
    BlasLayout layout{};
    const bool found =
        blas_layout({nullptr, row.row_step, row.column_step, 0}, row.rows, row.columns, layout);
    REQUIRE(found == (row.found != 0));
    if (!found) continue;
    REQUIRE(layout.column_major == (row.found == 2));
    REQUIRE(layout.leading == row.leading);
  }
}

TEST_CASE("a library without asymmetric padding gets what it computes alike") {
  const auto same = [](int64_t in, int64_t window, int64_t stride, int64_t dilation = 1) {
    return is_symmetric(window_axis(in, window, stride, dilation, Padding::same, 0, 0));
  };
  REQUIRE(same(28, 3, 1));
  REQUIRE(same(28, 5, 1));
  REQUIRE(same(27, 3, 2));
  REQUIRE(same(28, 3, 1, 2));
  REQUIRE(same(28, 1, 2));
  REQUIRE(!same(28, 3, 2));
  REQUIRE(!same(28, 2, 1));
  REQUIRE(is_symmetric(window_axis(28, 4, 3, 1, Padding::valid, 0, 0)));
  REQUIRE(is_symmetric(window_axis(6, 3, 2, 1, Padding::explicit_sizes, 1, 0)));
  REQUIRE(!is_symmetric(window_axis(6, 3, 2, 1, Padding::explicit_sizes, 0, 1)));
}
