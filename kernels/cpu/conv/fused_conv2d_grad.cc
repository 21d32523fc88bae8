// Owns the fused convolution's gradient: the masked gradient, the general way over a dense map, and
// the choice between that and the sparse way.
#include "kernels/cpu/conv/fused_conv2d_grad.h"

#include <algorithm>

#include "kernels/cpu/conv/conv2d.h"
#include "kernels/cpu/conv/conv_filter_grad.h"
#include "kernels/cpu/conv/conv_pool.h"
#include "kernels/cpu/conv/sparse_grad.h"
#include "kernels/cpu/gemm/panels.h"
#include "kernels/cpu/gemm/wide_rows.h"
#include "kernels/declared/fused_conv2d.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kBlockPixels = 64;      // summed before they are added to a piece's sum
constexpr int64_t kMostPieces = 32;       // of the bias gradient's sum
constexpr int64_t kPieceElements = 8192;  // at least, in one piece

// Masks and sums pixels [begin, end) into `sum`, block by block.
template <class S>
void mask_pixels(const FusedGrad<S>& g, S* masked, int64_t begin, int64_t end, Compute<S>* sum,
                 const KernelContext& context) {
  using T = Compute<S>;
  const auto& table = conv_pool_table<T>(active_isa());
  const int64_t channels = g.shape.conv.out_channels, size = kBlockPixels * channels;
  const WideRows<S> grads(context, size), ys(context, size), to(context, size);
  const Workspace room = context.workspace(static_cast<size_t>(size + channels) * sizeof(T));
  T *const block = room.as<T>(), *const unused = block + channels;
  std::fill_n(sum, channels, T(0));
  for (int64_t i = begin; i < end; i += kBlockPixels) {
    const int64_t pixels = std::min(kBlockPixels, end - i), n = pixels * channels;
    const int64_t at = i * channels;
    std::fill_n(block, channels, T(0));
    table.mask(pixels, channels, channels, grads.read(g.out_grad + at, n),
               g.y == nullptr ? nullptr : ys.read(g.y + at, n),
               masked == nullptr ? unused : to.room(masked + at), block);
    if (masked != nullptr) to.write(masked + at, n);
    for (int64_t c = 0; c < channels; ++c) sum[c] += block[c];
  }
}

void check_cells(const FusedConv2dShape& s, const uint8_t* cells) {
  const auto& table = conv_pool_table<float>(active_isa());
  const uint8_t largest = table.largest_cell(element_count(s.output()), cells);
  check(largest < s.area(), "argmax holds ", static_cast<int64_t>(largest),
        ", but a window has only ", s.area(), " cells");
}

// The gradient of the whole map, zeros included.
template <class S>
void spread_map(const FusedGrad<S>& g, S* map, const KernelContext& context) {
  const FusedConv2dShape& s = g.shape;
  const auto& table = conv_pool_table<Compute<S>>(active_isa());
  const int64_t channels = s.conv.out_channels, line = s.conv.x.out * channels;
  const int64_t size = s.out_x() * channels, image = s.conv.y.out * line;
  const PoolWindows row{s.out_x(), channels, s.pool_y, s.pool_x, line};
  parallel_for(
      s.conv.batch, 1 + kPieceElements / std::max<int64_t>(1, image),
      [&](int64_t begin, int64_t end) {
        const WideRows<S> grads(context, size), ys(context, size), lines(context, s.pool_y * line);
        for (int64_t i = begin; i < end; ++i) {
          std::fill_n(map + i * image, image, S{});
          for (int64_t y = 0; y < s.out_y(); ++y) {
            const int64_t at = (i * s.out_y() + y) * size;
            S* const to = map + i * image + y * s.pool_y * line;
            auto* const wide = lines.room(to);
            if (wide != static_cast<void*>(to)) std::fill_n(wide, s.pool_y * line, Compute<S>{});
            table.spread(row, grads.read(g.out_grad + at, size),
                         g.y == nullptr ? nullptr : ys.read(g.y + at, size), g.cells + at, wide);
            lines.write(to, s.pool_y * line);
          }
        }
      });
}

// Gradients through the dense map, whose convolutions take any geometry.
template <class S>
void dense_grad(const FusedGrad<S>& g, const KernelContext& context) {
  const FusedConv2dShape& s = g.shape;
  const bool is_map = !s.is_pooled() && g.y == nullptr;
  const auto size = static_cast<size_t>(is_map ? 0 : element_count(s.conv.output()));
  const Workspace room = context.workspace(size * sizeof(S));
  masked_grad(g, s.is_pooled() || is_map ? nullptr : room.as<S>(), context);
  if (s.is_pooled()) spread_map(g, room.as<S>(), context);
  const S* const map = is_map ? g.out_grad : room.as<S>();
  if (g.input_grad != nullptr) conv2d_input_grad(s.conv, g.filters, map, g.input_grad, context);
  filter_grad<S>({s.conv, g.input, map, g.filters_grad}, context);
}

template <class S>
void run(const KernelContext& context) {
  const auto& attrs = context.attrs<FusedConv2dGradAttrs>();
  FusedGrad<S> g{
      fused_conv2d_shape(context.in(0).shape(), context.in(1).shape(), forward_attrs(attrs))};
  g.input = context.in(0).as<const S>();
  g.filters = context.in(1).as<const S>();
  if (attrs.activation == FusedActivation::relu) g.y = context.in(2).as<const S>();
  g.cells = context.in(3).as<const uint8_t>();
  g.out_grad = context.in(4).as<const S>();
  if (attrs.input_needed) g.input_grad = context.out(0).as<S>();
  g.filters_grad = context.out(1).as<S>();
  g.bias_grad = context.out(2).as<S>();
  if (g.shape.is_pooled()) check_cells(g.shape, g.cells);
  if (!g.shape.is_pooled() || !fits_sparse_grad(g.shape)) return dense_grad(g, context);
  if (g.input_grad != nullptr) sparse_input_grad(g, context);
  sparse_filter_grad(g, context);
}

}  // namespace

template <class S>
void masked_grad(const FusedGrad<S>& g, S* masked, const KernelContext& context) {
  using T = Compute<S>;
  const FusedConv2dShape& s = g.shape;
  const int64_t channels = s.conv.out_channels, pixels = s.conv.batch * s.out_y() * s.out_x();
  if (channels == 0) return;
  const int64_t pieces = std::clamp<int64_t>(pixels * channels / kPieceElements, 1, kMostPieces);
  const Workspace sums = context.workspace(static_cast<size_t>(pieces * channels) * sizeof(T));
  parallel_for(pieces, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      mask_pixels(g, masked, piece_begin(pixels, pieces, i), piece_begin(pixels, pieces, i + 1),
                  sums.as<T>() + i * channels, context);
  });
  T* const sum = sums.as<T>();
  for (int64_t i = 1; i < pieces; ++i)
    for (int64_t c = 0; c < channels; ++c) sum[c] += sum[i * channels + c];
  pack_table<S>(active_isa()).narrow(g.bias_grad, 0, sum, 0, 1, channels);
}

void fused_conv2d_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class S>() { run<S>(context); });
}

}  // namespace pelton::cpu
