// Owns the loops that compute rows of a resized image: pixels of three and four channels take four
// lanes, rows between rows whole registers.
#include "kernels/cpu/image/pixel_rows.h"

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

template <class T>
void write_pixel(const T* low, const T* high, T part, int64_t channels, T* out) {
  for (int64_t c = 0; c < channels; ++c) out[c] = low[c] + (high[c] - low[c]) * part;
}

// Of three channels the fourth lane is the next pixel's first: it is there to be read, and what is
// written of it is written again.
template <int64_t Channels, class T>
void across_four(const T* row, int64_t size, const RowPlaces<T>& places, T* out) {
  using Four [[gnu::vector_size(4 * sizeof(T))]] = T;
  int64_t count = Channels == 4 ? places.count : places.count - 1;
  while (count > 0 && places.high[count - 1] + 4 > size) --count;
  for (int64_t i = 0; i < count; ++i) {
    Four low, high;
    __builtin_memcpy(&low, row + places.low[i], sizeof low);
    __builtin_memcpy(&high, row + places.high[i], sizeof high);
    const Four sum = low + (high - low) * places.parts[i];
    __builtin_memcpy(out + i * Channels, &sum, sizeof sum);
  }
  for (int64_t i = count < 0 ? 0 : count; i < places.count; ++i)
    write_pixel(row + places.low[i], row + places.high[i], places.parts[i], Channels,
                out + i * Channels);
}

template <class T>
void across(const T* row, int64_t size, const RowPlaces<T>& places, int64_t channels, T* out) {
  if (channels == 3) return across_four<3>(row, size, places, out);
  if (channels == 4) return across_four<4>(row, size, places, out);
  for (int64_t i = 0; i < places.count; ++i)
    write_pixel(row + places.low[i], row + places.high[i], places.parts[i], channels,
                out + i * channels);
}

template <class T>
void between(const T* top, const T* bottom, T part, T* out, int64_t n) {
  for_lanes<T>(n, [&](int64_t i, int lanes) {
    Vec<T> first, second;
    load_lanes(first, top + i, lanes);
    load_lanes(second, bottom + i, lanes);
    first += (second - first) * part;
    store_lanes(out + i, first, lanes);
  });
}

}  // namespace

template <class T>
const PixelRowTable<T>& pixel_row_table() {
  static constexpr PixelRowTable<T> table{across<T>, between<T>};
  return table;
}
template const PixelRowTable<float>& pixel_row_table<float>();
template const PixelRowTable<double>& pixel_row_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
