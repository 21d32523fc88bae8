// Owns how images and output gradients become Winograd's transformed tiles, padding included. Must
// not know what the tiles are multiplied by.
#pragma once
#include <algorithm>
#include <type_traits>

#include "kernels/cpu/conv/winograd/winograd_choice.h"
#include "kernels/cpu/conv/winograd/winograd_tiles.h"
#include "kernels/cpu/gemm/pack.h"
#include "kernels/cpu/gemm/panels.h"

namespace pelton::cpu {

// The tiles of output rows [y, y_end), y a multiple of the tile, of images [image, image_end).
struct WinogradTask {
  int64_t image, image_end;
  int64_t y, y_end;

  int64_t images() const { return image_end - image; }
  int64_t tile_rows(int64_t tile) const { return ceil_div(y_end - y, tile); }
};

// Elements between two points: an odd number of cache lines, so that the streams of a transform do
// not compete for the same cache sets.
inline int64_t winograd_step(int64_t elements) { return (ceil_div(elements, 16) | 1) * 16; }

// Transformed tiles: [point][tile][channel], and the elements between their rows and points.
struct WinogradPoints {
  float* data;
  int64_t row, step;
};

// The images as tiles; S is float or a 16-bit type, widened.
template <class S>
class WinogradSource {
  static constexpr bool kConverts = !std::is_same_v<S, float>;

 public:
  WinogradSource(const Conv2dShape& shape, const S* input, int64_t tile)
      : s_(shape),
        input_(input),
        tile_(tile),
        table_(winograd_table<float>(active_isa(), tile)),
        tiles_x_(winograd_tiles(s_.x, tile)),
        width_(std::max(tile * tiles_x_ + 2, s_.x.before + s_.x.in)),
        in_place_(!kConverts && s_.y.before == 0 && width_ == s_.x.in &&
                  tile * winograd_tiles(s_.y, tile) + 2 <= s_.y.in) {}

  int64_t tiles_x() const { return tiles_x_; }
  int64_t tiles(const WinogradTask& task) const {
    return task.images() * task.tile_rows(tile_) * tiles_x_;
  }
  // Elements of room that transform() wants for copied rows.
  int64_t copied(const WinogradTask& task) const {
    return in_place_ ? 0 : (tile_ * task.tile_rows(tile_) + 2) * width_ * s_.in_channels;
  }
  void transform(const WinogradTask& task, WinogradPoints to, float* copy) const {
    const int64_t in = s_.in_channels, line = (in_place_ ? s_.x.in : width_) * in;
    for (int64_t image = task.image; image < task.image_end; ++image) {
      const float* from = copy;
      if constexpr (!kConverts)
        if (in_place_) from = input_ + (image * s_.y.in + task.y) * line;
      if (!in_place_) copy_rows(image, task, copy);
      for (int64_t y = 0; y < task.tile_rows(tile_); ++y)
        for (int64_t x = 0; x < tiles_x_; ++x, to.data += to.row)
          table_.input(from + tile_ * (y * line + x * in), line, in, to.data, to.step);
    }
  }

 private:
  // The rows of the input that the task's tiles see, zero outside of the image.
  void copy_rows(int64_t image, const WinogradTask& task, float* to) const {
    const int64_t in = s_.in_channels, line = width_ * in, row = s_.x.in * in;
    const int64_t rows = tile_ * task.tile_rows(tile_) + 2;
    std::fill_n(to, rows * line, 0.0f);
    const int64_t first = std::clamp<int64_t>(task.y - s_.y.before, 0, s_.y.in);
    const int64_t last = std::clamp(task.y - s_.y.before + rows, first, s_.y.in);
    pack_table<S>(active_isa())
        .widen(to + (first - task.y + s_.y.before) * line + s_.x.before * in, line,
               {input_ + (image * s_.y.in + first) * row, row, 1}, last - first, row);
  }

  const Conv2dShape& s_;
  const S* input_;
  const int64_t tile_;
  const WinogradTable<float>& table_;
  const int64_t tiles_x_;
  const int64_t width_;  // of a copied row, padding included
  const bool in_place_;  // the input is read where it lies
};

// Columns [first, first + cols) of the output channels of the output gradients as tiles.
template <class S>
class WinogradGrads {
  static constexpr bool kConverts = !std::is_same_v<S, float>;

 public:
  WinogradGrads(const Conv2dShape& shape, const S* out_grad, int64_t tile, int64_t first,
                int64_t cols)
      : s_(shape),
        from_(out_grad + first),
        tile_(tile),
        cols_(cols),
        table_(winograd_table<float>(active_isa(), tile)) {}

  // Elements of room that transform() wants for copied rows.
  int64_t copied() const { return kConverts ? tile_ * s_.x.out * cols_ : 0; }
  // Rows are written up to the next whole register after the last column.
  void transform(const WinogradTask& t, WinogradPoints to, float* copy) const {
    const int64_t row = s_.x.out * s_.out_channels;
    for (int64_t image = t.image; image < t.image_end; ++image)
      for (int64_t y = t.y; y < t.y_end; y += tile_) {
        const S* const from = from_ + (image * s_.y.out + y) * row;
        const int64_t rows = std::min(tile_, t.y_end - y);
        if constexpr (kConverts) {
          for (int64_t r = 0; r < rows; ++r)
            pack_table<S>(active_isa())
                .widen(copy + r * s_.x.out * cols_, cols_, {from + r * row, s_.out_channels, 1},
                       s_.x.out, cols_);
          transform_row(copy, s_.x.out * cols_, cols_, rows, to);
        } else {
          transform_row(from, row, s_.out_channels, rows, to);
        }
      }
  }

 private:
  // One row of tiles.
  void transform_row(const float* from, int64_t line, int64_t pixel, int64_t rows,
                     WinogradPoints& to) const {
    for (int64_t x = 0; x < s_.x.out; x += tile_, to.data += to.row)
      table_.grads(from + x * pixel, line, pixel, cols_, rows, std::min(tile_, s_.x.out - x),
                   to.data, to.step);
  }

  const Conv2dShape& s_;
  const S* from_;
  const int64_t tile_, cols_;
  const WinogradTable<float>& table_;
};

}  // namespace pelton::cpu
