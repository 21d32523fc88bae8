// Owns resample on CUDA: a thread for each element, which computes its weights.
#include "kernels/common/axes.h"
#include "kernels/common/resample.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/launch.h"
#include "kernels/declared/resample.h"

namespace pelton::cuda {
namespace {

template <class From, class T>
__global__ void resample_all(Resampling r, AxisBlocks source, const void* in, void* out) {
  const int64_t size = source.outer * r.out * source.inner;
  for (int64_t i = first_item(); i < size; i += item_step()) {
    const int64_t row = i / source.inner, at = row % r.out;
    const From* const from =
        static_cast<const From*>(in) + row / r.out * source.size * source.inner + i % source.inner;
    const ResampleSpan span = r.inputs_of(at);
    T sum(0);
    for (int64_t k = span.begin; k < span.end; ++k)
      sum += static_cast<T>(r.weight(at, k)) * static_cast<T>(from[k * source.inner]);
    static_cast<T*>(out)[i] = sum / static_cast<T>(r.sum_of_weights(at));
  }
}

template <class T>
__global__ void resample_grad_all(Resampling r, AxisBlocks source, const void* in, void* out) {
  const int64_t size = source.outer * r.in * source.inner;
  for (int64_t i = first_item(); i < size; i += item_step()) {
    const int64_t row = i / source.inner, at = row % r.in;
    const T* const from =
        static_cast<const T*>(in) + row / r.in * source.size * source.inner + i % source.inner;
    const ResampleSpan outputs = r.outputs_of(at);
    T sum(0);
    for (int64_t k = outputs.begin; k < outputs.end; ++k) {
      const ResampleSpan span = r.inputs_of(k);
      if (at < span.begin || at >= span.end) continue;
      sum += static_cast<T>(r.weight(k, at)) / static_cast<T>(r.sum_of_weights(k)) *
             from[k * source.inner];
    }
    static_cast<T*>(out)[i] = sum;
  }
}

}  // namespace

void resample(const KernelContext& context) {
  const auto& attrs = context.attrs<ResampleAttrs>();
  const TensorView &in = context.in(0), &out = context.out(0);
  const AxisBlocks blocks = blocks_around(in.shape(), attrs.axis);
  if (out.size == 0) return;
  visit(Types<uint8_t, float, double>{}, in.dtype, [&]<class From>() {
    using T = std::conditional_t<std::is_same_v<From, uint8_t>, float, From>;
    launch(context, grid_over(out.size), &resample_all<From, T>,
           Resampling(blocks.size, attrs.size, attrs), blocks, in.data, out.data);
  });
}

void resample_grad(const KernelContext& context) {
  const auto& attrs = context.attrs<ResampleAttrs>();
  const TensorView &in = context.in(0), &out = context.out(0);
  const AxisBlocks blocks = blocks_around(in.shape(), attrs.axis);
  if (out.size == 0) return;
  visit(Types<float, double>{}, out.dtype, [&]<class T>() {
    launch(context, grid_over(out.size), &resample_grad_all<T>,
           Resampling(attrs.size, blocks.size, attrs), blocks, in.data, out.data);
  });
}

}  // namespace pelton::cuda
