// Owns how a gathering convolution is cut into tasks and batch-reduce products over the taps.
#include "kernels/cpu/conv/conv_gather.h"

#include <algorithm>
#include <type_traits>

#include "kernels/cpu/conv/conv_narrow.h"
#include "kernels/cpu/dispatch/share_out.h"
#include "kernels/cpu/gemm/gemm.h"
#include "kernels/cpu/gemm/panels.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kRowChunk = 120;     // pixels that one product writes
constexpr int64_t kTaskPixels = 512;   // pixels of one task
constexpr int64_t kBandBytes = 24576;  // of pixels that a epilogue takes: they stay in the L1 cache
constexpr int64_t kFlatDepth = 48;     // products of a reduction that is one short loop
constexpr int64_t kSumWork = 8;        // multiply-adds that storing a sum is worth
constexpr int64_t kPackPixels = 48;    // so many written pixels pay for packing the filters

template <class S>
class Convolution {
  using T = Compute<S>;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  Convolution(const Gather<S>& g, const KernelContext& context)
      : g_(g),
        context_(context),
        gemm_(gemm_table<T>(active_isa())),
        pack_(pack_table<S>(active_isa())),
        in_(g.source.channels / g.groups),
        out_(g.out.channels / g.groups),
        panels_(out_, gemm_.lanes, gemm_.panel_cols),
        depth_(g.filters.height * g.filters.width * in_),
        in_place_(!kConverts && is_one_matrix() &&
                  g.batch * g.out.height * g.out.width < kPackPixels) {}

  void run() {
    const double sums = static_cast<double>(g_.batch * g_.out.height * g_.out.width) *
                        static_cast<double>(g_.groups * out_);
    parallel_ = sums * static_cast<double>(depth_ + kSumWork) >= kParallelWork;
    const Grid grid = task_grid();
    const int64_t tasks = grid.images * grid.bands;
    const bool by_panels = parallel_ && !kConverts && 2 * tasks <= num_threads();
    if (by_panels) {
      const int64_t widest =
          ceil_div(panels_.padded(out_) / gemm_.lanes, num_threads()) * gemm_.lanes;
      panels_ = Panels(out_, gemm_.lanes, std::min<int64_t>(widest, gemm_.panel_cols));
    }
    const int64_t size =
        in_place_ ? depth_ * panels_.width(panels_.count() - 1) : depth_ * panels_.padded(out_);
    const Workspace packed = context_.workspace(static_cast<size_t>(g_.groups * size) * sizeof(T));
    packed_ = packed.as<T>();
    group_size_ = size;
    if (by_panels) return run_by_panels(grid);
    share_out(parallel_, matrices(), 1 + 16384 / (in_ * out_),
              [this](int64_t i) { pack_tap(i, all_panels()); });
    share_out(parallel_, tasks, 1, [&](int64_t i) {
      run_task(grid, i, [&](const auto& run_panels) { run_panels(all_panels()); });
    });
  }

 private:
  struct Grid {
    int64_t images, bands;
  };
  struct PanelRange {
    int64_t first, last;
  };
  PanelRange all_panels() const { return {0, panels_.count()}; }
  int64_t matrices() const { return g_.groups * g_.filters.height * g_.filters.width; }

  // Far fewer tasks than threads, such as one small image: the written channels of each are shared
  // out, and whoever computes some packs their filters first.
  void run_by_panels(const Grid& grid) const {
    for (int64_t task = 0; task < grid.images * grid.bands; ++task)
      run_task(grid, task, [&](const auto& run_panels) {
        parallel_for(panels_.count(), 1, [&](int64_t first, int64_t last) {
          for (int64_t i = 0; task == 0 && i < matrices(); ++i) pack_tap(i, {first, last});
          run_panels({first, last});
        });
      });
  }

  // One product's rows: written pixels of one pair of classes and where their operands lie.
  struct Rows {
    int64_t count = 0;
    int64_t source[kRowChunk];
    int64_t out[kRowChunk];
  };

  // What one task reads and writes: images [image, image_end), written rows [y, y_end), and for
  // the 16-bit types widened copies of the source rows and of the sums. Offsets into source and out
  // count from image 0, row 0, also where these are copies.
  struct Task {
    int64_t image, image_end;
    int64_t y, y_end;
    Images<const T> source;
    Images<T> out;  // data only where pixels are not narrowed
    T* sums;
  };

  // True when the taps' matrices follow each other as the packed ones do.
  bool is_one_matrix() const {
    const TapFilters<S>& f = g_.filters;
    return f.col_step == 1 && f.x_step == in_ * f.row_step && f.y_step == f.width * f.x_step;
  }

  bool is_in_place(int64_t panel) const { return in_place_ && panels_.is_whole(panel); }

  // Packed filters are [group][panel][tap][source channel][padded columns]; in place, only the
  // last panel may be packed.
  T* packed_panel(int64_t group, int64_t panel) const {
    return packed_ + group * group_size_ + (in_place_ ? 0 : depth_ * panels_.begin(panel));
  }

  void pack_tap(int64_t index, PanelRange range) const {
    const int64_t taps = g_.filters.height * g_.filters.width;
    const int64_t group = index / taps, tap = index % taps;
    const Matrix<const S> from =
        g_.filters.at(group, tap / g_.filters.width, tap % g_.filters.width);
    for (int64_t panel = range.first; panel < range.last; ++panel) {
      if (is_in_place(panel)) continue;
      if (in_place_ && panel + 1 < panels_.count()) continue;
      const int64_t cols = panels_.cols(panel), width = panels_.width(panel);
      T* to = packed_panel(group, panel) + tap * in_ * width;
      pack_.widen(to, width, from.at(0, panels_.begin(panel)), in_, cols);
      if (cols == width) continue;
      for (int64_t c = 0; c < in_; ++c) std::fill(to + c * width + cols, to + (c + 1) * width, T{});
    }
  }

  // Small images are taken several at a time, so that the few pixels of each pair of classes fill
  // the register tiles; large ones are cut into bands of rows.
  Grid task_grid() const {
    const int64_t pixels = std::max<int64_t>(1, g_.out.height * g_.out.width);
    const int64_t threads = parallel_ ? num_threads() : 1;
    const int64_t most = g_.epilogue == nullptr ? kTaskPixels : epilogue_pixels();
    const int64_t together =
        std::clamp<int64_t>(g_.batch / (4 * threads), 1, std::max<int64_t>(1, most / pixels));
    Grid grid{ceil_div(g_.batch, together), 1};
    if (grid.images < 4 * threads || pixels > 4 * most || (g_.epilogue != nullptr && pixels > most))
      grid.bands = std::clamp<int64_t>(ceil_div(pixels, most), 1, row_units());
    return grid;
  }

  int64_t epilogue_pixels() const {
    return std::max<int64_t>(1, kBandBytes / static_cast<int64_t>(sizeof(T)) / g_.out.channels);
  }
  // Bands are cut between so many groups of rows.
  int64_t rows_per_unit() const { return g_.epilogue == nullptr ? 1 : g_.epilogue->rows(); }
  int64_t row_units() const { return ceil_div(g_.out.height, rows_per_unit()); }
  int64_t band_begin(const Grid& grid, int64_t j) const {
    return std::min(g_.out.height, piece_begin(row_units(), grid.bands, j) * rows_per_unit());
  }

  // share(run_panels) is to call run_panels(range) for all panels before it returns.
  template <class Share>
  void run_task(const Grid& grid, int64_t index, const Share& share) const {
    const int64_t i = index / grid.bands, j = index % grid.bands;
    Task task;
    task.image = piece_begin(g_.batch, grid.images, i);
    task.image_end = piece_begin(g_.batch, grid.images, i + 1);
    task.y = band_begin(grid, j);
    task.y_end = band_begin(grid, j + 1);
    if constexpr (kConverts) {
      const auto [first, last] = source_range(g_.y, task.y, task.y_end);
      const int64_t row = g_.source.width * g_.source.channels,
                    images = task.image_end - task.image;
      const int64_t copied = images * (last - first) * row;
      const Workspace scratch = context_.workspace(
          static_cast<size_t>(copied + kRowChunk * panels_.padded(out_)) * sizeof(T));
      T* const source = scratch.as<T>();
      task.sums = source + copied;
      for (int64_t n = 0; n < images; ++n)
        pack_.widen(source + n * (last - first) * row, row,
                    {g_.source.data + g_.source.pixel(task.image + n, first, 0), row, 1},
                    last - first, row);
      task.source = {source, last - first, g_.source.width, g_.source.channels};
      task.source.data -= task.source.pixel(task.image, first, 0);
      run_rows_of(task, share);
    } else {
      task.source = g_.source;
      run_rows_of(task, share);
    }
  }

  // Runs the task into the output, or into a band of its own that the epilogue then takes.
  template <class Share>
  void run_rows_of(Task& task, const Share& share) const {
    const auto run = [&](PanelRange panels) { run_classes(task, panels); };
    task.out = {nullptr, g_.out.height, g_.out.width, g_.out.channels};
    if (g_.epilogue == nullptr) {
      if constexpr (!kConverts) task.out.data = g_.out.data;
      return share(run);
    }
    task.out.height = task.y_end - task.y;
    const int64_t size = task.out.pixel(task.image_end - task.image, 0, 0) + gemm_.lanes;
    const Workspace band = context_.workspace(static_cast<size_t>(size) * sizeof(T));
    task.out.data = band.as<T>() - task.out.pixel(task.image, task.y, 0);
    share(run);
    g_.epilogue->take({task.image, task.image_end, task.y, task.y_end, band.as<T>()});
  }

  void run_classes(const Task& task, PanelRange panels) const {
    for (const TapClass& y : g_.y)
      for (const TapClass& x : g_.x) run_class(task, panels, y, x);
  }

  // The products of one pair of classes: `blocks` runs of `depth` source elements that lie side by
  // side, from offsets `source` and beginning with packed rows `rows`.
  struct Blocks {
    std::vector<int64_t> source, rows;
    std::vector<int64_t> packed;  // `rows` as offsets into the panel at hand
    std::vector<int64_t> flat;    // where the reduction is short: each step's source offset
    int64_t depth;
  };

  Blocks blocks_of(const Task& task, const TapClass& y, const TapClass& x) const {
    Blocks blocks;
    const bool merged = g_.groups == 1 && are_contiguous(x.taps);
    blocks.source.reserve(y.taps.size() * x.taps.size());
    blocks.rows.reserve(y.taps.size() * x.taps.size());
    blocks.depth = merged ? in_ * static_cast<int64_t>(x.taps.size()) : in_;
    for (const Tap& tap_y : y.taps)
      for (const Tap& tap_x : x.taps) {
        if (merged && &tap_x != &x.taps.front()) break;
        blocks.source.push_back(task.source.pixel(0, tap_y.offset, tap_x.offset));
        blocks.rows.push_back((tap_y.index * g_.filters.width + tap_x.index) * in_);
      }
    blocks.packed.resize(blocks.rows.size());
    flatten(blocks);
    return blocks;
  }

  // Short runs one behind the other in the packed filters become one loop instead of a nest.
  static void flatten(Blocks& blocks) {
    const size_t count = blocks.source.size();
    if (count < 2 || static_cast<int64_t>(count) * blocks.depth > kFlatDepth) return;
    for (size_t i = 1; i < count; ++i)
      if (blocks.rows[i] != blocks.rows[i - 1] + blocks.depth) return;
    blocks.flat.reserve(count * static_cast<size_t>(blocks.depth));
    for (const int64_t source : blocks.source)
      for (int64_t k = 0; k < blocks.depth; ++k) blocks.flat.push_back(source + k);
    blocks.source = {0};
    blocks.rows.resize(1);
    blocks.packed.resize(1);
    blocks.depth = static_cast<int64_t>(blocks.flat.size());
  }

  void run_class(const Task& task, PanelRange panels, const TapClass& y, const TapClass& x) const {
    const auto begin = std::lower_bound(y.positions.begin(), y.positions.end(), task.y);
    const auto end = std::lower_bound(begin, y.positions.end(), task.y_end);
    if (begin == end) return;
    Blocks blocks = blocks_of(task, y, x);
    Rows rows;
    for (int64_t image = task.image; image < task.image_end; ++image)
      for (auto i = begin; i != end; ++i) {
        const int64_t base = y.bases[static_cast<size_t>(i - y.positions.begin())];
        const int64_t source = task.source.pixel(image, base, 0);
        const int64_t out = task.out.pixel(image, *i, 0);
        for (size_t j = 0; j < x.positions.size();) {
          j = add_rows(rows, x, j, source, out);
          if (rows.count == kRowChunk) run_rows(task, panels, rows, blocks);
        }
      }
    if (rows.count > 0) run_rows(task, panels, rows, blocks);
  }

  // Adds the class's positions from j on as far as there is room; returns the first left over.
  size_t add_rows(Rows& rows, const TapClass& x, size_t j, int64_t source, int64_t out) const {
    const auto begin = static_cast<int64_t>(j);
    const auto all = static_cast<int64_t>(x.positions.size()) - begin;
    const int64_t n = std::min(all, kRowChunk - rows.count);
    const int64_t in_step = g_.source.channels, out_step = g_.out.channels;
    const int64_t *const bases = x.bases.data() + begin, *const positions =
                                                             x.positions.data() + begin;
    int64_t *const from = rows.source + rows.count, *const to = rows.out + rows.count;
    for (int64_t i = 0; i < n; ++i) {
      from[i] = source + bases[i] * in_step;
      to[i] = out + positions[i] * out_step;
    }
    rows.count += n;
    return j + static_cast<size_t>(n);
  }

  void run_rows(const Task& task, PanelRange panels, Rows& rows, Blocks& blocks) const {
    for (int64_t group = 0; group < g_.groups; ++group) {
      if (kConverts && g_.epilogue == nullptr) {
        int64_t sum_rows[kRowChunk];
        for (int64_t r = 0; r < rows.count; ++r) sum_rows[r] = r * out_;
        run_panels(task, panels, rows, blocks, group, task.sums, sum_rows);
        for (int64_t r = 0; r < rows.count; ++r)
          pack_.narrow(g_.out.data + rows.out[r] + group * out_, out_, task.sums + r * out_, out_,
                       1, out_);
      } else {
        run_panels(task, panels, rows, blocks, group, task.out.data + group * out_, rows.out);
      }
    }
    rows.count = 0;
  }

  void run_panels(const Task& task, PanelRange panels, const Rows& rows, Blocks& blocks,
                  int64_t group, T* out, const int64_t* out_rows) const {
    GemmPanel<T> p;
    p.rows = rows.count;
    p.a = task.source.data + group * in_;
    p.a_rows = rows.source;
    p.a_step = 1;
    p.c_rows = out_rows;
    for (int64_t panel = panels.first; panel < panels.last; ++panel) {
      p.cols = panels_.cols(panel);
      p.c = out + panels_.begin(panel);
      p.b = packed_panel(group, panel);
      p.b_step = panels_.width(panel);
      if (!kConverts && is_in_place(panel)) {
        if constexpr (!kConverts) p.b = g_.filters.at(group, 0, 0).at(0, panels_.begin(panel)).data;
        p.b_step = g_.filters.row_step;
      }
      run_blocks(p, blocks);
    }
  }

  // Runs the reduction in pieces whose rows of B stay in the L1 cache: whole blocks together, or
  // parts of one long block.
  void run_blocks(GemmPanel<T>& p, Blocks& blocks) const {
    const auto count = static_cast<int64_t>(blocks.source.size());
    for (int64_t i = 0; i < count; ++i) blocks.packed[i] = blocks.rows[i] * p.b_step;
    const int64_t most = gemm_.depth_block * 5 / 4;
    if (blocks.depth <= most || count == 0) {
      const int64_t pieces =
          std::clamp<int64_t>(ceil_div(count * blocks.depth, most), 1, std::max<int64_t>(1, count));
      for (int64_t i = 0; i < pieces; ++i)
        run_piece(p, blocks, {piece_begin(count, pieces, i), piece_begin(count, pieces, i + 1)},
                  {0, blocks.depth});
      return;
    }
    const int64_t pieces = ceil_div(blocks.depth, gemm_.depth_block);
    for (int64_t block = 0; block < count; ++block)
      for (int64_t i = 0; i < pieces; ++i)
        run_piece(p, blocks, {block, block + 1},
                  {piece_begin(blocks.depth, pieces, i), piece_begin(blocks.depth, pieces, i + 1)});
  }

  struct Range {
    int64_t begin, end;
  };

  void run_piece(GemmPanel<T> p, const Blocks& blocks, Range which, Range k) const {
    p.accumulate = which.begin > 0 || k.begin > 0;
    p.a += k.begin;
    p.b += k.begin * p.b_step;
    p.a_blocks = blocks.source.data() + which.begin;
    p.b_blocks = blocks.packed.data() + which.begin;
    p.blocks = which.end - which.begin;
    p.depth = k.end - k.begin;
    if (!blocks.flat.empty()) p.a_offsets = blocks.flat.data() + k.begin;
    gemm_.panel(p);
  }

  const Gather<S>& g_;
  const KernelContext& context_;
  const GemmTable<T>& gemm_;
  const PackTable<S>& pack_;
  const int64_t in_, out_;  // channels of one group
  Panels panels_;
  const int64_t depth_;  // packed rows of one group
  const bool in_place_;  // the filters are read where they lie
  bool parallel_ = false;
  int64_t group_size_ = 0;
  T* packed_ = nullptr;
};

}  // namespace

template <class T>
void convolve(const Gather<T>& gather, const KernelContext& context) {
  const Images<T>& out = gather.out;
  if (gather.batch * out.height * out.width * out.channels == 0) return;
  if constexpr (std::is_same_v<Compute<T>, T>)
    if (is_narrow(gather)) return convolve_narrow(gather, context);
  Convolution<T>(gather, context).run();
}
template void convolve<Half>(const Gather<Half>&, const KernelContext&);
template void convolve<BFloat16>(const Gather<BFloat16>&, const KernelContext&);
template void convolve<float>(const Gather<float>&, const KernelContext&);
template void convolve<double>(const Gather<double>&, const KernelContext&);

}  // namespace pelton::cpu
