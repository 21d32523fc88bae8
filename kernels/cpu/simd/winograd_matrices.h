// Owns the matrices of Winograd's convolution F(m x m, 3 x 3), made from points by the construction
// of Cook and Toom (Winograd, "Arithmetic Complexity of Computations", 1980), and their products
// with tiles of vectors. Must not know memory.
#pragma once
#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {

template <int kRowCount, int kColCount>
struct Transform {
  static constexpr int kRows = kRowCount, kCols = kColCount;
  double at[kRows][kCols] = {};

  constexpr Transform<kCols, kRows> transposed() const {
    Transform<kCols, kRows> t;
    for (int r = 0; r < kRows; ++r)
      for (int c = 0; c < kCols; ++c) t.at[c][r] = at[r][c];
    return t;
  }
  // Where the row's first element is that is not 0.
  constexpr int first(int row) const {
    int c = 0;
    while (at[row][c] == 0) ++c;
    return c;
  }
};

// One more is at infinity. Of points that float32 holds, these have the least rounding error in all
// three passes (docs/accuracy.md); pairs of opposite sign make zeros in the matrix of the input.
template <int kTile>
inline constexpr double kPoints[] = {0, 0.75, -0.75, 1.5, -1.5};
template <>
inline constexpr double kPoints<3>[] = {0, 0.75, -0.75, 2};
template <>
inline constexpr double kPoints<2>[] = {0, 1, -1};

// The matrices of one axis: a tile's outputs are output ((filter w) * (input x)), where the product
// goes element by element.
template <int kTile>
struct Transforms {
  static constexpr int kSpan = kTile + 2;  // pixels that a tile's outputs see, and its products

  static constexpr auto output = [] {
    Transform<kTile, kSpan> t;
    for (int i = 0; i + 1 < kSpan; ++i) {
      double power = 1;
      for (int r = 0; r < kTile; ++r, power *= kPoints<kTile>[i]) t.at[r][i] = power;
    }
    t.at[kTile - 1][kSpan - 1] = 1;
    return t;
  }();

  static constexpr auto filter = [] {
    Transform<kSpan, 3> t;
    for (int i = 0; i + 1 < kSpan; ++i) {
      double power = 1;
      for (int j = 0; j + 1 < kSpan; ++j)
        if (j != i) power /= kPoints<kTile>[i] - kPoints<kTile>[j];
      for (int c = 0; c < 3; ++c, power *= kPoints<kTile>[i]) t.at[i][c] = power;
    }
    t.at[kSpan - 1][2] = 1;
    return t;
  }();

  // Row i holds the polynomial whose roots are all points but the i-th.
  static constexpr auto input = [] {
    Transform<kSpan, kSpan> t;
    for (int i = 0; i < kSpan; ++i) {
      t.at[i][0] = 1;
      for (int j = 0; j + 1 < kSpan; ++j) {
        if (j == i) continue;
        const double point = kPoints<kTile>[j];
        for (int c = kSpan - 1; c > 0; --c) t.at[i][c] = t.at[i][c - 1] - point * t.at[i][c];
        t.at[i][0] *= -point;
      }
    }
    return t;
  }();

  static constexpr auto output_adjoint = output.transposed();
  static constexpr auto filter_adjoint = filter.transposed();
  static constexpr auto input_adjoint = input.transposed();
};

// Row kRow of the matrix times the vectors x(0), x(1)..., as far as column kCol; those that meet a
// 0 are not asked for.
template <const auto& kMatrix, int kRow, int kCol, class X>
[[gnu::always_inline]] inline auto row_times(const X& x) {
  constexpr auto kFactor = static_cast<float>(kMatrix.at[kRow][kCol]);
  if constexpr (kMatrix.first(kRow) == kCol) {
    return kFactor == 1 ? x(kCol) : kFactor * x(kCol);
  } else {
    auto sum = row_times<kMatrix, kRow, kCol - 1>(x);
    if constexpr (kFactor == 1)
      sum += x(kCol);
    else if constexpr (kFactor == -1)
      sum -= x(kCol);
    else if constexpr (kFactor != 0)
      multiply_add(sum, splat(kFactor), x(kCol));
    return sum;
  }
}

// A tile of registers in memory: pixel (y, x) lies at data + y * row + x * col. Passed by value: a
// store might change one that lies in memory.
template <class T>
struct Grid {
  T* data;
  int64_t row, col;

  T* at(int64_t y, int64_t x) const { return data + y * row + x * col; }
};

template <const auto& kMatrix, int kRow, int kCol, class T, class Watch>
[[gnu::always_inline]] inline void store_row(const Vec<T> (&row)[kMatrix.kCols], Grid<T> to,
                                             const Watch& watch) {
  if constexpr (kCol < kMatrix.kRows) {
    const Vec<T> result =
        row_times<kMatrix, kCol, kMatrix.kCols - 1>([&](int x) { return row[x]; });
    watch(result);
    store(to.at(kRow, kCol), result);
    store_row<kMatrix, kRow, kCol + 1>(row, to, watch);
  }
}

template <const auto& kMatrix, int kRow, class T, class Watch>
[[gnu::always_inline]] inline void transform_row(Grid<const T> from, Grid<T> to,
                                                 const Watch& watch) {
  if constexpr (kRow < kMatrix.kRows) {
    Vec<T> row[kMatrix.kCols];
#pragma GCC unroll 8
    for (int x = 0; x < kMatrix.kCols; ++x)
      row[x] = row_times<kMatrix, kRow, kMatrix.kCols - 1>([&](int y) {
        Vec<T> pixel;
        load(pixel, from.at(y, x));
        return pixel;
      });
    store_row<kMatrix, kRow, 0>(row, to, watch);
    transform_row<kMatrix, kRow + 1>(from, to, watch);
  }
}

// to = matrix * from * transposed(matrix), row by row: pixels are loaded more than once, so that
// what is at hand fits in the registers.
template <const auto& kMatrix, class T>
[[gnu::noinline, gnu::flatten]] void transform(Grid<const T> from, Grid<T> to) {
  transform_row<kMatrix, 0>(from, to, [](const Vec<T>&) {});
}

// The same, and adds 0 to the lanes of `seen` for each finite result, NaN for others.
template <const auto& kMatrix, class T>
[[gnu::noinline, gnu::flatten]] void watched_transform(Grid<const T> from, Grid<T> to, T* seen) {
  Vec<T> sum;
  load(sum, seen);
  transform_row<kMatrix, 0>(from, to, [&](const Vec<T>& v) { multiply_add(sum, splat(T{0}), v); });
  store(seen, sum);
}

}  // namespace pelton::cpu::PELTON_ISA
