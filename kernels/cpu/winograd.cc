// Owns how Winograd's convolution is cut into tasks: the tiles of a band or of some images are
// transformed, multiplied by the transformed filters point by point, and transformed back.
#include "kernels/cpu/winograd.h"

#include <algorithm>
#include <limits>

#include "kernels/cpu/gemm.h"
#include "kernels/cpu/panels.h"
#include "kernels/cpu/winograd_source.h"
#include "runtime/interrupt.h"
#include "runtime/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kTaskBytes = 196608;  // of transformed tiles: they stay in the L2 cache
constexpr int64_t kLeastChannels = 16;  // fewer do not pay for the transforms
constexpr int64_t kLeastTiles = 64;     // fewer do not pay for transforming the filters
constexpr double kLeastGain = 1.5;      // of products

// Taps that the direct way meets along an axis of stride 1: it forms no product with padding.
int64_t direct_taps(const WindowAxis& a) {
  int64_t taps = 0;
  for (int64_t t = 0; t < a.window; ++t)
    taps += std::max<int64_t>(
        0, std::min(a.out, a.in + a.before - t) - std::max<int64_t>(0, a.before - t));
  return taps;
}

template <class S>
class Winograd {
  using T = float;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  Winograd(const Conv2dShape& shape, const S* input, const S* filters, const BandSink<T>& sink,
           const KernelContext& context)
      : s_(shape),
        source_(shape, input),
        filters_(filters),
        sink_(sink),
        context_(context),
        table_(winograd_table<T>(active_isa())),
        gemm_(gemm_table<T>(active_isa())),
        in_(s_.in_channels),
        out_(s_.out_channels),
        panels_(out_, gemm_.lanes, gemm_.panel_cols),
        padded_out_(panels_.padded(out_)) {}

  void run() {
    const int64_t point = in_ * padded_out_;
    const Workspace room =
        context_.workspace(static_cast<size_t>(kWinogradPoints * point) * sizeof(T));
    packed_ = room.as<T>();
    parallel_ =
        static_cast<double>(s_.batch * winograd_tiles(s_.y) * source_.tiles_x() * kWinogradPoints) *
            static_cast<double>(point) >=
        kParallelWork;
    share_out(in_, 1 + 4096 / out_, [this](int64_t c) { pack_filters(c); });
    plan_tasks();
    share_out(ceil_div(s_.batch, images_) * bands_, 1, [this](int64_t i) { run_task(i); });
  }

 private:
  template <class F>
  void share_out(int64_t n, int64_t grain, const F& f) const {
    parallel_for(n, parallel_ ? grain : std::numeric_limits<int64_t>::max() / 2,
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = begin; i < end; ++i) f(i);
                 });
  }

  // Packed filters are [point][panel][source channel][padded columns].
  void pack_filters(int64_t c) const {
    const int64_t tap = in_ * out_;
    const Workspace wide = context_.workspace(kConverts ? 9 * out_ * sizeof(T) : 0);
    const T* from = wide.as<T>();
    int64_t tap_step = out_;
    if constexpr (kConverts) {
      pack_table<S>(active_isa()).widen(wide.as<T>(), out_, {filters_ + c * out_, tap, 1}, 9, out_);
    } else {
      from = filters_ + c * out_;
      tap_step = tap;
    }
    for (int64_t panel = 0; panel < panels_.count(); ++panel)
      table_.filters(from + panels_.begin(panel), tap_step, panels_.cols(panel),
                     packed_ + in_ * panels_.begin(panel) + c * panels_.width(panel),
                     in_ * padded_out_);
  }

  // Bands begin where a tile and one of the sink's rows do.
  int64_t unit_rows() const { return sink_.rows() % 2 == 0 ? sink_.rows() : 2 * sink_.rows(); }

  void plan_tasks() {
    const int64_t tile_bytes =
        kWinogradPoints * (in_ + padded_out_) * static_cast<int64_t>(sizeof(T));
    const int64_t tiles = winograd_tiles(s_.y) * source_.tiles_x();
    const int64_t most = std::max<int64_t>(1, kTaskBytes / tile_bytes);
    const int64_t threads = parallel_ ? num_threads() : 1;
    const int64_t units = ceil_div(s_.y.out, unit_rows());
    images_ = std::clamp<int64_t>(std::min(most / tiles, s_.batch / (4 * threads)), 1, s_.batch);
    bands_ = std::clamp<int64_t>(ceil_div(tiles, std::max<int64_t>(most, 12)), 1, units);
    if (tiles <= most + most / 4 && s_.batch >= threads) bands_ = 1;
  }

  int64_t band_begin(int64_t i) const {
    const int64_t units = ceil_div(s_.y.out, unit_rows());
    return std::min(s_.y.out, piece_begin(units, bands_, i) * unit_rows());
  }

  void run_task(int64_t index) const {
    poll_interrupt();
    const int64_t image = index / bands_ * images_, band = index % bands_;
    const WinogradTask task{image, std::min(image + images_, s_.batch), band_begin(band),
                            band_begin(band + 1)};
    const int64_t tiles = source_.tiles(task);
    const int64_t pixels = task.images() * (task.y_end - task.y) * s_.x.out * out_ + gemm_.lanes;
    const int64_t points =
        kWinogradPoints * (winograd_step(tiles * in_) + winograd_step(tiles * padded_out_));
    const Workspace room =
        context_.workspace(static_cast<size_t>(points + pixels + source_.copied(task)) * sizeof(T));
    T* const source = room.as<T>();
    T* const products = source + kWinogradPoints * winograd_step(tiles * in_);
    T* const band_pixels = source + points;
    source_.transform(task, source, in_, winograd_step(tiles * in_), band_pixels + pixels);
    multiply(tiles, source, products);
    transform_out(task, tiles, products, band_pixels);
    sink_.take({task.image, task.image_end, task.y, task.y_end, band_pixels});
  }

  // Products are [point][tile][padded output channel].
  void multiply(int64_t tiles, const T* source, T* products) const {
    std::vector<int64_t> a_rows, c_rows;
    for (int64_t i = 0; i < tiles; ++i) {
      a_rows.push_back(i * in_);
      c_rows.push_back(i * padded_out_);
    }
    constexpr int64_t kZero = 0;
    const int64_t pieces = ceil_div(in_, gemm_.depth_block);
    for (int64_t point = 0; point < kWinogradPoints; ++point)
      for (int64_t panel = 0; panel < panels_.count(); ++panel)
        for (int64_t piece = 0; piece < pieces; ++piece) {
          const int64_t k = piece_begin(in_, pieces, piece), width = panels_.width(panel);
          GemmPanel<T> p;
          p.rows = tiles;
          p.cols = panels_.cols(panel);
          p.a = source + point * winograd_step(tiles * in_) + k;
          p.a_rows = a_rows.data();
          p.a_blocks = &kZero;
          p.a_step = 1;
          p.b = packed_ + in_ * (point * padded_out_ + panels_.begin(panel)) + k * width;
          p.b_blocks = &kZero;
          p.b_step = width;
          p.blocks = 1;
          p.depth = piece_begin(in_, pieces, piece + 1) - k;
          p.c = products + point * winograd_step(tiles * padded_out_) + panels_.begin(panel);
          p.c_rows = c_rows.data();
          p.accumulate = piece > 0;
          gemm_.panel(p);
        }
  }

  void transform_out(const WinogradTask& task, int64_t tiles, const T* from, T* to) const {
    const int64_t line = s_.x.out * out_, rows = task.y_end - task.y;
    const int64_t step = winograd_step(tiles * padded_out_);
    for (int64_t image = task.image; image < task.image_end; ++image, to += rows * line)
      for (int64_t y = 0; y < rows; y += 2)
        for (int64_t x = 0; x < s_.x.out; x += 2, from += padded_out_)
          table_.output(from, step, out_, to + y * line + x * out_, line, rows - y, s_.x.out - x);
  }

  const Conv2dShape& s_;
  const WinogradSource<S> source_;
  const S* const filters_;
  const BandSink<T>& sink_;
  const KernelContext& context_;
  const WinogradTable<T>& table_;
  const GemmTable<T>& gemm_;
  const int64_t in_, out_;
  const Panels panels_;
  const int64_t padded_out_;
  bool parallel_ = false;
  int64_t images_ = 1, bands_ = 1;  // of a task: images; of an image: bands
  T* packed_ = nullptr;
};

}  // namespace

bool is_worth_winograd(const Conv2dShape& s) {
  const auto fits = [](const WindowAxis& a) {
    return a.window == 3 && a.stride == 1 && a.dilation == 1 && a.out > 0;
  };
  if (!fits(s.y) || !fits(s.x) || s.groups != 1) return false;
  if (s.in_channels < kLeastChannels || s.out_channels < kLeastChannels) return false;
  const int64_t tiles = winograd_tiles(s.y) * winograd_tiles(s.x);
  const double gain = static_cast<double>(direct_taps(s.y) * direct_taps(s.x)) /
                      static_cast<double>(kWinogradPoints * tiles);
  return gain >= kLeastGain;
}

bool is_winograd_faster(const Conv2dShape& s) {
  return s.batch * winograd_tiles(s.y) * winograd_tiles(s.x) >= kLeastTiles && is_worth_winograd(s);
}

template <class T>
void winograd_forward(const Conv2dShape& shape, const T* input, const T* filters,
                      const BandSink<float>& sink, const KernelContext& context) {
  Winograd<T>(shape, input, filters, sink, context).run();
}
template void winograd_forward<Half>(const Conv2dShape&, const Half*, const Half*,
                                     const BandSink<float>&, const KernelContext&);
template void winograd_forward<BFloat16>(const Conv2dShape&, const BFloat16*, const BFloat16*,
                                         const BandSink<float>&, const KernelContext&);
template void winograd_forward<float>(const Conv2dShape&, const float*, const float*,
                                      const BandSink<float>&, const KernelContext&);

}  // namespace pelton::cpu
