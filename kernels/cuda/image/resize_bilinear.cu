// Owns resize_bilinear on CUDA: a thread for each element, which finds its four pixels.
#include "kernels/common/attrs/resize_attrs.h"
#include "kernels/common/bilinear.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/launch.h"
#include "kernels/declared/resample.h"

namespace pelton::cuda {
namespace {

struct Sizes {
  int64_t height, width;
};

template <class From, class T>
__global__ void resize_all(Sizes from, Sizes to, int64_t channels, int64_t size, const void* in,
                           void* out) {
  const T step_y = static_cast<T>(from.height) / static_cast<T>(to.height);
  const T step_x = static_cast<T>(from.width) / static_cast<T>(to.width);
  for (int64_t i = first_item(); i < size; i += item_step()) {
    const int64_t pixel = i / channels, row = pixel / to.width;
    const Between<T> y = place_between(row % to.height, from.height, step_y);
    const Between<T> x = place_between(pixel % to.width, from.width, step_x);
    const From* const image = static_cast<const From*>(in) +
                              row / to.height * from.height * from.width * channels + i % channels;
    const auto at = [&](int64_t line, int64_t column) {
      return static_cast<T>(image[(line * from.width + column) * channels]);
    };
    static_cast<T*>(out)[i] = y.of(x.of(at(y.low, x.low), at(y.low, x.high)),
                                   x.of(at(y.high, x.low), at(y.high, x.high)));
  }
}

}  // namespace

void resize_bilinear(const KernelContext& context) {
  const auto& attrs = context.attrs<ResizeAttrs>();
  const TensorView &in = context.in(0), &out = context.out(0);
  if (out.size == 0) return;
  const Shape& shape = in.shape();
  const size_t rank = shape.size();
  visit(Types<uint8_t, float, double>{}, in.dtype, [&]<class From>() {
    using T = std::conditional_t<std::is_same_v<From, uint8_t>, float, From>;
    launch(context, grid_over(out.size), &resize_all<From, T>,
           Sizes{shape[rank - 3], shape[rank - 2]}, Sizes{attrs.height, attrs.width},
           shape[rank - 1], out.size, in.data, out.data);
  });
}

}  // namespace pelton::cuda
