// Owns how the sparse gradients see images and filters: padded images, runs of elements that lie
// side by side, and blocks of runs that fill the registers. Must not know gradients.
#pragma once
#include <vector>

#include "kernels/common/fused_conv2d_shape.h"
#include "kernels/cpu/conv/conv_sparse.h"
#include "kernels/cpu/gemm/pack.h"

namespace pelton::cpu {

// An output pixel meets `rows` runs of `run` neighbouring elements of the padded image, `line`
// elements apart: one for each row of the filters.
struct PaddedImage {
  explicit PaddedImage(const FusedConv2dShape& s);

  // Offset of the first run of a window's first cell.
  int64_t base(int64_t row, int64_t col) const { return row * row_step + col * col_step; }
  // Offsets of the cells of a window from its first one.
  std::vector<int32_t> shifts() const;
  // Offsets of the windows of `count` rows of windows.
  std::vector<int32_t> bases(int64_t count) const;

  const FusedConv2dShape& shape;
  int64_t rows, run;
  int64_t height, line, size;  // of the whole padded image
  int64_t inner;               // where the image begins in it
  int64_t row_step, col_step;  // between windows
  bool is_padded;              // has elements outside of the image
};

// Copies an image into its padded form, which is zero elsewhere, or out of it.
template <class S>
void copy_in(const PaddedImage& p, const S* image, Compute<S>* padded);
template <class S>
void copy_out(const PaddedImage& p, const Compute<S>* padded, S* image);

// Cuts `all_rows` runs of `all_cols` elements into blocks within the limits.
struct RunBlocks {
  RunBlocks(int64_t all_rows, int64_t all_cols, int64_t lanes, const RegisterLimits& limits);
  struct Block {
    int64_t row, rows;
    int64_t col, cols;
  };
  int64_t count() const { return row_blocks * col_blocks; }
  Block at(int64_t i) const;
  int64_t block_cols() const { return vectors * lanes; }
  int64_t block_size() const { return rows * block_cols(); }

  int64_t all_rows, all_cols, lanes;
  int64_t rows = 1, vectors = 1;  // of the largest block
  int64_t row_blocks = 1, col_blocks = 1;
};

}  // namespace pelton::cpu
