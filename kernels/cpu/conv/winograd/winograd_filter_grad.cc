// Owns the filter gradient by Winograd's tiles: transformed tiles of the input times transformed
// tiles of the output gradient, summed point by point over all tiles, and only then turned into
// taps.
#include <algorithm>
#include <bit>

#include "kernels/cpu/conv/conv_filter_grad.h"
#include "kernels/cpu/conv/winograd/finite_watch.h"
#include "kernels/cpu/conv/winograd/winograd_source.h"
#include "kernels/cpu/dispatch/share_out.h"
#include "kernels/cpu/gemm/gemm.h"
#include "kernels/cpu/gemm/panels.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

// Of transformed tiles. Only those of one point need to stay in the L2 cache at a time; many tiles
// make long products, which add to the sums less often.
constexpr int64_t kGradTaskBytes = 1 << 20;
constexpr int64_t kSumBytes = 1 << 20;     // of one unit's sums
constexpr int64_t kAllSumBytes = 1 << 20;  // of all units' sums, where they have few tiles
constexpr int64_t kGradUnits = 16;         // enough for that many threads
constexpr int64_t kManyTiles = 512;        // of a unit: adding its sums costs little
constexpr int64_t kFewTiles = 64;          // of a chunk, at least

// A unit is a piece of the output channels over a chunk of the tasks, which are tiles of some
// images or of a band of one. The chunks' sums are added in their order.
template <class S>
class WinogradFilterGrad {
  using T = float;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  WinogradFilterGrad(const FilterGrad<S>& g, int64_t tile, const KernelContext& context)
      : g_(g),
        s_(g.shape),
        tile_(tile),
        points_(winograd_points(tile)),
        context_(context),
        table_(winograd_table<T>(active_isa(), tile)),
        gemm_(gemm_table<T>(active_isa())),
        source_(s_, g.input, tile),
        in_(s_.in_channels),
        out_(s_.out_channels),
        panels_(out_, gemm_.lanes, gemm_.panel_cols),
        padded_out_(panels_.padded(out_)),
        point_(winograd_step(in_ * padded_out_)),
        source_row_(winograd_step(in_)),
        filter_size_(9 * in_ * out_),
        parallel_(static_cast<double>(s_.batch * tiles_per_image()) *
                      static_cast<double>(points_ * in_ * out_) >=
                  kParallelWork) {
    plan();
  }

  bool run() {
    const int64_t made = kConverts ? chunks_ : chunks_ - 1;
    const Workspace room = context_.workspace(static_cast<size_t>(made * filter_size_) * sizeof(T));
    room_ = room.as<T>();
    share_out(parallel_, chunks_ * pieces_, 1,
              [this](int64_t i) { run_unit(i / pieces_, i % pieces_); });
    if (made > 0) share_out(parallel_, 9 * in_, 1 + 4096 / out_, [this](int64_t i) { add_row(i); });
    return watch_.is_finite();
  }

 private:
  // Panels [first, last) of the output channels.
  struct Piece {
    int64_t first, last;
  };

  int64_t tiles_per_image() const {
    return winograd_tiles(s_.y, tile_) * winograd_tiles(s_.x, tile_);
  }

  // Depends on the shapes only: the order of the sums must not follow the number of threads.
  void plan() {
    const int64_t bytes = points_ * static_cast<int64_t>(sizeof(T));
    const int64_t tiles = tiles_per_image(), all = s_.batch * tiles;
    // Too few tiles for two chunks: two pieces, though each transforms the input for itself.
    const int64_t least = parallel_ && all < 2 * kFewTiles ? 2 : 1;
    pieces_ = std::clamp<int64_t>(std::max(least, ceil_div(bytes * in_ * padded_out_, kSumBytes)),
                                  1, std::max<int64_t>(1, panels_.count() / 2));
    const int64_t row = bytes * (source_row_ + ceil_div(padded_out_, pieces_));
    const int64_t most = std::max<int64_t>(1, kGradTaskBytes / row), sum_bytes = bytes * point_;
    const int64_t by_sums = std::min(
        all / kFewTiles, std::max<int64_t>(ceil_div(2, pieces_), kAllSumBytes / sum_bytes));
    const auto most_chunks = static_cast<uint64_t>(
        std::clamp<int64_t>(std::max(all / kManyTiles, by_sums), 1, ceil_div(kGradUnits, pieces_)));
    // A power of two: threads are often as many, and then none waits for the last chunk.
    const auto wanted = static_cast<int64_t>(std::bit_floor(most_chunks));
    images_ = std::clamp<int64_t>(std::min(most / tiles, s_.batch / wanted), 1, s_.batch);
    bands_ = std::clamp<int64_t>(ceil_div(tiles, most), 1, winograd_tiles(s_.y, tile_));
    tasks_ = ceil_div(s_.batch, images_) * bands_;
    chunks_ = std::min(wanted, tasks_);
  }

  Piece piece(int64_t i) const {
    return {piece_begin(panels_.count(), pieces_, i), piece_begin(panels_.count(), pieces_, i + 1)};
  }

  WinogradTask task(int64_t index) const {
    const int64_t image = index / bands_ * images_, band = index % bands_;
    const auto row = [&](int64_t i) {
      return std::min(s_.y.out, tile_ * piece_begin(winograd_tiles(s_.y, tile_), bands_, i));
    };
    return {image, std::min(image + images_, s_.batch), row(band), row(band + 1)};
  }

  // The chunk's part of the gradient, [tap][input channel][output channel]: that of the first one
  // is added to in place.
  T* part_of(int64_t chunk) const {
    if constexpr (!kConverts) return chunk == 0 ? g_.filters : room_ + (chunk - 1) * filter_size_;
    return room_ + chunk * filter_size_;
  }

  void run_unit(int64_t chunk, int64_t index) const {
    const int64_t begin = piece_begin(tasks_, chunks_, chunk);
    const int64_t end = piece_begin(tasks_, chunks_, chunk + 1);
    const Piece part = piece(index);
    const int64_t first = panels_.begin(part.first), cols = panels_.begin(part.last) - first;
    // [point][input channel][padded output channel]
    const int64_t sum_row = panels_.padded(cols);
    const int64_t sum_step = winograd_step(in_ * sum_row);
    const Workspace sum_room =
        context_.workspace(static_cast<size_t>(points_ * sum_step) * sizeof(T));
    const WinogradPoints sums{sum_room.as<T>(), sum_row, sum_step};
    const WinogradGrads<S> out_grads(s_, g_.out_grad, tile_, first, cols);
    for (int64_t i = begin; i < end; ++i) {
      poll_interrupt();
      const WinogradTask t = task(i);
      const int64_t tiles = source_.tiles(t), grad_row = winograd_step(panels_.padded(cols));
      WinogradPoints source{nullptr, source_row_, winograd_step(tiles * source_row_)};
      WinogradPoints grads{nullptr, grad_row, winograd_step(tiles * grad_row)};
      const int64_t copied = std::max(source_.copied(t), out_grads.copied());
      const Workspace room = context_.workspace(
          static_cast<size_t>(points_ * (source.step + grads.step) + copied) * sizeof(T));
      source.data = room.as<T>();
      grads.data = source.data + points_ * source.step;
      T* const copy = grads.data + points_ * grads.step;
      source_.transform(t, source, copy);
      out_grads.transform(t, grads, copy);
      multiply(part, tiles, source, grads, sums, i > begin);
    }
    FiniteWatch::Lanes seen(watch_);
    for (int64_t c = 0; c < in_; ++c)
      table_.taps(sums.data + c * sum_row, sum_step, cols, part_of(chunk) + c * out_ + first,
                  in_ * out_, seen.data());
  }

  void multiply(const Piece& part, int64_t tiles, const WinogradPoints& source,
                const WinogradPoints& grads, const WinogradPoints& sums, bool accumulate) const {
    std::vector<int64_t> a_rows, c_rows;
    for (int64_t c = 0; c < in_; ++c) {
      a_rows.push_back(c);
      c_rows.push_back(c * sums.row);
    }
    constexpr int64_t kZero = 0;
    GemmPanel<T> p;
    p.rows = in_;
    p.a_rows = a_rows.data();
    p.a_step = source.row;
    p.b_step = grads.row;
    p.a_blocks = p.b_blocks = &kZero;
    p.blocks = 1;
    p.c_rows = c_rows.data();
    const int64_t lengths = ceil_div(tiles, kSumTiles);
    const int64_t first = panels_.begin(part.first);
    for (int64_t point = 0; point < points_; ++point)
      for (int64_t panel = part.first; panel < part.last; ++panel) {
        p.cols = panels_.cols(panel);
        p.c = sums.data + point * sums.step + panels_.begin(panel) - first;
        for (int64_t length = 0; length < lengths; ++length) {
          const int64_t tile = piece_begin(tiles, lengths, length);
          p.depth = piece_begin(tiles, lengths, length + 1) - tile;
          p.a = source.data + point * source.step + tile * source.row;
          p.b = grads.data + point * grads.step + tile * grads.row + panels_.begin(panel) - first;
          p.accumulate = accumulate || length > 0;
          gemm_.panel(p);
        }
      }
  }

  // Adds the chunks' parts, in their order, of one tap and input channel.
  void add_row(int64_t index) const {
    T* const to = part_of(0) + index * out_;
    for (int64_t chunk = 1; chunk < chunks_; ++chunk) {
      const T* __restrict const from = part_of(chunk) + index * out_;
      for (int64_t j = 0; j < out_; ++j) to[j] += from[j];
    }
    if constexpr (kConverts)
      pack_table<S>(active_isa()).narrow(g_.filters + index * out_, 0, to, 0, 1, out_);
  }

  const FilterGrad<S>& g_;
  const Conv2dShape& s_;
  const int64_t tile_, points_;
  const KernelContext& context_;
  const WinogradTable<T>& table_;
  const GemmTable<T>& gemm_;
  const WinogradSource<S> source_;
  const int64_t in_, out_;
  const Panels panels_;
  const int64_t padded_out_;
  const int64_t point_;       // elements of a point's sums
  const int64_t source_row_;  // and between the tiles of the transformed input
  const int64_t filter_size_;
  const bool parallel_;
  int64_t pieces_ = 1, chunks_ = 1;
  int64_t images_ = 1, bands_ = 1, tasks_ = 1;  // of a task: images; of an image: bands
  T* room_ = nullptr;
  mutable FiniteWatch watch_;
};

}  // namespace

template <class T>
bool winograd_filter_grad(const FilterGrad<T>& grad, int64_t tile, const KernelContext& context) {
  return WinogradFilterGrad<T>(grad, tile, context).run();
}
template bool winograd_filter_grad<Half>(const FilterGrad<Half>&, int64_t, const KernelContext&);
template bool winograd_filter_grad<BFloat16>(const FilterGrad<BFloat16>&, int64_t,
                                             const KernelContext&);
template bool winograd_filter_grad<float>(const FilterGrad<float>&, int64_t, const KernelContext&);

}  // namespace pelton::cpu
