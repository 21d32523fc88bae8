// Owns the sparse gradient of the images: for each window and cell, the filters of the channels
// whose gradient came from there are summed in registers and added to the image's gradient.
#include <algorithm>
#include <limits>

#include "kernels/cpu/conv/conv_sparse.h"
#include "kernels/cpu/conv/sparse_grad.h"
#include "kernels/cpu/conv/sparse_plan.h"
#include "kernels/cpu/gemm/panels.h"
#include "kernels/cpu/gemm/wide_rows.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kFilterBytes = 36864;  // of one block's filters: they stay in the L1 cache
constexpr int64_t kBitBytes = 8192;      // of the bits of a group of windows

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
        image_(s_),
        pieces_(ceil_div(s_.conv.out_channels, kBitChannels)),
        channels_(ceil_div(s_.conv.out_channels, pieces_)),
        blocks_(image_.rows, image_.run, table_.lanes, limits()),
        shifts_(image_.shifts()),
        bases_(image_.bases(s_.out_y())),
        in_place_(!kConverts && !image_.is_padded && image_.run % table_.lanes == 0) {
    const int64_t bytes = s_.area() * static_cast<int64_t>(sizeof(uint64_t));
    windows_ = std::clamp<int64_t>(kBitBytes / bytes, 1, s_.out_y() * s_.out_x());
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
    uint64_t* bits;
    const WideRows<S>&grads, &ys;
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
    const int64_t whole = ceil_div(b.cols, table_.lanes) * table_.lanes;
    T* const to = block_filters(piece, index % blocks_.count());
    std::fill_n(to, channels_ * step, T{});
    for (int64_t r = 0; r < b.rows; ++r) {
      const S* from = g_.filters + ((b.row + r) * image_.run + b.col) * all + channel(piece);
      pack_table<S>(active_isa())
          .widen(to + r * whole, step, {from, 1, all}, channel(piece + 1) - channel(piece), b.cols);
    }
  }

  void run_images(int64_t begin, int64_t end) const {
    const int64_t bits = windows_ * s_.area(), all = windows_ * s_.conv.out_channels;
    const int64_t padded = in_place_ ? 0 : image_.size + table_.lanes;
    const Workspace room = context_.workspace(static_cast<size_t>(bits) * sizeof(uint64_t) +
                                              static_cast<size_t>(padded) * sizeof(T));
    const WideRows<S> grads(context_, all), ys(context_, all);
    const Room r{room.as<uint64_t>(), grads, ys};
    T* const numbers = reinterpret_cast<T*>(r.bits + bits);
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
      const int64_t n = count * s_.conv.out_channels;
      const T* const grads = room.grads.read(g_.out_grad + at, n);
      const T* const ys = g_.y == nullptr ? nullptr : room.ys.read(g_.y + at, n);
      for (int64_t piece = 0; piece < pieces_; ++piece) {
        const int64_t c = channel(piece);
        choose(piece, count, grads + c, ys == nullptr ? ys : ys + c, g_.cells + at + c, room.bits);
        add_windows({count, s_.area(), grads + c, s_.conv.out_channels, room.bits,
                     bases_.data() + first, shifts_.data()},
                    piece, to);
      }
    }
  }

  void choose(int64_t piece, int64_t count, const T* grads, const T* ys, const uint8_t* cells,
              uint64_t* bits) const {
    const int64_t all = s_.conv.out_channels, channels = channel(piece + 1) - channel(piece);
    for (int64_t i = 0; i < count; ++i)
      table_.window_bits(channels, grads + i * all, ys == nullptr ? ys : ys + i * all,
                         cells + i * all, s_.area(), bits + i * s_.area());
  }

  void add_windows(const WindowTerms<T>& windows, int64_t piece, T* to) const {
    for (int64_t block = 0; block < blocks_.count(); ++block) {
      const RunBlocks::Block b = blocks_.at(block);
      table_.add_terms(b.rows, b.cols)
          .of_windows({b.rows, b.cols, to + b.row * image_.line + b.col, image_.line}, windows,
                      block_filters(piece, block), blocks_.block_size());
    }
  }

  const FusedGrad<S>& g_;
  const FusedConv2dShape& s_;
  const KernelContext& context_;
  const SparseTable<T>& table_;
  const PaddedImage image_;
  const int64_t pieces_, channels_;  // pieces of the output channels, and channels of a piece
  const RunBlocks blocks_;
  const std::vector<int32_t> shifts_, bases_;
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
