// Owns the loops between a convolution's map and its pool, vectors along the channels. Must not
// know convolutions.
#include "kernels/cpu/conv/conv_pool.h"

#include "kernels/cpu/simd/pool_cell.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// kHeight, kWidth: the window's where known, else 0.
template <class T, bool kRelu, bool kCells, int kHeight, int kWidth>
void forward_of(const PoolWindows& w, const T* map, const T* bias, T* y, uint8_t* cells) {
  const int64_t height = kHeight > 0 ? kHeight : w.height, width = kWidth > 0 ? kWidth : w.width;
  const int64_t channels = w.channels, line = w.line;
  for (int64_t i = 0; i < w.windows; ++i, map += width * channels, y += channels)
    for_lanes<T>(channels, [&](int64_t c, int lanes) {
      Vec<T> largest, x;
      load(largest, map + c);
      Lanes<T> best{}, cell{};
      for (int64_t row = 0; row < height; ++row)
        for (int64_t col = 0; col < width; ++col) {
          if (row + col == 0) continue;
          cell += 1;
          load(x, map + row * line + col * channels + c);
          const Lanes<T> wins = ~(x <= largest) & (largest == largest);
          largest = wins ? x : largest;
          if constexpr (kCells) best = wins ? cell : best;
        }
      finish<T, kRelu>(y + c, largest, bias + c, lanes);
      if constexpr (kCells) store_cells<T>(cells + i * channels + c, best, lanes);
    });
}

template <class T, bool kRelu>
void add_bias(const PoolWindows& w, const T* map, const T* bias, T* y) {
  for (int64_t i = 0; i < w.windows; ++i, map += w.channels, y += w.channels)
    for_lanes<T>(w.channels, [&](int64_t c, int lanes) {
      Vec<T> x;
      load(x, map + c);
      finish<T, kRelu>(y + c, x, bias + c, lanes);
    });
}

template <class T, bool kRelu, bool kCells>
void forward_by_size(const PoolWindows& w, const T* map, const T* bias, T* y, uint8_t* cells) {
  if (w.height == 2 && w.width == 2)
    forward_of<T, kRelu, kCells, 2, 2>(w, map, bias, y, cells);
  else
    forward_of<T, kRelu, kCells, 0, 0>(w, map, bias, y, cells);
}

template <class T, bool kRelu>
void forward_with(const PoolWindows& w, const T* map, const T* bias, T* y, uint8_t* cells) {
  if (w.height * w.width == 1)
    add_bias<T, kRelu>(w, map, bias, y);
  else if (cells != nullptr)
    forward_by_size<T, kRelu, true>(w, map, bias, y, cells);
  else
    forward_by_size<T, kRelu, false>(w, map, bias, y, cells);
}

template <class T>
void forward(const PoolWindows& w, bool relu, const T* map, const T* bias, T* y, uint8_t* cells) {
  if (relu)
    forward_with<T, true>(w, map, bias, y, cells);
  else
    forward_with<T, false>(w, map, bias, y, cells);
}

template <class T>
void spread(const PoolWindows& w, const T* out_grad, const T* y, const uint8_t* cells, T* map) {
  for (int64_t i = 0; i < w.windows; ++i, map += w.width * w.channels) {
    for (int64_t row = 0; row < w.height; ++row)
      for (int64_t j = 0; j < w.width * w.channels; ++j) map[row * w.line + j] = T(0);
    for (int64_t c = 0; c < w.channels; ++c, ++out_grad) {
      const bool passes = y == nullptr || *y++ > T(0);
      const int64_t cell = cells == nullptr ? 0 : *cells++;
      map[cell / w.width * w.line + cell % w.width * w.channels + c] = passes ? *out_grad : T(0);
    }
  }
}

uint8_t largest_cell(int64_t n, const uint8_t* cells) {
  uint8_t largest = 0;
  for (int64_t i = 0; i < n; ++i) largest = cells[i] > largest ? cells[i] : largest;
  return largest;
}

// kVectors registers of neighbouring channels of all rows; `lanes` of the last one count.
template <class T, int kVectors, bool kHasY>
[[gnu::always_inline]] inline void mask_channels(int64_t rows, int64_t channels, int64_t row_step,
                                                 const T* out_grad, const T* y, T* masked,
                                                 T* bias_grad, int lanes) {
  Vec<T> sum[kVectors], grad, value;
  const auto width = [&](int v) { return v + 1 < kVectors ? kLanes<T> : lanes; };
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) load_lanes(sum[v], bias_grad + v * kLanes<T>, width(v));
  for (int64_t r = 0; r < rows; ++r, out_grad += row_step, masked += channels) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      load_lanes(grad, out_grad + v * kLanes<T>, width(v));
      if constexpr (kHasY) {
        load_lanes(value, y + r * row_step + v * kLanes<T>, width(v));
        grad = value > Vec<T>{} ? grad : Vec<T>{};
      }
      store_lanes(masked + v * kLanes<T>, grad, width(v));
      sum[v] += grad;
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) store_lanes(bias_grad + v * kLanes<T>, sum[v], width(v));
}

template <class T, bool kHasY>
void mask_with(int64_t rows, int64_t channels, int64_t row_step, const T* out_grad, const T* y,
               T* masked, T* bias_grad) {
  constexpr int64_t kWide = 4 * kLanes<T>;
  int64_t c = 0;
  for (; c + kWide <= channels; c += kWide)
    mask_channels<T, 4, kHasY>(rows, channels, row_step, out_grad + c, kHasY ? y + c : nullptr,
                               masked + c, bias_grad + c, kLanes<T>);
  for_lanes<T>(channels - c, [&](int64_t i, int lanes) {
    mask_channels<T, 1, kHasY>(rows, channels, row_step, out_grad + c + i,
                               kHasY ? y + c + i : nullptr, masked + c + i, bias_grad + c + i,
                               lanes);
  });
}

template <class T>
void mask(int64_t rows, int64_t channels, int64_t row_step, const T* out_grad, const T* y,
          T* masked, T* bias_grad) {
  if (y == nullptr)
    mask_with<T, false>(rows, channels, row_step, out_grad, y, masked, bias_grad);
  else
    mask_with<T, true>(rows, channels, row_step, out_grad, y, masked, bias_grad);
}

}  // namespace

template <class T>
const ConvPoolTable<T>& conv_pool_table() {
  static constexpr ConvPoolTable<T> table{forward<T>, spread<T>, largest_cell, mask<T>};
  return table;
}
template const ConvPoolTable<float>& conv_pool_table<float>();
template const ConvPoolTable<double>& conv_pool_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
