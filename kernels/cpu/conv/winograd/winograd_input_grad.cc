// Owns whole convolutions by Winograd's tiles, and the input gradient: a convolution of the output
// gradient, padded where the forward pass was not, by the filters turned round.
#include "kernels/cpu/conv/winograd/winograd.h"

namespace pelton::cpu {
namespace {

template <class S>
class Store final : public BandEpilogue<float> {
 public:
  explicit Store(const Images<S>& out) : out_(out) {}
  int64_t rows() const override { return 1; }
  void take(const Band<float>& band) const override {
    const int64_t row = out_.width * out_.channels, size = (band.y_end - band.y) * row;
    const float* from = band.pixels;
    for (int64_t image = band.image; image < band.image_end; ++image, from += size)
      pack_table<S>(active_isa())
          .narrow(out_.data + out_.pixel(image, band.y, 0), 0, from, 0, 1, size);
  }

 private:
  const Images<S> out_;
};

}  // namespace

template <class S>
bool winograd_conv2d(const Conv2dShape& s, int64_t tile, const S* input, const S* filters,
                     S* output, const KernelContext& context) {
  const Store<S> store({output, s.y.out, s.x.out, s.out_channels});
  return winograd_forward(s, tile, input, filters, store, context);
}
template bool winograd_conv2d<Half>(const Conv2dShape&, int64_t, const Half*, const Half*, Half*,
                                    const KernelContext&);
template bool winograd_conv2d<BFloat16>(const Conv2dShape&, int64_t, const BFloat16*,
                                        const BFloat16*, BFloat16*, const KernelContext&);
template bool winograd_conv2d<float>(const Conv2dShape&, int64_t, const float*, const float*,
                                     float*, const KernelContext&);

template <class S>
bool winograd_input_grad(const Conv2dShape& s, const WinogradInputGrad& choice, const S* filters,
                         const S* out_grad, S* input_grad, const KernelContext& context) {
  if (choice.scatters)
    return winograd_scatter(s, choice.tile, filters, out_grad, input_grad, context);
  const int64_t in = s.in_channels, out = s.out_channels, tap = in * out;
  const Workspace turned = context.workspace(static_cast<size_t>(9 * tap) * sizeof(S));
  for (int64_t t = 0; t < 9; ++t)
    for (int64_t k = 0; k < out; ++k)
      for (int64_t c = 0; c < in; ++c)
        turned.as<S>()[t * tap + k * in + c] = filters[(8 - t) * tap + c * out + k];
  return winograd_conv2d(reversed(s), choice.tile, out_grad, turned.as<const S>(), input_grad,
                         context);
}
template bool winograd_input_grad<Half>(const Conv2dShape&, const WinogradInputGrad&, const Half*,
                                        const Half*, Half*, const KernelContext&);
template bool winograd_input_grad<BFloat16>(const Conv2dShape&, const WinogradInputGrad&,
                                            const BFloat16*, const BFloat16*, BFloat16*,
                                            const KernelContext&);
template bool winograd_input_grad<float>(const Conv2dShape&, const WinogradInputGrad&, const float*,
                                         const float*, float*, const KernelContext&);

}  // namespace pelton::cpu
