// Owns Winograd's transforms of tiles in memory, vectors along the channels. Must not know images.
#include "kernels/cpu/conv/winograd/winograd_tiles.h"

#include "kernels/cpu/simd/winograd_matrices.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// A tile of kSize x kSize whole registers, for what lies in memory with a part of its pixels or
// channels missing.
template <int kSize, class T>
class Stage {
 public:
  Grid<T> grid() { return {registers_, kSize * kLanes<T>, kLanes<T>}; }
  Grid<const T> filled() const { return {registers_, kSize * kLanes<T>, kLanes<T>}; }
  // Fills the first rows, columns and lanes; the others are 0.
  Grid<const T> fill(const Grid<const T>& from, int64_t rows, int64_t cols, int lanes) {
    for (int64_t y = 0; y < kSize; ++y)
      for (int64_t x = 0; x < kSize; ++x) {
        Vec<T> pixel = {};
        if (y < rows && x < cols) load_lanes(pixel, from.at(y, x), lanes);
        store(grid().at(y, x), pixel);
      }
    return filled();
  }
  void copy_to(const Grid<T>& to, int64_t rows, int64_t cols, int lanes) const {
    for (int64_t y = 0; y < rows; ++y)
      for (int64_t x = 0; x < cols; ++x) {
        Vec<T> pixel;
        load(pixel, filled().at(y, x));
        store_lanes(to.at(y, x), pixel, lanes);
      }
  }
  void add_to(const Grid<T>& to, int64_t rows, int64_t cols, int lanes) const {
    for (int64_t y = 0; y < rows; ++y)
      for (int64_t x = 0; x < cols; ++x) {
        Vec<T> pixel, sum;
        load(pixel, filled().at(y, x));
        load_lanes(sum, to.at(y, x), lanes);
        store_lanes(to.at(y, x), sum + pixel, lanes);
      }
  }

 private:
  alignas(Vec<T>) T registers_[kSize * kSize * kLanes<T>];
};

// Of results in whole registers; only the first lanes are watched, as the others hold anything.
template <const auto& kMatrix, class T>
void watch_lanes(const Grid<const T>& from, const Grid<T>& to, int lanes, T* seen) {
  if (lanes == kLanes<T>) return watched_transform<kMatrix>(from, to, seen);
  alignas(Vec<T>) T own[kLanes<T>] = {};
  watched_transform<kMatrix>(from, to, own);
  for (int i = 0; i < lanes; ++i) seen[i] += own[i];
}

template <int kTile, class T>
void filters(const T* w, int64_t tap_step, int64_t count, T* to, int64_t step) {
  constexpr const auto& kMatrix = Transforms<kTile>::filter;
  for_lanes<T>(count, [&](int64_t i, int lanes) {
    Stage<3, T> stage;
    Grid<const T> taps{w + i, 3 * tap_step, tap_step};
    if (lanes < kLanes<T>) taps = stage.fill(taps, 3, 3, lanes);
    transform<kMatrix>(taps, Grid<T>{to + i, (kTile + 2) * step, step});
  });
}

template <int kTile, class T>
void input(const T* x, int64_t line, int64_t channels, T* to, int64_t step) {
  constexpr const auto& kMatrix = Transforms<kTile>::input;
  constexpr int kSpan = kTile + 2;
  for_lanes<T>(channels, [&](int64_t i, int lanes) {
    const Grid<const T> pixels{x + i, line, channels};
    const Grid<T> points{to + i, kSpan * step, step};
    if (lanes == kLanes<T>) return transform<kMatrix>(pixels, points);
    Stage<kSpan, T> from, result;
    transform<kMatrix>(from.fill(pixels, kSpan, kSpan, lanes), result.grid());
    result.copy_to(points, kSpan, kSpan, lanes);
  });
}

template <int kTile, class T>
void output(const T* from, int64_t step, int64_t channels, T* y, int64_t line, int64_t pixel,
            int64_t rows, int64_t cols, T* seen) {
  constexpr const auto& kMatrix = Transforms<kTile>::output;
  for_lanes<T>(channels, [&](int64_t i, int lanes) {
    const Grid<const T> points{from + i, (kTile + 2) * step, step};
    const Grid<T> pixels{y + i, line, pixel};
    if (lanes == kLanes<T> && rows >= kTile && cols >= kTile)
      return watched_transform<kMatrix>(points, pixels, seen);
    Stage<kTile, T> result;
    watch_lanes<kMatrix>(points, result.grid(), lanes, seen);
    result.copy_to(pixels, rows < kTile ? rows : kTile, cols < kTile ? cols : kTile, lanes);
  });
}

template <int kTile, class T>
void grads(const T* g, int64_t line, int64_t pixel, int64_t count, int64_t rows, int64_t cols,
           T* to, int64_t step) {
  constexpr const auto& kMatrix = Transforms<kTile>::output_adjoint;
  for_lanes<T>(count, [&](int64_t i, int lanes) {
    Stage<kTile, T> stage;
    Grid<const T> pixels{g + i, line, pixel};
    if (lanes < kLanes<T> || rows < kTile || cols < kTile)
      pixels = stage.fill(pixels, rows, cols, lanes);
    transform<kMatrix>(pixels, Grid<T>{to + i, (kTile + 2) * step, step});
  });
}

template <int kTile, class T>
void taps(const T* from, int64_t step, int64_t count, T* w, int64_t tap_step, T* seen) {
  constexpr const auto& kMatrix = Transforms<kTile>::filter_adjoint;
  for_lanes<T>(count, [&](int64_t i, int lanes) {
    const Grid<const T> points{from + i, (kTile + 2) * step, step};
    const Grid<T> taps{w + i, 3 * tap_step, tap_step};
    if (lanes == kLanes<T>) return watched_transform<kMatrix>(points, taps, seen);
    Stage<3, T> result;
    watch_lanes<kMatrix>(points, result.grid(), lanes, seen);
    result.copy_to(taps, 3, 3, lanes);
  });
}

template <int kTile, class T>
void scatter(const T* from, int64_t step, int64_t channels, T* x, int64_t line, int64_t rows,
             int64_t cols, T* seen) {
  constexpr const auto& kMatrix = Transforms<kTile>::input_adjoint;
  constexpr int kSpan = kTile + 2;
  for_lanes<T>(channels, [&](int64_t i, int lanes) {
    Stage<kSpan, T> result;
    watch_lanes<kMatrix>(Grid<const T>{from + i, kSpan * step, step}, result.grid(), lanes, seen);
    result.add_to({x + i, line, channels}, rows < kSpan ? rows : kSpan, cols < kSpan ? cols : kSpan,
                  lanes);
  });
}

template <int kTile, class T>
constexpr WinogradTable<T> kTransformTable = {filters<kTile, T>, input<kTile, T>,
                                              output<kTile, T>,  grads<kTile, T>,
                                              taps<kTile, T>,    scatter<kTile, T>};

}  // namespace

template <class T>
const WinogradTable<T>& winograd_table(int64_t tile) {
  switch (tile) {
    case 2:
      return kTransformTable<2, T>;
    case 3:
      return kTransformTable<3, T>;
    default:
      return kTransformTable<4, T>;
  }
}
template const WinogradTable<float>& winograd_table<float>(int64_t);

}  // namespace pelton::cpu::PELTON_ISA
