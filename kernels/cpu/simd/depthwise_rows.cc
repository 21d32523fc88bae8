// Owns the depthwise loops, vectors along the channels. Must not know images or padding.
#include "kernels/cpu/conv/depthwise_rows.h"

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int kPixelTile = 8;      // pixels whose sums are kept in registers
constexpr int kDepthwiseTile = 4;  // taps whose sums are

// Pixels [first, first + kPixels): each weight is loaded once for all of them.
template <class T, int kPixels>
[[gnu::always_inline]] inline void gather_pixels(const DepthwiseRun<T>& r, const T* const* weights,
                                                 T* to, int64_t first) {
  for_lanes<T>(r.channels, [&](int64_t c, int lanes) {
    Vec<T> sums[kPixels] = {}, w, x;
    for (int64_t t = 0; t < r.taps; ++t) {
      load_lanes(w, weights[t] + c, lanes);
      const T* const from = r.from[t] + first * r.from_step + c;
      for (int p = 0; p < kPixels; ++p) {
        load_lanes(x, from + p * r.from_step, lanes);
        multiply_add(sums[p], x, w);
      }
    }
    for (int p = 0; p < kPixels; ++p) store_lanes(to + (first + p) * r.step + c, sums[p], lanes);
  });
}

template <class T>
void gather_run(const DepthwiseRun<T>& r, const T* const* weights, T* to) {
  int64_t p = 0;
  for (; p + kPixelTile <= r.count; p += kPixelTile)
    gather_pixels<T, kPixelTile>(r, weights, to, p);
  for (; p + 2 <= r.count; p += 2) gather_pixels<T, 2>(r, weights, to, p);
  for (; p < r.count; ++p) gather_pixels<T, 1>(r, weights, to, p);
}

// Taps [first, first + kTaps): each element of the gradient is loaded once for all of them.
template <class T, int kTaps>
[[gnu::always_inline]] inline void dot_taps(const DepthwiseRun<T>& r, const T* grad, T* const* sums,
                                            int64_t first) {
  for_lanes<T>(r.channels, [&](int64_t c, int lanes) {
    Vec<T> dots[kTaps], g, x;
    for (int t = 0; t < kTaps; ++t) load_lanes(dots[t], sums[first + t] + c, lanes);
    for (int64_t p = 0; p < r.count; ++p) {
      load_lanes(g, grad + p * r.step + c, lanes);
      for (int t = 0; t < kTaps; ++t) {
        load_lanes(x, r.from[first + t] + p * r.from_step + c, lanes);
        multiply_add(dots[t], x, g);
      }
    }
    for (int t = 0; t < kTaps; ++t) store_lanes(sums[first + t] + c, dots[t], lanes);
  });
}

template <class T>
void dot_run(const DepthwiseRun<T>& r, const T* grad, T* const* sums) {
  int64_t t = 0;
  for (; t + kDepthwiseTile <= r.taps; t += kDepthwiseTile)
    dot_taps<T, kDepthwiseTile>(r, grad, sums, t);
  for (; t < r.taps; ++t) dot_taps<T, 1>(r, grad, sums, t);
}

}  // namespace

template <class T>
const DepthwiseTable<T>& depthwise_table() {
  static constexpr DepthwiseTable<T> table{gather_run<T>, dot_run<T>};
  return table;
}
template const DepthwiseTable<float>& depthwise_table<float>();
template const DepthwiseTable<double>& depthwise_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
