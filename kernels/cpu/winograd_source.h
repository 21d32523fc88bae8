// Owns how images become Winograd's transformed tiles of 4x4 pixels, padding included. Must not
// know what the tiles are multiplied by.
#pragma once
#include <algorithm>

#include "kernels/common/window.h"
#include "kernels/cpu/pack.h"
#include "kernels/cpu/panels.h"
#include "kernels/cpu/winograd_tiles.h"

namespace pelton::cpu {

// The tiles of output rows [y, y_end), y even, of images [image, image_end).
struct WinogradTask {
  int64_t image, image_end;
  int64_t y, y_end;

  int64_t images() const { return image_end - image; }
  int64_t tile_rows() const { return ceil_div(y_end - y, 2); }
};

inline int64_t winograd_tiles(const WindowAxis& axis) { return ceil_div(axis.out, 2); }

// Elements between two points: an odd number of cache lines, so that the 16 streams of a transform
// do not compete for the same cache sets.
inline int64_t winograd_step(int64_t elements) { return (ceil_div(elements, 16) | 1) * 16; }

// True for what the tiles cover (filters of 3x3 taps one apart, stride 1, one group) where they
// save enough products, and there are enough channels for the transforms to cost little.
bool is_worth_winograd(const Conv2dShape& shape);

// The images as tiles; S is float or a 16-bit type, widened.
template <class S>
class WinogradSource {
  static constexpr bool kConverts = !std::is_same_v<S, float>;

 public:
  WinogradSource(const Conv2dShape& shape, const S* input)
      : s_(shape),
        input_(input),
        tiles_x_(winograd_tiles(s_.x)),
        width_(std::max(2 * tiles_x_ + 2, s_.x.before + s_.x.in)),
        in_place_(!kConverts && s_.y.before == 0 && width_ == s_.x.in &&
                  2 * winograd_tiles(s_.y) + 2 <= s_.y.in) {}

  int64_t tiles_x() const { return tiles_x_; }
  int64_t tiles(const WinogradTask& task) const {
    return task.images() * task.tile_rows() * tiles_x_;
  }
  // Elements of room that transform() wants for copied rows.
  int64_t copied(const WinogradTask& task) const {
    return in_place_ ? 0 : (2 * task.tile_rows() + 2) * width_ * s_.in_channels;
  }
  // Writes the task's tiles as [point][tile][channel], `step` elements between points and `row`
  // between tiles.
  void transform(const WinogradTask& task, float* to, int64_t row, int64_t step,
                 float* copy) const {
    const auto& table = winograd_table<float>(active_isa());
    const int64_t in = s_.in_channels, line = (in_place_ ? s_.x.in : width_) * in;
    for (int64_t image = task.image; image < task.image_end; ++image) {
      const float* from = copy;
      if constexpr (!kConverts)
        if (in_place_) from = input_ + (image * s_.y.in + task.y) * line;
      if (!in_place_) copy_rows(image, task, copy);
      for (int64_t y = 0; y < task.tile_rows(); ++y)
        for (int64_t x = 0; x < tiles_x_; ++x, to += row)
          table.input(from + 2 * y * line + 2 * x * in, line, in, to, step);
    }
  }

 private:
  // The rows of the input that the task's tiles see, zero outside of the image.
  void copy_rows(int64_t image, const WinogradTask& task, float* to) const {
    const int64_t in = s_.in_channels, line = width_ * in, row = s_.x.in * in;
    const int64_t rows = 2 * task.tile_rows() + 2;
    std::fill_n(to, rows * line, 0.0f);
    const int64_t first = std::clamp<int64_t>(task.y - s_.y.before, 0, s_.y.in);
    const int64_t last = std::clamp(task.y - s_.y.before + rows, first, s_.y.in);
    pack_table<S>(active_isa())
        .widen(to + (first - task.y + s_.y.before) * line + s_.x.before * in, line,
               {input_ + (image * s_.y.in + first) * row, row, 1}, last - first, row);
  }

  const Conv2dShape& s_;
  const S* input_;
  const int64_t tiles_x_;
  const int64_t width_;  // of a copied row, padding included
  const bool in_place_;  // the input is read where it lies
};

}  // namespace pelton::cpu
