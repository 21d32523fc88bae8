// Owns how Winograd's convolution is cut into tasks: the tiles of a band or of some images are
// transformed, multiplied by the transformed filters point by point, and transformed back.
#include "kernels/cpu/conv/winograd/winograd.h"

#include <algorithm>
#include <numeric>

#include "kernels/cpu/conv/blank_pixels.h"
#include "kernels/cpu/conv/winograd/finite_watch.h"
#include "kernels/cpu/conv/winograd/winograd_filter_cache.h"
#include "kernels/cpu/conv/winograd/winograd_filters.h"
#include "kernels/cpu/dispatch/share_out.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kPanelWork = 2 * kParallelWork;  // pays for transforming tiles in each thread

template <class S>
class Winograd {
  using T = float;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  Winograd(const Conv2dShape& shape, int64_t tile, const S* input, const S* filters,
           const BandEpilogue<T>& epilogue, const KernelContext& context)
      : s_(shape),
        tile_(tile),
        points_(winograd_points(tile)),
        source_(shape, input, tile),
        input_(input),
        filters_(filters),
        packing_(tile, s_.in_channels, s_.out_channels),
        epilogue_(epilogue),
        context_(context),
        table_(winograd_table<T>(active_isa(), tile)),
        in_(s_.in_channels),
        out_(s_.out_channels),
        padded_out_(packing_.padded_out()),
        lanes_(gemm_table<T>(active_isa()).lanes) {}

  bool run() {
    run_by_plan();
    return watch_.is_finite();
  }

 private:
  using Range = WinogradFilters::Range;

  void run_by_plan() {
    const int64_t tiles = s_.batch * tiles_per_image();
    const double work = static_cast<double>(tiles * points_) * static_cast<double>(in_ * out_);
    parallel_ = work >= kParallelWork;
    threads_ = parallel_ ? num_threads() : 1;
    plan_tasks();
    if (packs_in_task_) {
      return share_out(parallel_, tasks(), 1, [this](int64_t i) {
        const Workspace room = pack_room();
        for (int64_t c = 0; c < in_; ++c) pack_filters(c, packing_.all(), room.as<T>());
        run_task(i, room.as<T>());
      });
    }
    const bool by_panels = work >= kPanelWork && tasks() < num_threads();
    if (by_panels) packing_.narrow(num_threads());
    if (!by_panels && tasks() == 1) parallel_ = false;
    if constexpr (!kConverts)
      if (tiles <= kCachedTiles) {
        const std::shared_ptr<const T[]> packed = cached_filters();
        return by_panels ? run_by_panels(packed.get(), nullptr) : run_tasks(packed.get());
      }
    const Workspace room = pack_room();
    T* const packed = room.as<T>();
    if (by_panels) return run_by_panels(packed, packed);
    share_out(parallel_, in_, 1 + 1024 / out_,
              [&](int64_t c) { pack_filters(c, packing_.all(), packed); });
    run_tasks(packed);
  }

  void run_tasks(const T* packed) {
    share_out(parallel_, tasks(), 1, [&](int64_t i) { run_task(i, packed); });
  }

  // Of float filters.
  std::shared_ptr<const T[]> cached_filters() const {
    const TensorView& operand = context_.in(1);
    return winograd_filter_cache().get(
        {filters_, tile_, in_, out_, packing_.all().last, packing_.size()},
        operand.data == filters_ ? operand.storage : nullptr, [this](const T* taps, T* packed) {
          for (int64_t c = 0; c < in_; ++c)
            packing_.pack(c, packing_.all(), taps + c * out_, in_ * out_, packed);
        });
  }

  Workspace pack_room() const {
    return context_.workspace(static_cast<size_t>(packing_.size()) * sizeof(T));
  }

  // Fewer tasks than threads, such as one small image: the output channels of each are shared out.
  // Whoever computes some transforms their filters, where there is room for them, and, as all
  // others do, the task's tiles: reading what another thread has just written would take longer.
  void run_by_panels(const T* packed, T* room) {
    const int64_t panels = packing_.all().last;
    const int64_t shares = std::min<int64_t>(panels, num_threads());
    for (int64_t i = 0; i < tasks(); ++i) {
      poll_interrupt();
      const WinogradTask task = task_at(i);
      const Workspace band = band_room(task);
      parallel_for(shares, 1, [&](int64_t first, int64_t last) {
        const Range range{piece_begin(panels, shares, first), piece_begin(panels, shares, last)};
        if (i == 0 && room != nullptr)
          for (int64_t c = 0; c < in_; ++c) pack_filters(c, range, room);
        run_panels(task, range, packed, band.as<T>());
      });
      epilogue(task, band.as<T>());
    }
  }

  void pack_filters(int64_t c, const Range& range, T* packed) const {
    const int64_t tap = in_ * out_;
    const S* const from = filters_ + c * out_ + packing_.begin(range);
    if constexpr (kConverts) {
      const int64_t cols = packing_.cols(range);
      const Workspace wide = context_.workspace(static_cast<size_t>(9 * cols) * sizeof(T));
      pack_table<S>(active_isa()).widen(wide.as<T>(), cols, {from, tap, 1}, 9, cols);
      packing_.pack(c, range, wide.as<T>(), cols, packed);
    } else {
      packing_.pack(c, range, from, tap, packed);
    }
  }

  // Bands begin where a tile and one of the epilogue's rows do.
  int64_t unit_rows() const { return std::lcm(epilogue_.rows(), tile_); }
  int64_t tiles_per_image() const { return winograd_tiles(s_.y, tile_) * source_.tiles_x(); }
  int64_t tasks() const { return ceil_div(s_.batch, images_) * bands_; }

  void plan_tasks() {
    const int64_t tile_bytes = points_ * (in_ + padded_out_) * static_cast<int64_t>(sizeof(T));
    const int64_t tiles = tiles_per_image();
    images_ = winograd_images_per_thread(s_.batch, tiles, threads_, tile_bytes);
    packs_in_task_ = images_ > 0;
    if (packs_in_task_) return;
    const int64_t most = std::max<int64_t>(1, kWinogradTaskBytes / tile_bytes);
    const int64_t units = ceil_div(s_.y.out, unit_rows());
    images_ = std::clamp<int64_t>(
        std::min(most / tiles, s_.batch / (kWinogradTasksPerThread * threads_)), 1, s_.batch);
    bands_ = std::clamp<int64_t>(ceil_div(tiles, std::max<int64_t>(most, 12)), 1, units);
    if (tiles <= most + most / 4 && s_.batch >= threads_) bands_ = 1;
  }

  int64_t band_begin(int64_t i) const {
    const int64_t units = ceil_div(s_.y.out, unit_rows());
    return std::min(s_.y.out, piece_begin(units, bands_, i) * unit_rows());
  }

  WinogradTask task_at(int64_t index) const {
    const int64_t image = index / bands_ * images_, band = index % bands_;
    return {image, std::min(image + images_, s_.batch), band_begin(band), band_begin(band + 1)};
  }

  Workspace band_room(const WinogradTask& task) const {
    const int64_t pixels = task.images() * (task.y_end - task.y) * s_.x.out * out_;
    return context_.workspace(static_cast<size_t>(pixels + lanes_) * sizeof(T));
  }

  void run_task(int64_t index, const T* packed) const {
    poll_interrupt();
    const WinogradTask task = task_at(index);
    const Workspace band = band_room(task);
    run_panels(task, packing_.all(), packed, band.as<T>());
    epilogue(task, band.as<T>());
  }

  // The task's pixels of some panels.
  void run_panels(const WinogradTask& task, const Range& panels, const T* packed, T* band) const {
    const int64_t tiles = source_.tiles(task);
    const int64_t source_step = winograd_step(tiles * in_);
    const int64_t product_step = winograd_step(tiles * padded_out_);
    const int64_t size = points_ * (source_step + product_step) + source_.copied(task);
    const Workspace room = context_.workspace(static_cast<size_t>(size) * sizeof(T));
    const WinogradPoints source{room.as<T>(), in_, source_step};
    const WinogradPoints products{source.data + points_ * source_step, padded_out_, product_step};
    source_.transform(task, source, products.data + points_ * product_step);
    packing_.multiply(tiles, source, panels, packed, products);
    transform_out(task, products, panels, band);
  }

  void epilogue(const WinogradTask& task, T* band) const {
    clear_blank(task, band);
    epilogue_.take({task.image, task.image_end, task.y, task.y_end, band});
  }

  // Outputs that see zeros only are 0, as in the direct way, not the rounding error of the other
  // pixels of their tile: behind a bias of 0, relu would pass the gradient of half of them.
  void clear_blank(const WinogradTask& task, T* to) const {
    const int64_t rows = task.y_end - task.y, cols = s_.x.out;
    const Workspace room = context_.workspace(BlankPixels::size(s_, rows));
    for (int64_t image = task.image; image < task.image_end; ++image, to += rows * cols * out_) {
      const S* const from = input_ + image * s_.y.in * s_.x.in * in_;
      const BlankPixels blank(s_, from, task.y, rows, room.as<bool>());
      if (!blank.any()) continue;
      for (int64_t y = 0; y < rows; ++y)
        for (int64_t x = 0; x < cols; ++x)
          if (blank.around(y, x)) clear_pixel(to + (y * cols + x) * out_);
    }
  }

  // Times 0, so that nan stays.
  void clear_pixel(T* pixel) const {
    constexpr int64_t kBlock = 8;
    int64_t c = 0;
    for (; c + kBlock <= out_; c += kBlock)
      for (int64_t i = 0; i < kBlock; ++i) pixel[c + i] *= 0;
    for (; c < out_; ++c) pixel[c] *= 0;
  }

  void transform_out(const WinogradTask& task, WinogradPoints from, const Range& range,
                     T* to) const {
    const int64_t line = s_.x.out * out_, rows = task.y_end - task.y;
    from.data += packing_.begin(range);
    to += packing_.begin(range);
    FiniteWatch::Lanes seen(watch_);
    for (int64_t image = task.image; image < task.image_end; ++image, to += rows * line)
      for (int64_t y = 0; y < rows; y += tile_)
        for (int64_t x = 0; x < s_.x.out; x += tile_, from.data += from.row)
          table_.output(from.data, from.step, packing_.cols(range), to + y * line + x * out_, line,
                        out_, rows - y, s_.x.out - x, seen.data());
  }

  const Conv2dShape& s_;
  const int64_t tile_, points_;
  const WinogradSource<S> source_;
  const S *const input_, *const filters_;
  WinogradFilters packing_;
  const BandEpilogue<T>& epilogue_;
  const KernelContext& context_;
  const WinogradTable<T>& table_;
  const int64_t in_, out_;
  const int64_t padded_out_, lanes_;
  mutable FiniteWatch watch_;
  bool parallel_ = false, packs_in_task_ = false;
  int64_t threads_ = 1;
  int64_t images_ = 1, bands_ = 1;  // of a task: images; of an image: bands
};

}  // namespace

template <class T>
bool winograd_forward(const Conv2dShape& shape, int64_t tile, const T* input, const T* filters,
                      const BandEpilogue<float>& epilogue, const KernelContext& context) {
  return Winograd<T>(shape, tile, input, filters, epilogue, context).run();
}
template bool winograd_forward<Half>(const Conv2dShape&, int64_t, const Half*, const Half*,
                                     const BandEpilogue<float>&, const KernelContext&);
template bool winograd_forward<BFloat16>(const Conv2dShape&, int64_t, const BFloat16*,
                                         const BFloat16*, const BandEpilogue<float>&,
                                         const KernelContext&);
template bool winograd_forward<float>(const Conv2dShape&, int64_t, const float*, const float*,
                                      const BandEpilogue<float>&, const KernelContext&);

}  // namespace pelton::cpu
