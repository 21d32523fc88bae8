// Owns the loops of short reductions: some windows' sums are kept in registers, pooled there, and
// only then written. Must not know images.
#include "kernels/cpu/conv/short_conv.h"

#include "kernels/cpu/simd/pool_cell.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// Accumulators of one block; the rest of the registers hold filters and the broadcast element.
constexpr int kRegisters = Registers::kBytes == 64 ? 24 : 12;

// Bias and activation of the largest of a window's pixels, in kLanes channels from c on.
template <class T, bool kTellsCells, int kCells, int kVectors>
[[gnu::always_inline]] inline void write_window(const ShortConv<T>& s, int64_t window, int64_t c,
                                                const Vec<T> (&sum)[kCells][kVectors], int lanes) {
  const int64_t at = window * s.channels + c;
#pragma GCC unroll 2
  for (int v = 0; v < kVectors; ++v) {
    const int width = v + 1 < kVectors ? kLanes<T> : lanes;
    Vec<T> largest = sum[0][v];
    Lanes<T> best{};
#pragma GCC unroll 4
    for (int cell = 1; cell < kCells; ++cell) {
      const Lanes<T> wins = ~(sum[cell][v] <= largest) & (largest == largest);
      largest = wins ? sum[cell][v] : largest;
      if constexpr (kTellsCells) best = wins ? Lanes<T>{} + cell : best;
    }
    const int64_t first = v * kLanes<T>;
    if (s.relu)
      finish<T, true>(s.y + at + first, largest, s.bias + c + first, width);
    else
      finish<T, false>(s.y + at + first, largest, s.bias + c + first, width);
    if constexpr (kTellsCells) store_cells<T>(s.cells + at + first, best, width);
  }
}

// kWindows windows from `window` on, kVectors registers of channels from c on, of which the last
// has `lanes`.
template <class T, bool kTellsCells, int kPool, int kVectors, int kWindows>
void block(const ShortConv<T>& s, int64_t window, int64_t c, int lanes) {
  Vec<T> sum[kWindows][kPool * kPool][kVectors] = {};
  const T* const from = s.from + window * kPool * s.pixel;
  const T* filters = s.filters + c;
  const int64_t pixel = s.pixel, line = s.line, depth = s.depth, filter_step = s.filter_step;
  const int64_t* const offsets = s.offsets;
  for (int64_t k = 0; k < depth; ++k, filters += filter_step) {
    Vec<T> right[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v < kVectors; ++v) load(right[v], filters + v * kLanes<T>);
#pragma GCC unroll 2
    for (int row = 0; row < kPool; ++row) {
      const T* at = from + offsets[k] + row * line;
#pragma GCC unroll 24
      for (int x = 0; x < kPool * kWindows; ++x, at += pixel) {
        const Vec<T> left = splat(*at);
#pragma GCC unroll 2
        for (int v = 0; v < kVectors; ++v)
          multiply_add(sum[x / kPool][row * kPool + x % kPool][v], left, right[v]);
      }
    }
  }
#pragma GCC unroll 24
  for (int w = 0; w < kWindows; ++w)
    write_window<T, kTellsCells, kPool * kPool, kVectors>(s, window + w, c, sum[w], lanes);
}

// The last block begins earlier where windows are left over: it writes some again.
template <class T, bool kTellsCells, int kPool, int kVectors>
void channels_of(const ShortConv<T>& s, int64_t c, int lanes) {
  constexpr int kWindows = kRegisters / (kPool * kPool * kVectors);
  int64_t window = 0;
  if (s.windows >= kWindows)
    for (; window < s.windows; window += kWindows)
      block<T, kTellsCells, kPool, kVectors, kWindows>(
          s, window + kWindows <= s.windows ? window : s.windows - kWindows, c, lanes);
  for (; window < s.windows; ++window)
    block<T, kTellsCells, kPool, kVectors, 1>(s, window, c, lanes);
}

template <class T, bool kTellsCells, int kPool>
void row_of(const ShortConv<T>& s) {
  constexpr int64_t kWide = 2 * kLanes<T>;
  int64_t c = 0;
  for (; c + kLanes<T> < s.channels; c += kWide) {
    const int64_t left = s.channels - c - kLanes<T>;
    channels_of<T, kTellsCells, kPool, 2>(s, c,
                                          static_cast<int>(left < kLanes<T> ? left : kLanes<T>));
  }
  if (c < s.channels) channels_of<T, kTellsCells, kPool, 1>(s, c, static_cast<int>(s.channels - c));
}

template <class T>
void row(const ShortConv<T>& s) {
  if (s.pool == 1)
    row_of<T, false, 1>(s);
  else if (s.cells != nullptr)
    row_of<T, true, 2>(s);
  else
    row_of<T, false, 2>(s);
}

}  // namespace

template <class T>
const ShortConvTable<T>& short_conv_table() {
  static constexpr ShortConvTable<T> table{row<T>, kLanes<T>};
  return table;
}
template const ShortConvTable<float>& short_conv_table<float>();
template const ShortConvTable<double>& short_conv_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
