// Owns whole convolutions by Winograd's tiles, and the input gradient: a convolution of the output
// gradient, padded where the forward pass was not, by the filters turned round.
#include "kernels/cpu/winograd.h"

#include "kernels/cpu/winograd_source.h"

namespace pelton::cpu {
namespace {

template <class S>
class Store final : public BandSink<float> {
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

WindowAxis reversed(const WindowAxis& a) {
  return {a.out, a.in, a.window, a.stride, a.dilation, a.window - 1 - a.before};
}

Conv2dShape reversed(const Conv2dShape& s) {
  return {s.batch, s.groups, s.out_channels, s.in_channels, reversed(s.y), reversed(s.x)};
}

}  // namespace

template <class S>
void winograd_conv2d(const Conv2dShape& s, const S* input, const S* filters, S* output,
                     const KernelContext& context) {
  const Store<S> store({output, s.y.out, s.x.out, s.out_channels});
  winograd_forward(s, input, filters, store, context);
}
template void winograd_conv2d<Half>(const Conv2dShape&, const Half*, const Half*, Half*,
                                    const KernelContext&);
template void winograd_conv2d<BFloat16>(const Conv2dShape&, const BFloat16*, const BFloat16*,
                                        BFloat16*, const KernelContext&);
template void winograd_conv2d<float>(const Conv2dShape&, const float*, const float*, float*,
                                     const KernelContext&);

bool is_winograd_input_grad_faster(const Conv2dShape& s) {
  constexpr int64_t kLeastTiles = 64;  // fewer do not pay for turning the filters
  const Conv2dShape r = reversed(s);
  if (r.batch * winograd_tiles(r.y) * winograd_tiles(r.x) < kLeastTiles) return false;
  return r.y.before >= 0 && r.x.before >= 0 && r.y.in * r.x.in > 0 && is_winograd_faster(r);
}

template <class S>
void winograd_input_grad(const Conv2dShape& s, const S* filters, const S* out_grad, S* input_grad,
                         const KernelContext& context) {
  const int64_t in = s.in_channels, out = s.out_channels, tap = in * out;
  const Workspace turned = context.workspace(static_cast<size_t>(9 * tap) * sizeof(S));
  for (int64_t t = 0; t < 9; ++t)
    for (int64_t k = 0; k < out; ++k)
      for (int64_t c = 0; c < in; ++c)
        turned.as<S>()[t * tap + k * in + c] = filters[(8 - t) * tap + c * out + k];
  winograd_conv2d(reversed(s), out_grad, turned.as<const S>(), input_grad, context);
}
template void winograd_input_grad<Half>(const Conv2dShape&, const Half*, const Half*, Half*,
                                        const KernelContext&);
template void winograd_input_grad<BFloat16>(const Conv2dShape&, const BFloat16*, const BFloat16*,
                                            BFloat16*, const KernelContext&);
template void winograd_input_grad<float>(const Conv2dShape&, const float*, const float*, float*,
                                         const KernelContext&);

}  // namespace pelton::cpu
