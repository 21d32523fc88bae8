// Owns the fused convolution's forward pass: bands of the map go from the convolution to the pool
// while they are in the cache, and rows and columns that no window sees are never computed.
#include "kernels/declared/fused_conv2d.h"

#include "kernels/common/fused_conv2d_shape.h"
#include "kernels/cpu/conv/conv_gather.h"
#include "kernels/cpu/conv/conv_pool.h"
#include "kernels/cpu/conv/depthwise.h"
#include "kernels/cpu/conv/fused_short_conv.h"
#include "kernels/cpu/conv/winograd/winograd.h"

namespace pelton::cpu {
namespace {

// The part of the convolution that the pool's windows see.
Conv2dShape seen_by_pool(const FusedConv2dShape& s) {
  Conv2dShape conv = s.conv;
  conv.y.out = s.out_y() * s.pool_y;
  conv.x.out = s.out_x() * s.pool_x;
  return conv;
}

template <class S>
class Pool final : public BandEpilogue<Compute<S>> {
  using T = Compute<S>;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  Pool(const FusedConv2dShape& shape, const KernelContext& context)
      : s_(shape),
        context_(context),
        table_(conv_pool_table<T>(active_isa())),
        pack_(pack_table<S>(active_isa())),
        relu_(context.attrs<FusedConv2dAttrs>().activation == FusedActivation::relu),
        wide_bias_(context.workspace(kConverts ? channels() * sizeof(T) : 0)) {
    if constexpr (kConverts)
      pack_.widen(wide_bias_.template as<T>(), 0, {context.in(2).as<const S>(), 0, 1}, 1,
                  channels());
  }

  int64_t rows() const override { return s_.pool_y; }

  void take(const Band<T>& band) const override {
    const int64_t windows = s_.out_x(), size = windows * channels();
    const int64_t line = windows * s_.pool_x * channels();
    const PoolWindows row{windows, channels(), s_.pool_y, s_.pool_x, line};
    const Workspace wide = context_.workspace(kConverts ? size * sizeof(T) : 0);
    const T* map = band.pixels;
    for (int64_t image = band.image; image < band.image_end; ++image)
      for (int64_t y = band.y; y < band.y_end; y += s_.pool_y, map += s_.pool_y * line) {
        const int64_t at = (image * s_.out_y() + y / s_.pool_y) * size;
        uint8_t* cells = context_.out(1).as<uint8_t>();
        if (cells != nullptr && s_.is_pooled()) cells += at;
        S* const out = context_.out(0).as<S>() + at;
        if constexpr (kConverts) {
          table_.forward(row, relu_, map, wide_bias_.template as<T>(), wide.as<T>(), cells);
          pack_.narrow(out, 0, wide.as<T>(), 0, 1, size);
        } else {
          table_.forward(row, relu_, map, context_.in(2).as<const T>(), out, cells);
        }
      }
  }

 private:
  int64_t channels() const { return s_.conv.out_channels; }

  const FusedConv2dShape& s_;
  const KernelContext& context_;
  const ConvPoolTable<T>& table_;
  const PackTable<S>& pack_;
  const bool relu_;
  const Workspace wide_bias_;
};

}  // namespace

void fused_conv2d(const KernelContext& context) {
  const TensorView &input = context.in(0), &filters = context.in(1);
  const FusedConv2dShape shape =
      fused_conv2d_shape(input.shape(), filters.shape(), context.attrs<FusedConv2dAttrs>());
  visit(FloatingTypes{}, input.dtype, [&]<class S>() {
    if constexpr (std::is_same_v<Compute<S>, S>)
      if (has_short_conv(shape) && short_conv<S>(shape, context)) return;
    const Pool<S> pool(shape, context);
    const Conv2dShape seen = seen_by_pool(shape);
    const S *const x = input.as<const S>(), *const w = filters.as<const S>();
    if (is_depthwise(seen)) return depthwise_conv2d<S>(seen, x, w, nullptr, &pool, context);
    if constexpr (std::is_same_v<Compute<S>, float>)
      if (const int64_t tile = winograd_tile(seen);
          tile != 0 && winograd_forward(seen, tile, x, w, pool, context))
        return;
    Gather<S> gather = forward_gather<S>(seen, x, w, nullptr);
    gather.epilogue = &pool;
    convolve(gather, context);
  });
}

}  // namespace pelton::cpu
