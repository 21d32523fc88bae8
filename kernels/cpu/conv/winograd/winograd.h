// Owns the interface of convolutions by Winograd's F(m x m, 3 x 3): (m + 2)^2 products in place of
// 9 m^2 for m x m outputs, at a rounding error like that of the direct way.
#pragma once
#include "kernels/cpu/conv/conv_gather.h"
#include "kernels/cpu/conv/winograd/winograd_choice.h"
#include "kernels/cpu/gemm/panels.h"

namespace pelton::cpu {

// Of a task: its transformed tiles stay in the L2 cache, and each task reads all filters, dearly
// where it has few tiles.
inline constexpr int64_t kWinogradTaskBytes = 393216;
inline constexpr int64_t kWinogradTasksPerThread = 2;

// Images of a task where each thread is to have one task and to transform the filters for itself,
// because they are few tiles in all: filters that another thread wrote would take longer to read.
// 0 where that does not pay. `tile_bytes`: what a task keeps of a tile.
inline int64_t winograd_images_per_thread(int64_t batch, int64_t tiles, int64_t threads,
                                          int64_t tile_bytes) {
  constexpr int64_t kLeastTiles = 24;  // of a task: they pay for transforming the filters
  const int64_t images = ceil_div(batch, threads);
  const bool fits = images * tiles * tile_bytes <= kWinogradTaskBytes + kWinogradTaskBytes / 4;
  const bool shares = threads > 1 && batch >= threads;
  return shares && fits && images * tiles >= kLeastTiles ? images : 0;
}

// The forward pass of `shape` (which may be cut to fewer rows and columns than there are) by tiles
// of tile x tile outputs into the epilogue. T is float or a 16-bit type, computed in float. False
// where something was not finite, which spreads to the whole tile of each output that sees it: all
// is to be computed once more in the direct way, which overwrites it. So do the passes below.
template <class T>
[[nodiscard]] bool winograd_forward(const Conv2dShape& shape, int64_t tile, const T* input,
                                    const T* filters, const BandEpilogue<float>& epilogue,
                                    const KernelContext& context);

// The whole forward pass into `output`.
template <class T>
[[nodiscard]] bool winograd_conv2d(const Conv2dShape& shape, int64_t tile, const T* input,
                                   const T* filters, T* output, const KernelContext& context);

// The input gradient in the chosen way, whose tile is not 0.
template <class T>
[[nodiscard]] bool winograd_input_grad(const Conv2dShape& shape, const WinogradInputGrad& choice,
                                       const T* filters, const T* out_grad, T* input_grad,
                                       const KernelContext& context);

// The same by the adjoint of the forward pass: the gradient of each tile's pixels is added to the
// image.
template <class T>
[[nodiscard]] bool winograd_scatter(const Conv2dShape& shape, int64_t tile, const T* filters,
                                    const T* out_grad, T* input_grad, const KernelContext& context);

}  // namespace pelton::cpu
