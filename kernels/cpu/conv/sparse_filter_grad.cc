// Owns the sparse gradient of the filters: for each output channel, the runs of the image that its
// nonzero gradients point to are summed in registers; or, where a channel has few taps, those of a
// register of channels.
#include <algorithm>

#include "kernels/cpu/conv/conv_pool.h"
#include "kernels/cpu/conv/conv_sparse.h"
#include "kernels/cpu/conv/sparse_grad.h"
#include "kernels/cpu/conv/sparse_plan.h"
#include "kernels/cpu/gemm/panels.h"
#include "kernels/cpu/gemm/wide_rows.h"
#include "kernels/cpu/reduce/partial_sums.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kMostUnitChannels = 64;  // of one unit
constexpr int64_t kFilterUnits = 16;       // enough for that many threads
constexpr int64_t kUnitImages = 4;         // at least, so that adding the units' sums costs little
constexpr int64_t kImageBytes = 24576;     // of a group's images: they stay in the L1 cache
constexpr int64_t kMaskedBytes = 12288;    // of a group's gradients: they do, too

// A unit is a piece of the output channels over a chunk of the images. Its sums are [channel]
// [filter row][whole registers of the run]; the chunks' sums are added in order.
template <class S>
class SparseFilterGrad {
  using T = Compute<S>;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  SparseFilterGrad(const FusedGrad<S>& g, const KernelContext& context)
      : g_(g),
        s_(g.shape),
        context_(context),
        table_(sparse_table<T>(active_isa())),
        pool_(conv_pool_table<T>(active_isa())),
        image_(s_),
        all_channels_(s_.conv.out_channels),
        pieces_(ceil_div(all_channels_, kMostUnitChannels)),
        channels_(ceil_div(all_channels_, pieces_)),
        blocks_(image_.rows, image_.run, table_.lanes, table_.limits),
        shifts_(image_.shifts()),
        padded_run_(ceil_div(image_.run, table_.lanes) * table_.lanes),
        in_place_(!kConverts && !image_.is_padded && image_.run == padded_run_) {
    const double work = static_cast<double>(s_.conv.batch * s_.out_y() * s_.out_x()) *
                        static_cast<double>(image_.rows * image_.run * all_channels_);
    parallel_ = work >= kParallelWork;
    if (parallel_)
      chunks_ =
          std::clamp<int64_t>(s_.conv.batch / kUnitImages, 1, ceil_div(kFilterUnits, pieces_));
    plan_groups();
    plan_taps();
    bases_ = image_.bases(rows_);
  }

  // One thread adds each chunk's sums at once, while they are in its cache; otherwise each
  // channel's sums of all chunks are added in the same order.
  void run() {
    const bool alone = !parallel_ || loops_run_alone();
    const int64_t size = all_channels_ * channel_size(), held = alone ? 2 : chunks_;
    const Workspace room =
        context_.workspace(static_cast<size_t>(held * (size + all_channels_)) * sizeof(T));
    sums_ = room.as<T>();
    bias_sums_ = sums_ + held * size;
    if (alone) {
      for (int64_t chunk = 0; chunk < chunks_; ++chunk) {
        const int64_t place = std::min<int64_t>(chunk, 1);
        for (int64_t piece = 0; piece < pieces_; ++piece) run_unit(chunk, piece, place);
        if (chunk > 0) add_chunks(0, all_channels_, 2);
      }
    } else {
      parallel_for(chunks_ * pieces_, 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) run_unit(i / pieces_, i % pieces_, i / pieces_);
      });
      parallel_for(all_channels_, 1,
                   [&](int64_t begin, int64_t end) { add_chunks(begin, end - begin, chunks_); });
    }
    store();
  }

 private:
  // Windows of `images` whole images, or of some rows of windows of one.
  struct Group {
    int64_t image, images;
    int64_t row, rows;
  };

  struct Channels {
    int64_t first, count;
  };

  // What a unit works with: its group's terms, images (one behind the other) and masked gradients,
  // and the gradients and y before they are masked.
  struct Room {
    Term<T>* terms;
    T *images, *masked;
    const WideRows<S>&grads, &ys;
  };

  int64_t channel_size() const { return image_.rows * padded_run_; }
  int64_t windows() const { return s_.out_y() * s_.out_x(); }
  int64_t channel(int64_t piece) const { return std::min(piece * channels_, all_channels_); }

  // Few taps of few cells are summed for all channels at once.
  void plan_taps() {
    if (image_.rows * image_.run > kWindowTaps || s_.area() > kWindowCells) return;
    taps_.assign(kWindowTaps * kWindowCells, 0);
    for (int64_t row = 0; row < image_.rows; ++row)
      for (int64_t i = 0; i < image_.run; ++i) {
        for (size_t cell = 0; cell < shifts_.size(); ++cell)
          taps_[places_.size() * kWindowCells + cell] =
              shifts_[cell] + static_cast<int32_t>(row * image_.line + i);
        patch_.tap_spots[places_.size()] = static_cast<int32_t>(4 * row + i);
        places_.push_back(static_cast<int32_t>(row * padded_run_ + i));
      }
    const int64_t y = s_.conv.y.stride, x = s_.conv.x.stride * s_.conv.in_channels;
    has_patch_ = image_.rows + (s_.pool_y - 1) * y <= 4 && image_.run + (s_.pool_x - 1) * x <= 4;
    const int64_t last = image_.rows + (s_.pool_y - 1) * y - 1;
    for (int64_t i = 0; i < 4; ++i)
      patch_.lines[i] = static_cast<int32_t>(std::min(i, last) * image_.line);
    for (int64_t cell = 0; cell < s_.area(); ++cell)
      patch_.cell_spots[cell] =
          static_cast<int32_t>(4 * (cell / s_.pool_x) * y + cell % s_.pool_x * x);
  }

  // Whole images, several while they are small, else rows of windows.
  void plan_groups() {
    const int64_t image_bytes = image_.size * static_cast<int64_t>(sizeof(T));
    const int64_t masked = windows() * channels_ * static_cast<int64_t>(sizeof(T));
    const int64_t parts = std::clamp<int64_t>(
        std::max(ceil_div(image_bytes, 2 * kImageBytes), ceil_div(masked, 2 * kMaskedBytes)), 1,
        s_.out_y());
    rows_ = ceil_div(s_.out_y(), parts);
    if (parts == 1)
      images_ = std::clamp<int64_t>(std::min(kImageBytes / image_bytes, kMaskedBytes / masked), 1,
                                    s_.conv.batch);
  }

  // `place`: of its sums among those that are held.
  void run_unit(int64_t chunk, int64_t piece, int64_t place) const {
    const int64_t begin = piece_begin(s_.conv.batch, chunks_, chunk);
    const int64_t end = piece_begin(s_.conv.batch, chunks_, chunk + 1);
    const int64_t c = channel(piece), channels = channel(piece + 1) - c;
    const int64_t first = place * all_channels_ + c;
    std::fill_n(sums_ + first * channel_size(), channels * channel_size(), T{});
    std::fill_n(bias_sums_ + first, channels, T{});
    const int64_t most = images_ * rows_ * s_.out_x();
    const int64_t copied = in_place_ ? 0 : images_ * image_.size + table_.lanes;
    const Workspace scratch =
        context_.workspace(static_cast<size_t>(most + 1) * sizeof(Term<T>) +
                           static_cast<size_t>(copied + most * channels_) * sizeof(T));
    const WideRows<S> grads(context_, most * all_channels_), ys(context_, most * all_channels_);
    Term<T>* const terms = scratch.as<Term<T>>();
    T* const copies = reinterpret_cast<T*>(terms + most + 1);
    const Room room{terms, copies, copies + copied, grads, ys};
    if (!in_place_) std::fill_n(room.images + images_ * image_.size, table_.lanes, T{});
    for (int64_t image = begin; image < end; image += images_) {
      poll_interrupt();
      const int64_t images = std::min(images_, end - image);
      place_images(room, image, images);
      for (int64_t row = 0; row < s_.out_y(); row += rows_)
        run_group({image, images, row, std::min(rows_, s_.out_y() - row)}, first, piece, room);
    }
  }

  void place_images(const Room& room, int64_t image, int64_t images) const {
    if (in_place_) return;
    const int64_t size = s_.conv.y.in * s_.conv.x.in * s_.conv.in_channels;
    for (int64_t i = 0; i < images; ++i)
      copy_in<S>(image_, g_.input + (image + i) * size, room.images + i * image_.size);
  }

  const T* images_at(const Room& room, const Group& group) const {
    const int64_t row = group.row * image_.row_step;
    if constexpr (!kConverts)
      if (in_place_) return g_.input + group.image * image_.size + row;
    return room.images + row;
  }

  struct Grads {
    const T *grads, *ys;  // ys null where none are masked
  };
  Grads read_grads(const Group& group, int64_t c, const Room& room) const {
    const int64_t count = group.images * group.rows * s_.out_x() * all_channels_;
    const int64_t at = (group.image * windows() + group.row * s_.out_x()) * all_channels_;
    return {room.grads.read(g_.out_grad + at, count) + c,
            g_.y == nullptr ? nullptr : room.ys.read(g_.y + at, count) + c};
  }

  // The masked gradients of the group's i-th image.
  WindowGrads<T> grads_of(const Group& group, int64_t i, int64_t piece, const Room& room) const {
    const int64_t c = channel(piece), channels = channel(piece + 1) - c;
    const int64_t count = group.rows * s_.out_x();
    const int64_t at = (group.image + i) * windows() + group.row * s_.out_x();
    return {count, channels, room.masked + i * count * channels, g_.cells + at * all_channels_ + c,
            all_channels_};
  }

  // `first`: of the channels whose sums are held, the first one of the piece.
  void run_group(const Group& group, int64_t first, int64_t piece, const Room& room) const {
    const int64_t c = channel(piece), channels = channel(piece + 1) - c;
    const Grads from = read_grads(group, c, room);
    T *const sums = sums_ + first * channel_size(), *const bias_sums = bias_sums_ + first;
    if (!taps_.empty()) return add_by_taps(group, {c, channels}, from, room, sums, bias_sums);
    pool_.mask(group.images * group.rows * s_.out_x(), channels, all_channels_, from.grads, from.ys,
               room.masked, bias_sums);
    add_by_terms(group, piece, room, sums);
  }

  void add_by_taps(const Group& group, Channels channels, const Grads& from, const Room& room,
                   T* sums, T* bias_sums) const {
    WindowSums<T> s{};
    s.windows = group.rows * s_.out_x();
    s.channels = channels.count;
    s.step = all_channels_;
    s.bases = bases_.data();
    s.offsets = taps_.data();
    s.patch = has_patch_ ? &patch_ : nullptr;
    s.places = places_.data();
    s.taps = std::ssize(places_);
    s.sums = sums;
    s.bias_sums = bias_sums;
    s.sum_step = channel_size();
    for (int64_t i = 0; i < group.images; ++i) {
      const int64_t at = (group.image + i) * windows() + group.row * s_.out_x();
      const int64_t skip = i * s.windows * all_channels_;
      s.grads = from.grads + skip;
      s.y = from.ys == nullptr ? nullptr : from.ys + skip;
      s.cells = g_.cells + at * all_channels_ + channels.first;
      s.from = images_at(room, group) + i * image_.size;
      table_.window_sums(s);
    }
  }

  void add_by_terms(const Group& group, int64_t piece, const Room& room, T* sums) const {
    const int64_t channels = channel(piece + 1) - channel(piece);
    for (int64_t k = 0; k < channels; ++k, sums += channel_size()) {
      int64_t terms = 0;
      for (int64_t i = 0; i < group.images; ++i) {
        const WindowGrads<T> w = grads_of(group, i, piece, room);
        Term<T>* const to = room.terms + terms;
        const int64_t added = table_.channel_terms(w, k, bases_.data(), shifts_.data(), to);
        const auto shift = static_cast<int32_t>(i * image_.size);
        for (int64_t t = 0; i > 0 && t < added; ++t) to[t].offset += shift;
        terms += added;
      }
      if (terms > 0) add_terms(images_at(room, group), room.terms, terms, sums);
    }
  }

  void add_terms(const T* images, const Term<T>* terms, int64_t count, T* sums) const {
    for (int64_t i = 0; i < blocks_.count(); ++i) {
      const RunBlocks::Block b = blocks_.at(i);
      table_.add_terms(b.rows, b.cols)
          .of_list({b.rows, b.cols, sums + b.row * padded_run_ + b.col, padded_run_}, terms, count,
                   images + b.row * image_.line + b.col, image_.line);
    }
  }

  // Adds what is held of `chunks` to the first one, in their order, for `count` channels.
  void add_chunks(int64_t first, int64_t count, int64_t chunks) const {
    const int64_t size = channel_size();
    const auto add = [&](T* sums, int64_t stride, int64_t n) {
      part_sum_table<T>(active_isa()).add(sums, sums, stride, nullptr, chunks, n);
    };
    add(sums_ + first * size, all_channels_ * size, count * size);
    add(bias_sums_ + first, all_channels_, count);
  }

  // The filters lie the other way round: the channel is their innermost axis.
  void store() const {
    const int64_t row = image_.run * all_channels_;
    const Workspace wide = context_.workspace(kConverts ? static_cast<size_t>(row) * sizeof(T) : 0);
    const auto& pack = pack_table<S>(active_isa());
    for (int64_t r = 0; r < image_.rows; ++r) {
      S* const out = g_.filters_grad + r * row;
      T* to = wide.as<T>();
      if constexpr (!kConverts) to = out;
      pack_table<T>(active_isa())
          .widen(to, all_channels_, {sums_ + r * padded_run_, 1, channel_size()}, image_.run,
                 all_channels_);
      if constexpr (kConverts) pack.narrow(out, 0, to, 0, 1, row);
    }
    pack.narrow(g_.bias_grad, 0, bias_sums_, 0, 1, all_channels_);
  }

  const FusedGrad<S>& g_;
  const FusedConv2dShape& s_;
  const KernelContext& context_;
  const SparseTable<T>& table_;
  const ConvPoolTable<T>& pool_;
  const PaddedImage image_;
  const int64_t all_channels_;
  const int64_t pieces_, channels_;  // pieces of the output channels, and channels of a piece
  const RunBlocks blocks_;
  const std::vector<int32_t> shifts_;
  const int64_t padded_run_;
  const bool in_place_;  // images are read where they lie
  bool parallel_ = false;
  int64_t chunks_ = 1;
  int64_t images_ = 1, rows_ = 1;  // of a group: images, rows of windows
  std::vector<int32_t> bases_;
  std::vector<int32_t> taps_, places_;  // as WindowSums wants them; empty where terms are listed
  WindowPatch patch_{};
  bool has_patch_ = false;
  T *sums_ = nullptr, *bias_sums_ = nullptr;
};

}  // namespace

// Offsets must fit 31 bits, filters of one piece of channels included.
bool fits_sparse_grad(const FusedConv2dShape& s) {
  const auto is_small = [](int64_t size) { return size < (int64_t{1} << 26); };
  if (s.conv.groups != 1) return false;
  if (s.conv.y.dilation != 1 || s.conv.x.dilation != 1) return false;
  if (element_count(s.output()) == 0 || s.conv.y.in * s.conv.x.in == 0) return false;
  const PaddedImage image(s);
  return is_small(image.size) && is_small(image.rows * image.run);
}

template <class T>
void sparse_filter_grad(const FusedGrad<T>& grad, const KernelContext& context) {
  SparseFilterGrad<T>(grad, context).run();
}
template void sparse_filter_grad<Half>(const FusedGrad<Half>&, const KernelContext&);
template void sparse_filter_grad<BFloat16>(const FusedGrad<BFloat16>&, const KernelContext&);
template void sparse_filter_grad<float>(const FusedGrad<float>&, const KernelContext&);
template void sparse_filter_grad<double>(const FusedGrad<double>&, const KernelContext&);

}  // namespace pelton::cpu
