// Owns the CUDA kernels that draw by rejection: a thread for each element, whose numbers are the
// CPU's but for the roundings of logarithms.
#include "kernels/common/rejection.h"

#include "kernels/common/attrs/rejection_attrs.h"
#include "kernels/cuda/launch.h"
#include "kernels/declared/rejection.h"

namespace pelton::cuda {
namespace {

// The call's random stream, in its attributes or in memory that a graph finds changed at each
// launch.
struct DrawStream {
  template <class A>
  DrawStream(const KernelContext& context, const A& attrs)
      : fixed{attrs.key, attrs.offset, attrs.block}, at(context.random_stream()) {}
  PELTON_HD random::ElementDraws element(int64_t i) const {
    return random::ElementDraws(at == nullptr ? fixed : *at, i);
  }
  RandomStream fixed;
  const RandomStream* at;
};

template <class T>
__device__ double parameter(const void* values, int64_t i) {
  return static_cast<double>(static_cast<compute_t<T>>(static_cast<const T*>(values)[i]));
}

enum class Distribution { gamma, poisson, binomial };

template <Distribution distribution, class R, class T>
__global__ void draw_elements(DrawStream stream, const void* first, const void* second,
                              int64_t size, void* out) {
  for (int64_t i = first_item(); i < size; i += item_step()) {
    random::ElementDraws draws = stream.element(i);
    const double a = parameter<R>(first, i);
    double drawn = 0;
    if constexpr (distribution == Distribution::gamma)
      drawn = random::draw_gamma(a, draws);
    else if constexpr (distribution == Distribution::poisson)
      drawn = random::draw_poisson(a, draws);
    else
      drawn = random::draw_binomial(a, parameter<R>(second, i), draws);
    static_cast<T*>(out)[i] = random::as_count<T>(drawn);
  }
}

using ElementKernel = void (*)(DrawStream, const void*, const void*, int64_t, void*);

template <Distribution distribution>
void draw_counts(const KernelContext& context) {
  const auto& attrs = context.attrs<RandomCountAttrs>();
  const TensorView& out = context.out(0);
  ElementKernel kernel = nullptr;
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class R>() {
    visit(RealTypes{}, out.dtype, [&]<class T>() { kernel = &draw_elements<distribution, R, T>; });
  });
  const void* const second = context.input_count() > 1 ? context.in(1).data : nullptr;
  launch(context, grid_over(out.size), kernel, DrawStream(context, attrs), context.in(0).data,
         second, out.size, out.data);
}

}  // namespace

void random_gamma(const KernelContext& context) {
  const TensorView& out = context.out(0);
  ElementKernel kernel = nullptr;
  visit(FloatingTypes{}, out.dtype,
        [&]<class T>() { kernel = &draw_elements<Distribution::gamma, T, T>; });
  launch(context, grid_over(out.size), kernel,
         DrawStream(context, context.attrs<RandomGammaAttrs>()), context.in(0).data, nullptr,
         out.size, out.data);
}

void random_poisson(const KernelContext& context) { draw_counts<Distribution::poisson>(context); }
void random_binomial(const KernelContext& context) { draw_counts<Distribution::binomial>(context); }

}  // namespace pelton::cuda
