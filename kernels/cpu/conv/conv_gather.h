// Owns the interface of convolutions in gather form: each written pixel sums over filter taps and
// source channels. The forward pass and the input gradient differ in geometry only.
#pragma once
#include "kernels/common/window.h"
#include "kernels/cpu/conv/conv_taps.h"
#include "kernels/cpu/gemm/pack.h"
#include "runtime/dispatch/kernel_context.h"

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

// Written rows [y, y_end) of images [image, image_end), in the type they were summed in:
// [image][row][width][channels], with room for one more register behind.
template <class T>
struct Band {
  int64_t image, image_end;
  int64_t y, y_end;
  const T* pixels;
};

// Takes over written pixels while they are in the cache, in place of storing them.
template <class T>
class BandEpilogue {
 public:
  virtual void take(const Band<T>& band) const = 0;
  // Bands begin at multiples of so many rows.
  virtual int64_t rows() const = 0;

 protected:
  ~BandEpilogue() = default;
};

template <class T>
struct Gather {
  int64_t batch, groups;
  Images<const T> source;
  Images<T> out;
  TapFilters<T> filters;
  std::vector<TapClass> y, x;                          // of the written axes
  const BandEpilogue<Compute<T>>* epilogue = nullptr;  // gets what else would go to out.data
};

// The forward pass of `shape`, which may be cut to fewer rows and columns than there are; `out` of
// no consequence where a epilogue is set.
template <class T>
Gather<T> forward_gather(const Conv2dShape& shape, const T* input, const T* filters, T* out);
// The input gradient.
template <class T>
Gather<T> input_grad_gather(const Conv2dShape& shape, const T* filters, const T* out_grad,
                            T* input_grad);

// Writes every pixel of `out`. The 16-bit types are summed in float and rounded once. Each sum
// runs over taps, then channels, in an order that no thread count changes.
template <class T>
void convolve(const Gather<T>& gather, const KernelContext& context);

}  // namespace pelton::cpu
