// The reduction of columns and the block's reduction that it ends with, as C++.
#include <vector>

#include "kernels/cuda/reduce/column_reduction.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/runtime/cuda_launches.h"

namespace pelton {
namespace {

// Counts a column's rows and adds up their values; 12 bytes, which no single shuffle takes.
struct SumReduction {
  struct Acc {
    int rows = 0;
    int sum = 0;
    int largest = -1;
  };
  Acc chunk(int64_t first, int64_t last, int64_t column) const {
    Acc acc;
    for (int64_t row = first; row < last; ++row) {
      const int value = x[row * columns + column];
      acc = combine(acc, {1, value, value});
    }
    return acc;
  }
  Acc combine(const Acc& a, const Acc& b) const {
    return {a.rows + b.rows, a.sum + b.sum, a.largest > b.largest ? a.largest : b.largest};
  }
  void finish(int64_t column, const Acc& acc) const { out[column] = acc; }

  const int* x;
  int64_t columns;
  Acc* out;
};

}  // namespace

TEST_CASE("columns of any number of rows are folded", "[cuda_emulator]") {
  Launches gpu;
  for (const int64_t rows : {0, 1, 31, 32, 33, 1000, 40000}) {
    constexpr int64_t kColumns = 3;
    std::vector<int> x(static_cast<size_t>(rows * kColumns));
    for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<int>(i % 1009);
    std::vector<SumReduction::Acc> out(kColumns);
    const SumReduction reduction{x.data(), kColumns, out.data()};
    cuda::reduce_columns_of(gpu.context(), cuda::Columns(rows, kColumns), reduction);
    for (int64_t column = 0; column < kColumns; ++column) {
      const SumReduction::Acc expected = reduction.chunk(0, rows, column);
      REQUIRE(out[static_cast<size_t>(column)].rows == rows);
      REQUIRE(out[static_cast<size_t>(column)].sum == expected.sum);
      REQUIRE(out[static_cast<size_t>(column)].largest == expected.largest);
    }
  }
  cuda::reduce_columns_of(gpu.context(), cuda::Columns(5, 0), SumReduction{});
}

}  // namespace pelton
