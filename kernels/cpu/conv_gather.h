// Owns the interface of convolutions in gather form: each written pixel sums over filter taps and
// source channels. The forward pass and the input gradient differ in geometry only.
#pragma once
#include "kernels/cpu/conv_taps.h"
#include "kernels/cpu/pack.h"
#include "runtime/kernel_context.h"

namespace pelton::cpu {

// A row-major batch of images.
template <class T>
struct Images {
  T* data;
  int64_t height, width, channels;

  int64_t pixel(int64_t image, int64_t y, int64_t x) const {
    return ((image * height + y) * width + x) * channels;
  }
};

// The filters as the gather reads them: for each group and packed tap a matrix [source channel]
// [written channel]. Steps count elements and may be negative.
template <class T>
struct TapFilters {
  const T* data;  // group 0, packed tap (0, 0)
  int64_t group_step, y_step, x_step;
  int64_t row_step, col_step;
  int64_t height, width;  // taps

  Matrix<const T> at(int64_t group, int64_t y, int64_t x) const {
    return {data + group * group_step + y * y_step + x * x_step, row_step, col_step};
  }
};

template <class T>
struct Gather {
  int64_t batch, groups;
  Images<const T> source;
  Images<T> out;
  TapFilters<T> filters;
  std::vector<TapClass> y, x;  // of the written axes
};

// Writes every pixel of `out`. The 16-bit types are summed in float and rounded once. Each sum
// runs over taps, then channels, in an order that no thread count changes.
template <class T>
void convolve(const Gather<T>& gather, const KernelContext& context);

}  // namespace pelton::cpu
