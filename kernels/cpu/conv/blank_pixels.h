// Owns BlankPixels: which outputs of a 3 x 3 convolution see nothing but zeros. Must not know
// how they are computed.
#pragma once
#include <stdint.h>

#include <algorithm>
#include <bit>
#include <type_traits>

#include "kernels/common/window.h"

namespace pelton::cpu {

// Of output rows [y, y + rows) of one image, which lies at `image`: [y][x][channel]. Padding counts
// as zeros, a NaN does not. The stride is 1.
class BlankPixels {
 public:
  // Bytes of `room` that the constructor wants.
  static size_t size(const Conv2dShape& shape, int64_t rows) {
    return static_cast<size_t>((rows + 2) * (shape.x.out + 2));
  }

  template <class S>
  BlankPixels(const Conv2dShape& shape, const S* image, int64_t y, int64_t rows, bool* room)
      : width_(shape.x.out + 2), blank_(room) {
    std::fill_n(blank_, size(shape, rows), true);
    const int64_t before = shape.x.before, cols = std::min(shape.x.in, width_ - before);
    for (int64_t r = 0; r < rows + 2; ++r) {
      const int64_t from_y = y + r - shape.y.before;
      if (from_y < 0 || from_y >= shape.y.in) continue;
      const S* pixel = image + from_y * shape.x.in * shape.in_channels;
      for (int64_t c = 0; c < cols; ++c, pixel += shape.in_channels) {
        const bool blank = is_zero(pixel, shape.in_channels);
        blank_[r * width_ + before + c] = blank;
        any_ |= blank;
      }
    }
  }

  // Whether a pixel of the image, padding left out, is blank.
  bool any() const { return any_; }

  // Whether output (y, x), y counted from the first row, sees zeros only.
  bool around(int64_t y, int64_t x) const {
    bool blank = true;
    for (int64_t r = y; r < y + 3; ++r)
      for (int64_t c = x; c < x + 3; ++c) blank &= blank_[r * width_ + c];
    return blank;
  }

 private:
  // Most pixels are not and end it after the first block. Both signs of 0 count.
  template <class S>
  static bool is_zero(const S* pixel, int64_t channels) {
    using Bits = std::conditional_t<sizeof(S) == 4, uint32_t, uint16_t>;
    static_assert(sizeof(S) == sizeof(Bits));
    constexpr int64_t kBlock = 8;
    const auto magnitude = [](S value) { return Bits(std::bit_cast<Bits>(value) << 1); };
    Bits seen = 0;
    int64_t begin = 0;
    for (; seen == 0 && begin + kBlock <= channels; begin += kBlock)
      for (int64_t i = 0; i < kBlock; ++i) seen |= magnitude(pixel[begin + i]);
    for (; seen == 0 && begin < channels; ++begin) seen = magnitude(pixel[begin]);
    return seen == 0;
  }

  const int64_t width_;
  bool* const blank_;
  bool any_ = false;
};

}  // namespace pelton::cpu
