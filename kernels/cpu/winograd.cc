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
constexpr int64_t kFilterTiles = 6;     // transforming the filters costs what so many tiles do
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
        padded_out_(panels_.padded(out_)),
        point_step_(winograd_step(in_ * padded_out_)) {}

  void run() {
    const Workspace room =
        context_.workspace(static_cast<size_t>(kWinogradPoints * point_step_) * sizeof(T));
    packed_ = room.as<T>();
    parallel_ =
        static_cast<double>(s_.batch * winograd_tiles(s_.y) * source_.tiles_x() * kWinogradPoints) *
            static_cast<double>(in_ * out_) >=
        kParallelWork;
    plan_tasks();
    const int64_t tasks = ceil_div(s_.batch, images_) * bands_;
    if (parallel_ && tasks < num_threads()) return run_by_panels(tasks);
    share_out(in_, 1 + 4096 / out_, [this](int64_t c) { pack_filters(c, all_panels()); });
    share_out(tasks, 1, [this](int64_t i) {
      run_task(i, [&](const auto& run_panels) { run_panels(all_panels()); });
    });
  }

 private:
  struct PanelRange {
    int64_t first, last;
  };
  PanelRange all_panels() const { return {0, panels_.count()}; }

  // Fewer tasks than threads, such as one small image: the output channels of each are shared out,
  // and whoever computes some transforms their filters first.
  void run_by_panels(int64_t tasks) {
    const int64_t widest = ceil_div(padded_out_ / gemm_.lanes, num_threads()) * gemm_.lanes;
    panels_ = Panels(out_, gemm_.lanes, std::min<int64_t>(widest, gemm_.panel_cols));
    for (int64_t i = 0; i < tasks; ++i)
      run_task(i, [&](const auto& run_panels) {
        parallel_for(panels_.count(), 1, [&](int64_t first, int64_t last) {
          for (int64_t c = 0; i == 0 && c < in_; ++c) pack_filters(c, {first, last});
          run_panels({first, last});
        });
      });
  }

  template <class F>
  void share_out(int64_t n, int64_t grain, const F& f) const {
    parallel_for(n, parallel_ ? grain : std::numeric_limits<int64_t>::max() / 2,
                 [&](int64_t begin, int64_t end) {
                   for (int64_t i = begin; i < end; ++i) f(i);
                 });
  }

  // Packed filters are [point][panel][source channel][padded columns].
  void pack_filters(int64_t c, PanelRange range) const {
    const int64_t tap = in_ * out_, first = panels_.begin(range.first);
    if constexpr (kConverts) {
      const int64_t cols = panels_.begin(range.last) - first;
      const Workspace wide = context_.workspace(static_cast<size_t>(9 * cols) * sizeof(T));
      pack_table<S>(active_isa())
          .widen(wide.as<T>(), cols, {filters_ + c * out_ + first, tap, 1}, 9, cols);
      pack_filters(c, range, wide.as<T>(), cols);
    } else {
      pack_filters(c, range, filters_ + c * out_ + first, tap);
    }
  }

  void pack_filters(int64_t c, PanelRange range, const T* from, int64_t tap_step) const {
    const int64_t first = panels_.begin(range.first);
    for (int64_t panel = range.first; panel < range.last; ++panel)
      table_.filters(from + panels_.begin(panel) - first, tap_step, panels_.cols(panel),
                     packed_ + in_ * panels_.begin(panel) + c * panels_.width(panel), point_step_);
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

  // share(run_panels) is to call run_panels(range) for all panels before it returns.
  template <class Share>
  void run_task(int64_t index, const Share& share) const {
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
    share([&](PanelRange panels) {
      multiply(tiles, source, products, panels);
      transform_out(task, tiles, products, band_pixels, panels);
    });
    sink_.take({task.image, task.image_end, task.y, task.y_end, band_pixels});
  }

  // Products are [point][tile][padded output channel].
  void multiply(int64_t tiles, const T* source, T* products, PanelRange range) const {
    std::vector<int64_t> a_rows(static_cast<size_t>(tiles)), c_rows(a_rows.size());
    for (int64_t i = 0; i < tiles; ++i) a_rows[i] = i * in_, c_rows[i] = i * padded_out_;
    constexpr int64_t kZero = 0;
    const int64_t pieces = ceil_div(in_, gemm_.depth_block);
    for (int64_t point = 0; point < kWinogradPoints; ++point)
      for (int64_t panel = range.first; panel < range.last; ++panel)
        for (int64_t piece = 0; piece < pieces; ++piece) {
          const int64_t k = piece_begin(in_, pieces, piece), width = panels_.width(panel);
          GemmPanel<T> p;
          p.rows = tiles;
          p.cols = panels_.cols(panel);
          p.a = source + point * winograd_step(tiles * in_) + k;
          p.a_rows = a_rows.data();
          p.a_blocks = &kZero;
          p.a_step = 1;
          p.b = packed_ + point * point_step_ + in_ * panels_.begin(panel) + k * width;
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

  void transform_out(const WinogradTask& task, int64_t tiles, const T* from, T* to,
                     PanelRange range) const {
    const int64_t line = s_.x.out * out_, rows = task.y_end - task.y;
    const int64_t step = winograd_step(tiles * padded_out_);
    const int64_t first = panels_.begin(range.first), cols = panels_.begin(range.last) - first;
    from += first, to += first;
    for (int64_t image = task.image; image < task.image_end; ++image, to += rows * line)
      for (int64_t y = 0; y < rows; y += 2)
        for (int64_t x = 0; x < s_.x.out; x += 2, from += padded_out_)
          table_.output(from, step, cols, to + y * line + x * out_, line, out_, rows - y,
                        s_.x.out - x);
  }

  const Conv2dShape& s_;
  const WinogradSource<S> source_;
  const S* const filters_;
  const BandSink<T>& sink_;
  const KernelContext& context_;
  const WinogradTable<T>& table_;
  const GemmTable<T>& gemm_;
  const int64_t in_, out_;
  Panels panels_;
  const int64_t padded_out_;
  const int64_t point_step_;  // of the packed filters
  bool parallel_ = false;
  int64_t images_ = 1, bands_ = 1;  // of a task: images; of an image: bands
  T* packed_ = nullptr;
};

// The direct way's products over those of `extra` more tiles than there are; 0 for what no tile
// covers.
double winograd_gain(const Conv2dShape& s, int64_t extra) {
  const auto fits = [](const WindowAxis& a) {
    return a.window == 3 && a.stride == 1 && a.dilation == 1 && a.out > 0;
  };
  if (!fits(s.y) || !fits(s.x) || s.groups != 1) return 0;
  if (s.in_channels < kLeastChannels || s.out_channels < kLeastChannels) return 0;
  const int64_t tiles = s.batch * winograd_tiles(s.y) * winograd_tiles(s.x) + extra;
  return static_cast<double>(s.batch * direct_taps(s.y) * direct_taps(s.x)) /
         static_cast<double>(kWinogradPoints * tiles);
}

}  // namespace

bool is_worth_winograd(const Conv2dShape& s) { return winograd_gain(s, 0) >= kLeastGain; }

bool is_winograd_faster(const Conv2dShape& s) {
  return winograd_gain(s, kFilterTiles) >= kLeastGain;
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
