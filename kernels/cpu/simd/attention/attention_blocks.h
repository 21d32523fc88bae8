// Owns the products of attention: operands copied into scratch memory, dense and in the type that
// they are computed in, and what multiplies them.
#pragma once
#include <algorithm>

#include "kernels/cpu/gemm/gemm.h"
#include "kernels/cpu/gemm/pack.h"
#include "kernels/cpu/simd/vec.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu::PELTON_ISA {

// A block of scores: as many queries as tiles of the micro-kernels divide, whole panels of keys.
inline constexpr int64_t kQueryBlock = 96, kKeyBlock = 128;

// The rows of one head of x (batch, positions, heads, width).
template <class S>
Matrix<S> head_rows(const TensorView& x, int64_t batch, int64_t head) {
  const int64_t heads = x.dim(2), width = x.dim(3);
  return {x.as<S>() + (batch * x.dim(1) * heads + head) * width, heads * width, 1};
}

// The left operand of a product: element (row, k) at row * row_step + k * depth_step.
template <class T>
struct Left {
  const T* data;
  int64_t rows, depth, row_step, depth_step;
};

// The right one, in panels as wide as the micro-kernels': element (k, col) of a panel at
// k * depth_step + col.
template <class T>
struct Right {
  const T* data;
  int64_t depth_step, panel_step;
};

// What it is written or added to.
template <class T>
struct Target {
  T* data;
  int64_t row_step, cols;
};

// `cols` up to the next whole register.
template <class T>
int64_t whole_registers(int64_t cols) {
  return (cols + kLanes<T> - 1) / kLanes<T> * kLanes<T>;
}

// Room for `count` elements of scratch memory.
template <class T>
Workspace room_for(const KernelContext& context, int64_t count) {
  return context.workspace(static_cast<size_t>(count) * sizeof(T));
}

// Copies of rows as they are: a left operand, or a right one whose depth is the rows.
template <class T>
class RowPanels {
 public:
  RowPanels(const KernelContext& context, int64_t most_rows, int64_t width)
      : width_(width),
        step_(whole_registers<T>(width)),
        room_(room_for<T>(context, most_rows * step_)) {}

  template <class S>
  void pack(const Matrix<const S>& from, int64_t rows) const {
    pack_table<S>().widen(data(), step_, from, rows, width_);
  }
  template <class S>
  void unpack(const Matrix<S>& to, int64_t rows) const {
    pack_table<S>().narrow(to.data, to.row_step, data(), step_, rows, width_);
  }
  void clear(int64_t rows) const { std::fill_n(data(), rows * step_, T(0)); }
  void scale_row(int64_t i, T factor) const {
    T* const x = row(i);
    for (int64_t c = 0; c < width_; ++c) x[c] *= factor;
  }
  T* data() const { return room_.template as<T>(); }
  T* row(int64_t i) const { return data() + i * step_; }
  int64_t step() const { return step_; }
  int64_t width() const { return width_; }
  // The first `rows` by `cols`, and the transpose of these.
  Left<T> left(int64_t rows, int64_t cols) const { return {data(), rows, cols, step_, 1}; }
  Left<T> left_across(int64_t rows, int64_t cols) const { return {data(), cols, rows, 1, step_}; }
  Right<T> right(int64_t first_row) const {
    return {row(first_row), step_, gemm_table<T>().panel_cols};
  }
  Target<T> target(int64_t first_row) const { return {row(first_row), step_, width_}; }
  Target<T> target(int64_t first_row, int64_t cols) const { return {row(first_row), step_, cols}; }

 private:
  int64_t width_, step_;
  Workspace room_;
};

// Copies of rows, transposed: a right operand whose columns are the rows.
template <class T>
class ColumnPanels {
 public:
  ColumnPanels(const KernelContext& context, int64_t most_rows, int64_t width)
      : width_(width),
        cols_(gemm_table<T>().panel_cols),
        room_(room_for<T>(context, (most_rows + cols_ - 1) / cols_ * cols_ * width)) {}

  template <class S>
  void pack(const Matrix<const S>& from, int64_t rows) const {
    for (int64_t first = 0; first < rows; first += cols_)
      pack_table<S>().widen(panel(first), cols_,
                            {from.data + first * from.row_step, 1, from.row_step}, width_,
                            std::min(cols_, rows - first));
  }
  // Of the columns from `first` on, with which a panel begins.
  Right<T> right(int64_t first) const { return {panel(first), cols_, cols_ * width_}; }

 private:
  T* panel(int64_t first) const { return room_.template as<T>() + first * width_; }

  int64_t width_, cols_;
  Workspace room_;
};

// c = a * b, or c + a * b.
template <class T>
void multiply(const Left<T>& a, const Right<T>& b, const Target<T>& c, bool accumulate) {
  constexpr int64_t kRows = 96, kNoOffset = 0;
  const GemmTable<T>& gemm = gemm_table<T>();
  int64_t a_rows[kRows], c_rows[kRows];
  for (int64_t r = 0; r < std::min(kRows, a.rows); ++r)
    a_rows[r] = r * a.row_step, c_rows[r] = r * c.row_step;
  GemmPanel<T> panel{};
  panel.a_rows = a_rows, panel.c_rows = c_rows;
  panel.a_blocks = panel.b_blocks = &kNoOffset;
  panel.a_step = a.depth_step, panel.b_step = b.depth_step;
  panel.blocks = 1, panel.depth = a.depth, panel.accumulate = accumulate;
  for (int64_t row = 0; row < a.rows; row += kRows) {
    panel.rows = std::min(kRows, a.rows - row);
    panel.a = a.data + row * a.row_step;
    for (int64_t col = 0; col < c.cols; col += gemm.panel_cols) {
      panel.cols = std::min<int64_t>(gemm.panel_cols, c.cols - col);
      panel.b = b.data + col / gemm.panel_cols * b.panel_step;
      panel.c = c.data + row * c.row_step + col;
      gemm.panel(panel);
    }
  }
}

}  // namespace pelton::cpu::PELTON_ISA
