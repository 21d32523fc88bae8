// Owns the sparse gradient of the images: for each window and cell, the filters of the channels
// whose gradient came from there are summed in registers and added to the image's gradient.
#include <algorithm>
#include <limits>

#include "kernels/cpu/conv_pool.h"
#include "kernels/cpu/conv_sparse.h"
#include "kernels/cpu/panels.h"
#include "kernels/cpu/sparse_grad.h"
#include "kernels/cpu/sparse_plan.h"
#include "runtime/interrupt.h"
#include "runtime/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kMostListChannels = 64;  // of one list
constexpr int64_t kFilterBytes = 36864;    // of one block's filters: they stay in the L1 cache
constexpr int64_t kTermBytes = 65536;      // of the lists of a group of windows

template <class S>
class SparseInputGrad {
  using T = Compute<S>;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  SparseInputGrad(const FusedGrad<S>& g, const KernelContext& context)
      : g_(g),
        s_(g.shape),
        context_(context),
        table_(sparse_table<T>(active_isa())),
        pool_(conv_pool_table<T>(active_isa())),
        image_(s_),
        pieces_(ceil_div(s_.conv.out_channels, kMostListChannels)),
        channels_(ceil_div(s_.conv.out_channels, pieces_)),
        blocks_(image_.rows, image_.run, table_.lanes, limits()),
        shifts_(image_.shifts()),
        in_place_(!kConverts && !image_.is_padded && image_.run % table_.lanes == 0) {
    const int64_t terms = s_.area() * (channels_ + 1) * static_cast<int64_t>(sizeof(Term<T>));
    windows_ = std::clamp<int64_t>(kTermBytes / terms, 1, s_.out_y() * s_.out_x());
  }

  void run() {
    const int64_t size = pieces_ * blocks_.count() * channels_ * blocks_.block_size();
    const Workspace filters = context_.workspace(static_cast<size_t>(size) * sizeof(T));
    filters_ = filters.as<T>();
    const bool parallel = static_cast<double>(s_.conv.batch * s_.out_y() * s_.out_x()) *
                              static_cast<double>(image_.rows * image_.run) *
                              static_cast<double>(s_.conv.out_channels) >=
                          kParallelWork;
    const int64_t grain = parallel ? 1 : std::numeric_limits<int64_t>::max() / 2;
    parallel_for(pieces_ * blocks_.count(), grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) pack_filters(i);
    });
    parallel_for(s_.conv.batch, grain, [&](int64_t begin, int64_t end) { run_images(begin, end); });
  }

 private:
  // What one thread works with.
  struct Room {
    T *grads, *ys, *masked, *sums;
    Term<T>* terms;
    int32_t* counts;
  };

  // As many registers as keep a block's filters in the cache.
  RegisterLimits limits() const {
    const int64_t fit = kFilterBytes / (channels_ * table_.lanes * static_cast<int64_t>(sizeof(T)));
    RegisterLimits limits = table_.limits;
    limits.registers = std::clamp<int64_t>(fit, 4, limits.registers);
    return limits;
  }
  int64_t channel(int64_t piece) const { return std::min(piece * channels_, s_.conv.out_channels); }
  T* block_filters(int64_t piece, int64_t block) const {
    return filters_ + (piece * blocks_.count() + block) * channels_ * blocks_.block_size();
  }

  // Filters are [piece][block][channel][row][whole registers of the run], zero behind the run.
  void pack_filters(int64_t index) const {
    const int64_t piece = index / blocks_.count();
    const RunBlocks::Block b = blocks_.at(index % blocks_.count());
    const int64_t all = s_.conv.out_channels, step = blocks_.block_size();
    T* const to = block_filters(piece, index % blocks_.count());
    std::fill_n(to, channels_ * step, T{});
    for (int64_t r = 0; r < b.rows; ++r) {
      const S* from = g_.filters + ((b.row + r) * image_.run + b.col) * all + channel(piece);
      pack_table<S>(active_isa())
          .widen(to + r * blocks_.block_cols(), step, {from, 1, all},
                 channel(piece + 1) - channel(piece), b.cols);
    }
  }

  void run_images(int64_t begin, int64_t end) const {
    const int64_t area = s_.area(), all = windows_ * s_.conv.out_channels;
    const int64_t terms = windows_ * area * (channels_ + 1), masked = windows_ * channels_;
    const int64_t padded = in_place_ ? 0 : image_.size + table_.lanes;
    const Workspace room = context_.workspace(
        static_cast<size_t>(terms) * sizeof(Term<T>) +
        static_cast<size_t>(padded + masked + channels_ + (kConverts ? 2 * all : 0)) * sizeof(T) +
        static_cast<size_t>(windows_ * area) * sizeof(int32_t));
    Room r;
    r.terms = room.as<Term<T>>();
    T* const numbers = reinterpret_cast<T*>(r.terms + terms);
    r.masked = numbers + padded;
    r.sums = r.masked + masked;
    std::fill_n(r.sums, channels_, T{});
    r.grads = r.sums + channels_;
    r.ys = r.grads + (kConverts ? all : 0);
    r.counts = reinterpret_cast<int32_t*>(r.ys + (kConverts ? all : 0));
    const int64_t size = s_.conv.y.in * s_.conv.x.in * s_.conv.in_channels;
    for (int64_t i = begin; i < end; ++i) {
      poll_interrupt();
      S* const out = g_.input_grad + i * size;
      T* to = numbers;
      if constexpr (!kConverts)
        if (in_place_) to = out;
      std::fill_n(to, in_place_ ? size : image_.size + table_.lanes, T{});
      run_image(i, to, r);
      if (!in_place_) copy_out<S>(image_, to, out);
    }
  }

  void run_image(int64_t image, T* to, const Room& room) const {
    const int64_t windows = s_.out_y() * s_.out_x();
    for (int64_t first = 0; first < windows; first += windows_) {
      const int64_t count = std::min(windows_, windows - first);
      const int64_t at = (image * windows + first) * s_.conv.out_channels;
      const T *grads = room.grads, *ys = g_.y == nullptr ? nullptr : room.ys;
      if constexpr (kConverts) {
        const auto& pack = pack_table<S>(active_isa());
        const int64_t n = count * s_.conv.out_channels;
        pack.widen(room.grads, 0, {g_.out_grad + at, 0, 1}, 1, n);
        if (g_.y != nullptr) pack.widen(room.ys, 0, {g_.y + at, 0, 1}, 1, n);
      } else {
        grads = g_.out_grad + at;
        ys = g_.y == nullptr ? nullptr : g_.y + at;
      }
      for (int64_t piece = 0; piece < pieces_; ++piece) {
        const int64_t c = channel(piece), channels = channel(piece + 1) - c;
        pool_.mask(count, channels, s_.conv.out_channels, grads + c, ys == nullptr ? ys : ys + c,
                   room.masked, room.sums);
        run_windows({count, channels, room.masked, g_.cells + at + c, s_.conv.out_channels}, piece,
                    first, to, room);
      }
    }
  }

  void run_windows(const WindowGrads<T>& w, int64_t piece, int64_t first, T* to,
                   const Room& room) const {
    const int64_t area = s_.area(), window_terms = area * (w.channels + 1);
    std::fill_n(room.counts, w.windows * area, 0);
    for (int64_t i = 0; i < w.windows; ++i)
      table_.window_terms(w, i, static_cast<int32_t>(blocks_.block_size()),
                          room.terms + i * window_terms, room.counts + i * area);
    for (int64_t block = 0; block < blocks_.count(); ++block) {
      const RunBlocks::Block b = blocks_.at(block);
      Combination<T> c;
      c.rows = b.rows;
      c.cols = b.cols;
      c.sum_step = image_.line;
      c.from = block_filters(piece, block);
      c.from_step = blocks_.block_cols();
      T* const corner = to + b.row * image_.line + b.col;
      for (int64_t i = 0; i < w.windows; ++i) {
        const int64_t row = (first + i) / s_.out_x(), col = (first + i) % s_.out_x();
        T* const sum = corner + image_.base(row, col);
        for (int64_t cell = 0; cell < area; ++cell) {
          c.count = room.counts[i * area + cell];
          if (c.count == 0) continue;
          c.sum = sum + shifts_[static_cast<size_t>(cell)];
          c.terms = room.terms + i * window_terms + cell * (w.channels + 1);
          table_.combine(c);
        }
      }
    }
  }

  const FusedGrad<S>& g_;
  const FusedConv2dShape& s_;
  const KernelContext& context_;
  const SparseTable<T>& table_;
  const ConvPoolTable<T>& pool_;
  const PaddedImage image_;
  const int64_t pieces_, channels_;  // pieces of the output channels, and channels of a piece
  const RunBlocks blocks_;
  const std::vector<int32_t> shifts_;
  const bool in_place_;  // sums go straight to the result
  int64_t windows_ = 1;  // whose lists are held at a time
  T* filters_ = nullptr;
};

}  // namespace

template <class T>
void sparse_input_grad(const FusedGrad<T>& grad, const KernelContext& context) {
  SparseInputGrad<T>(grad, context).run();
}
template void sparse_input_grad<Half>(const FusedGrad<Half>&, const KernelContext&);
template void sparse_input_grad<BFloat16>(const FusedGrad<BFloat16>&, const KernelContext&);
template void sparse_input_grad<float>(const FusedGrad<float>&, const KernelContext&);
template void sparse_input_grad<double>(const FusedGrad<double>&, const KernelContext&);

}  // namespace pelton::cpu
