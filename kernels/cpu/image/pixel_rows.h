// Owns the interface of the loops that compute rows of a resized image. Must not know images.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// The pixels of a row that those of the result lie between, as offsets of elements that ascend.
template <class T>
struct RowPlaces {
  const int64_t *low, *high;
  const T* parts;  // of the way from low to high
  int64_t count;
};

// The loops of one instruction set.
template <class T>
struct PixelRowTable {
  // out = the pixels at the places, of `channels` elements each, of a row of `size` elements.
  void (*across)(const T* row, int64_t size, const RowPlaces<T>& places, int64_t channels, T* out);
  // out[i] = top[i] + (bottom[i] - top[i]) * part for i < n.
  void (*between)(const T* top, const T* bottom, T part, T* out, int64_t n);
};

// The loops built for each instruction set; T is float or double.
namespace generic {
template <class T>
const PixelRowTable<T>& pixel_row_table();
}
namespace avx2 {
template <class T>
const PixelRowTable<T>& pixel_row_table();
}
namespace avx512 {
template <class T>
const PixelRowTable<T>& pixel_row_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const PixelRowTable<T>& pixel_row_table(Isa isa);

}  // namespace pelton::cpu
