// Owns the estimates behind the choice, in multiply-adds of the GEMM micro-kernels.
#include "kernels/cpu/conv/winograd/winograd_choice.h"

#include <algorithm>

#include "kernels/cpu/conv/winograd/winograd_tiles.h"
#include "runtime/runtime.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kLeastChannels = 16;            // fewer do not fill the micro-kernels
constexpr double kTransformWork[] = {8, 13, 13};  // of one channel of a tile, per product
constexpr double kFilterTiles = 6;          // transforming the filters costs what so many tiles do
constexpr double kCachedFilterTiles = 2;    // reading those that are kept, of few tiles
constexpr double kLeastGain = 1.2;          // over the direct way
constexpr int64_t kScatteredImages = 8;     // at least: the threads share whole images
constexpr int64_t kScatteredPixels = 1024;  // of an image, at most: its tiles stay in the cache

// Taps that the direct way meets along an axis of stride 1: it forms no product with padding.
int64_t direct_taps(const WindowAxis& a) {
  int64_t taps = 0;
  for (int64_t t = 0; t < a.window; ++t)
    taps += std::max<int64_t>(
        0, std::min(a.out, a.in + a.before - t) - std::max<int64_t>(0, a.before - t));
  return taps;
}

double channel_pairs(const Conv2dShape& s) {
  return static_cast<double>(s.in_channels) * static_cast<double>(s.out_channels);
}

double direct_work(const Conv2dShape& s) {
  return static_cast<double>(s.batch * direct_taps(s.y) * direct_taps(s.x)) * channel_pairs(s);
}

// keeps_filters: they are kept from call to call where the tiles are few.
double tiled_work(const Conv2dShape& s, int64_t tile, bool keeps_filters) {
  const auto tiles =
      static_cast<double>(s.batch * winograd_tiles(s.y, tile) * winograd_tiles(s.x, tile));
  const auto channels = static_cast<double>(s.in_channels + s.out_channels);
  const double transform = kTransformWork[tile - kWinogradTiles[0]];
  const bool kept = keeps_filters && tiles <= kCachedTiles;
  const double filters = kept ? kCachedFilterTiles : kFilterTiles;
  return static_cast<double>(winograd_points(tile)) *
         ((tiles + filters) * channel_pairs(s) + tiles * channels * transform);
}

bool is_tileable(const Conv2dShape& s) {
  // Both ask for convolutions by the definition.
  if (!runtime().allows_tf32() || runtime().is_deterministic()) return false;
  const auto fits = [](const WindowAxis& a) {
    return a.window == 3 && a.stride == 1 && a.dilation == 1 && a.out > 0 && a.in > 0;
  };
  return fits(s.y) && fits(s.x) && s.groups == 1 &&
         std::min(s.in_channels, s.out_channels) >= kLeastChannels;
}

// The better of `least` and the tiles' work; the tile, or 0.
int64_t best_tile(const Conv2dShape& s, double& least, bool keeps_filters) {
  int64_t best = 0;
  for (const int64_t tile : kWinogradTiles) {
    if (const double work = tiled_work(s, tile, keeps_filters); work < least) {
      least = work;
      best = tile;
    }
  }
  return best;
}

// The best tile where it gains over the direct way; else 0.
int64_t tile_or_direct(const Conv2dShape& s, bool keeps_filters) {
  if (!is_tileable(s)) return 0;
  double least = direct_work(s) / kLeastGain;
  return best_tile(s, least, keeps_filters);
}

WindowAxis reversed(const WindowAxis& a) {
  return {a.out, a.in, a.window, a.stride, a.dilation, (a.window - 1) * a.dilation - a.before};
}

}  // namespace

Conv2dShape reversed(const Conv2dShape& s) {
  return {s.batch, s.groups, s.out_channels, s.in_channels, reversed(s.y), reversed(s.x)};
}

int64_t winograd_tile(const Conv2dShape& s) { return tile_or_direct(s, true); }

int64_t winograd_filter_grad_tile(const Conv2dShape& s) { return tile_or_direct(s, false); }

WinogradInputGrad winograd_input_grad_choice(const Conv2dShape& s) {
  const Conv2dShape turned = reversed(s);
  if (!is_tileable(s) || !is_tileable(turned)) return {};
  double least = direct_work(s) / kLeastGain;
  WinogradInputGrad choice;
  if (turned.y.before >= 0 && turned.x.before >= 0) choice.tile = best_tile(turned, least, false);
  if (s.batch < kScatteredImages || s.y.out * s.x.out > kScatteredPixels) return choice;
  if (s.y.before != 0 || s.x.before != 0) return choice;
  if (const int64_t tile = best_tile(s, least, false); tile != 0) choice = {tile, true};
  return choice;
}

}  // namespace pelton::cpu
