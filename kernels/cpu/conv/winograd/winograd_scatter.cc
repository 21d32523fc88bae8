// Owns the input gradient by the adjoint of Winograd's forward pass: tiles of the output gradient
// are transformed, multiplied by the transformed filters point by point, and scattered over the
// image. It suits small images without padding, which the reversed convolution would have to pad.
#include <algorithm>

#include "kernels/cpu/conv/winograd/finite_watch.h"
#include "kernels/cpu/conv/winograd/winograd.h"
#include "kernels/cpu/conv/winograd/winograd_filters.h"
#include "kernels/cpu/dispatch/share_out.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

template <class S>
class WinogradScatter {
  using T = float;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  WinogradScatter(const Conv2dShape& shape, int64_t tile, const S* filters, const S* out_grad,
                  S* input_grad, const KernelContext& context)
      : s_(shape),
        tile_(tile),
        points_(winograd_points(tile)),
        filters_(filters),
        grads_(shape, out_grad, tile, 0, s_.out_channels),
        packing_(tile, s_.out_channels, s_.in_channels),
        input_grad_(input_grad),
        context_(context),
        table_(winograd_table<T>(active_isa(), tile)),
        grad_row_(ceil_div(s_.out_channels, kMostLanes) * kMostLanes),
        tiles_(winograd_tiles(s_.y, tile) * winograd_tiles(s_.x, tile)) {}

  bool run() {
    run_by_plan();
    return watch_.is_finite();
  }

 private:
  static constexpr int64_t kGroup = 8;  // output channels whose taps are transposed at a time

  void run_by_plan() {
    parallel_ = static_cast<double>(s_.batch * tiles_) * static_cast<double>(packing_.size()) >=
                kParallelWork;
    plan_tasks();
    const int64_t tasks = ceil_div(s_.batch, images_);
    const int64_t groups = ceil_div(s_.out_channels, kGroup);
    if (packs_in_task_) {
      return share_out(parallel_, tasks, 1, [&](int64_t i) {
        const Workspace room = pack_room();
        for (int64_t group = 0; group < groups; ++group) pack_group(group, room.as<T>());
        run_task(i, room.as<T>());
      });
    }
    const Workspace room = pack_room();
    T* const packed = room.as<T>();
    share_out(parallel_, groups, 1, [&](int64_t group) { pack_group(group, packed); });
    share_out(parallel_, tasks, 1, [&](int64_t i) { run_task(i, packed); });
  }

  void plan_tasks() {
    const int64_t threads = parallel_ ? num_threads() : 1;
    const int64_t tile_bytes =
        points_ * (grad_row_ + packing_.padded_out()) * static_cast<int64_t>(sizeof(T));
    images_ = winograd_images_per_thread(s_.batch, tiles_, threads, tile_bytes);
    packs_in_task_ = images_ > 0;
    if (packs_in_task_) return;
    const int64_t least_tasks = parallel_ ? kWinogradTasksPerThread * threads : 1;
    images_ = std::clamp<int64_t>(
        std::min(kWinogradTaskBytes / (tiles_ * tile_bytes), s_.batch / least_tasks), 1, s_.batch);
  }

  Workspace pack_room() const {
    return context_.workspace(static_cast<size_t>(packing_.size()) * sizeof(T));
  }

  // The taps of some output channels, side by side for all input channels.
  void pack_group(int64_t group, T* packed) const {
    const int64_t in = s_.in_channels, out = s_.out_channels, first = group * kGroup;
    const int64_t count = std::min(kGroup, out - first), tap = kGroup * in;
    const Workspace taps = context_.workspace(static_cast<size_t>(9 * tap) * sizeof(T));
    for (int64_t t = 0; t < 9; ++t)
      pack_table<S>(active_isa())
          .widen(taps.as<T>() + t * tap, in, {filters_ + first + t * in * out, 1, out}, count, in);
    for (int64_t k = 0; k < count; ++k)
      packing_.pack(first + k, packing_.all(), taps.as<T>() + k * in, tap, packed);
  }

  void run_task(int64_t index, const T* packed) const {
    poll_interrupt();
    const int64_t image = index * images_;
    const WinogradTask task{image, std::min(image + images_, s_.batch), 0, s_.y.out};
    const int64_t tiles = task.images() * tiles_, row = packing_.padded_out();
    const int64_t grad_step = winograd_step(tiles * grad_row_), step = winograd_step(tiles * row);
    const int64_t size = s_.y.in * s_.x.in * s_.in_channels;
    const Workspace room =
        context_.workspace(static_cast<size_t>(points_ * (grad_step + step) + grads_.copied() +
                                               (kConverts ? size : 0)) *
                           sizeof(T));
    const WinogradPoints grads{room.as<T>(), grad_row_, grad_step};
    WinogradPoints products{grads.data + points_ * grad_step, row, step};
    T* const copy = products.data + points_ * step;
    grads_.transform(task, grads, copy);
    packing_.multiply(tiles, grads, packing_.all(), packed, products);
    for (int64_t i = image; i < task.image_end; ++i, products.data += tiles_ * row) {
      S* const to = input_grad_ + i * size;
      if constexpr (kConverts) {
        scatter(products, copy + grads_.copied());
        pack_table<S>(active_isa()).narrow(to, 0, copy + grads_.copied(), 0, 1, size);
      } else {
        scatter(products, to);
      }
    }
  }

  // One image, of which padding is left out.
  void scatter(WinogradPoints from, T* image) const {
    const int64_t in = s_.in_channels, line = s_.x.in * in;
    std::fill_n(image, s_.y.in * line, T{});
    FiniteWatch::Lanes seen(watch_);
    for (int64_t y = 0; y < s_.y.out; y += tile_)
      for (int64_t x = 0; x < s_.x.out; x += tile_, from.data += from.row)
        table_.scatter(from.data, from.step, in, image + y * line + x * in, line, s_.y.in - y,
                       s_.x.in - x, seen.data());
  }

  const Conv2dShape& s_;
  const int64_t tile_, points_;
  const S* const filters_;
  const WinogradGrads<S> grads_;
  const WinogradFilters packing_;  // from output to input channels
  S* const input_grad_;
  const KernelContext& context_;
  const WinogradTable<T>& table_;
  const int64_t grad_row_;  // elements of a transformed tile of gradients, per point
  const int64_t tiles_;     // of an image
  mutable FiniteWatch watch_;
  bool parallel_ = false, packs_in_task_ = false;
  int64_t images_ = 1;  // of a task
};

}  // namespace

template <class T>
bool winograd_scatter(const Conv2dShape& shape, int64_t tile, const T* filters, const T* out_grad,
                      T* input_grad, const KernelContext& context) {
  return WinogradScatter<T>(shape, tile, filters, out_grad, input_grad, context).run();
}
template bool winograd_scatter<Half>(const Conv2dShape&, int64_t, const Half*, const Half*, Half*,
                                     const KernelContext&);
template bool winograd_scatter<BFloat16>(const Conv2dShape&, int64_t, const BFloat16*,
                                         const BFloat16*, BFloat16*, const KernelContext&);
template bool winograd_scatter<float>(const Conv2dShape&, int64_t, const float*, const float*,
                                      float*, const KernelContext&);

}  // namespace pelton::cpu
