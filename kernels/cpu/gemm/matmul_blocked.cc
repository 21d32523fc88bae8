// Owns how one product is cut into panels of B and blocks of rows, and which operands are packed.
// The blocking is that of Goto and van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication" (2008), over the batch-reduce micro-kernel.
#include <algorithm>
#include <type_traits>

#include "kernels/cpu/gemm/bias_rows.h"
#include "kernels/cpu/gemm/gemm.h"
#include "kernels/cpu/gemm/matmul.h"
#include "kernels/cpu/gemm/panels.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kNoOffset = 0;
constexpr int64_t kRowBlock = 96;         // rows of A that stay in the L2 cache
constexpr int64_t kColBlock = 256;        // columns that one task computes
constexpr int64_t kDepthBlock = 256;      // products that pay for reading a sum again
constexpr int64_t kChunkBytes = 2 << 20;  // packed B at a time, from the caches
constexpr int64_t kFewProducts = 1024;    // so many do not pay for cutting and packing
constexpr int64_t kBlockRows = 24;        // so many uses pay for packing B

template <class S>
class Blocked {
  using T = Compute<S>;
  static constexpr bool kConverts = !std::is_same_v<S, T>;

 public:
  Blocked(const MatrixProduct<S>& p, const KernelContext& context)
      : p_(p),
        context_(context),
        gemm_(gemm_table<T>(active_isa())),
        pack_(pack_table<S>(active_isa())),
        bias_(bias_table<T>(active_isa())),
        panels_(p.n, gemm_.lanes, gemm_.panel_cols) {
    depth_blocks_ = std::max<int64_t>(1, ceil_div(p.k, depth_block()));
    // One panel of rows that follow each other is packed as it lies.
    const bool is_panel = panels_.count() == 1 && p.b.row_step == p.n;
    b_in_place_ = !kConverts && p.b.col_step == 1 && (p.m < kBlockRows || is_panel);
  }

  void run() {
    const Chunk all{0, panels_.count(), 0, depth_blocks_};
    if (b_in_place_) return run_chunk(all);
    // As many panels as there is room for, of these as many blocks of the depth; all of them where
    // sums must be rounded once.
    const int64_t block_bytes = depth_block() * gemm_.panel_cols * static_cast<int64_t>(sizeof(T));
    const int64_t room = std::max<int64_t>(1, kChunkBytes / block_bytes);
    const int64_t deep =
        kConverts ? all.last_block : std::clamp<int64_t>(room / all.last, 1, all.last_block);
    const int64_t wide = std::max<int64_t>(1, room / deep);
    for (int64_t first = 0; first < all.last; first += wide)
      for (int64_t block = 0; block < all.last_block; block += deep)
        run_chunk({first, std::min(all.last, first + wide), block,
                   std::min(all.last_block, block + deep)});
  }

 private:
  // Panels [first, last) of B, blocks [first_block, last_block) of the depth.
  struct Chunk {
    int64_t first, last, first_block, last_block;
  };

  int64_t depth_block() const { return std::max(kDepthBlock, gemm_.depth_block); }
  int64_t depth_begin(int64_t block) const { return piece_begin(p_.k, depth_blocks_, block); }
  bool is_parallel() const { return p_.m * p_.n * p_.k >= kParallelWork; }
  // A panel whose last register would read past the matrix is packed in any case.
  bool is_in_place(int64_t panel) const { return b_in_place_ && panels_.is_whole(panel); }

  void run_chunk(const Chunk& chunk) {
    chunk_ = chunk;
    chunk_depth_ = depth_begin(chunk.last_block) - depth_begin(chunk.first_block);
    const int64_t width = panels_.padded(panels_.begin(chunk.last)) - panels_.begin(chunk.first);
    // In place, only the last panel may still need packing.
    first_packed_ = b_in_place_ ? chunk.last - 1 : chunk.first;
    const bool packs = !b_in_place_ || !is_in_place(chunk.last - 1);
    const int64_t packed_cols =
        packs ? width - (panels_.begin(first_packed_) - panels_.begin(chunk.first)) : 0;
    const Workspace packed =
        context_.workspace(static_cast<size_t>(chunk_depth_ * packed_cols) * sizeof(T));
    packed_ = packed.as<T>();
    const Grid grid = tile_grid(chunk.last - chunk.first);
    const auto pack = [&](int64_t begin, int64_t end) { pack_rows(begin, end); };
    const auto compute = [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) run_tile(grid, i);
    };
    if (!is_parallel()) {
      if (packs) pack(0, chunk_depth_);
      return compute(0, grid.rows * grid.cols);
    }
    if (packs) parallel_for(chunk_depth_, std::max<int64_t>(1, 16384 / packed_cols), pack);
    parallel_for(grid.rows * grid.cols, 1, compute);
  }

  struct Grid {
    int64_t rows, cols;
  };

  // Tasks of about kRowBlock x kColBlock, more and smaller ones where that gives too few. The cut
  // never changes a sum, so it may depend on the number of threads.
  Grid tile_grid(int64_t panels) const {
    Grid grid{ceil_div(p_.m, kRowBlock), ceil_div(panels * gemm_.panel_cols, kColBlock)};
    if (!is_parallel()) return grid;
    const int64_t wanted = 4 * num_threads();
    while (grid.rows * grid.cols < wanted && p_.m / (grid.rows + 1) >= kBlockRows) ++grid.rows;
    while (grid.rows * grid.cols < wanted && grid.cols < panels) ++grid.cols;
    return grid;
  }

  // Packed panels are [depth of the chunk][padded columns] each.
  T* packed_panel(int64_t panel) const {
    return packed_ + chunk_depth_ * (panels_.begin(panel) - panels_.begin(first_packed_));
  }

  // Few rows at a time, so that B is read row by row where it is row-major.
  void pack_rows(int64_t begin, int64_t end) const {
    constexpr int64_t kRows = 16;
    for (int64_t k = begin; k < end; k += kRows)
      for (int64_t panel = first_packed_; panel < chunk_.last; ++panel)
        pack_panel(panel, k, std::min(kRows, end - k));
  }

  void pack_panel(int64_t panel, int64_t k, int64_t rows) const {
    const int64_t cols = panels_.cols(panel), width = panels_.padded(cols);
    T* to = packed_panel(panel) + k * width;
    const int64_t row = depth_begin(chunk_.first_block) + k;
    pack_.widen(to, width, p_.b.at(row, panels_.begin(panel)), rows, cols);
    if (cols == width) return;
    for (int64_t r = 0; r < rows; ++r) std::fill(to + r * width + cols, to + (r + 1) * width, T{});
  }

  // One task: rows x panels of the output, and where its operands lie.
  struct Tile {
    int64_t row, rows;
    int64_t first_panel, last_panel;
    T* out;
    int64_t out_step;
    T* a;  // room for packing, or null: A is read in place
    int64_t a_rows[kRowBlock];
    int64_t out_rows[kRowBlock];
  };

  void run_tile(const Grid& grid, int64_t index) const {
    const int64_t i = index / grid.cols, j = index % grid.cols;
    const int64_t first = chunk_.first, panels = chunk_.last - first;
    Tile tile;
    tile.row = piece_begin(p_.m, grid.rows, i);
    tile.rows = piece_begin(p_.m, grid.rows, i + 1) - tile.row;
    tile.first_panel = first + piece_begin(panels, grid.cols, j);
    tile.last_panel = first + piece_begin(panels, grid.cols, j + 1);
    const int64_t cols = panels_.begin(tile.last_panel) - panels_.begin(tile.first_panel);
    const int64_t a_size = is_a_in_place(tile) ? 0 : tile.rows * (depth_block() + kPad);
    const int64_t out_size = kConverts ? tile.rows * cols : 0;
    const Workspace scratch =
        context_.workspace(static_cast<size_t>(a_size + out_size) * sizeof(T));
    tile.a = a_size > 0 ? scratch.as<T>() + out_size : nullptr;
    S* const out = p_.out + tile.row * p_.n + panels_.begin(tile.first_panel);
    if constexpr (kConverts)
      tile.out = scratch.as<T>(), tile.out_step = cols;
    else
      tile.out = out, tile.out_step = p_.n;
    for (int64_t r = 0; r < tile.rows; ++r) tile.out_rows[r] = r * tile.out_step;
    for (int64_t block = chunk_.first_block; block < chunk_.last_block; ++block)
      run_depth(tile, depth_begin(block), depth_begin(block + 1));
    if (p_.bias != nullptr && chunk_.last_block == depth_blocks_)
      bias_.add(tile.out, tile.out_step, tile.rows, cols, p_.bias + panels_.begin(tile.first_panel),
                p_.relu);
    if constexpr (kConverts) pack_.narrow(out, p_.n, tile.out, cols, tile.rows, cols);
  }

  // Packing pays where columns are used often and the rows would compete for the same cache sets,
  // or where each product would touch another page.
  bool is_a_in_place(const Tile& tile) const {
    if (kConverts) return false;
    if (tile.last_panel - tile.first_panel <= 2) return true;
    constexpr auto kBytes = static_cast<int64_t>(sizeof(T));
    if (p_.a.col_step == 1) return p_.a.row_step * kBytes % 2048 != 0 || tile.rows <= 3;
    return p_.a.row_step == 1 && p_.k <= 32;
  }

  // Adds the products of k in [begin, end) to the tile.
  void run_depth(Tile& tile, int64_t begin, int64_t end) const {
    Matrix<const S> from = p_.a.at(tile.row, begin);
    GemmPanel<T> panel;
    int64_t row_step = from.row_step;
    panel.a_step = from.col_step;
    if (tile.a == nullptr) {
      if constexpr (!kConverts) panel.a = from.data;
    } else if (from.row_step == 1 && from.col_step != 1) {
      panel.a = tile.a, panel.a_step = tile.rows, row_step = 1;
      pack_.widen(tile.a, tile.rows, {from.data, from.col_step, 1}, end - begin, tile.rows);
    } else {
      panel.a = tile.a, panel.a_step = 1, row_step = depth_block() + kPad;
      pack_.widen(tile.a, row_step, from, tile.rows, end - begin);
    }
    for (int64_t r = 0; r < tile.rows; ++r) tile.a_rows[r] = r * row_step;
    panel.rows = tile.rows;
    panel.a_rows = tile.a_rows;
    panel.a_blocks = panel.b_blocks = &kNoOffset;
    panel.blocks = 1;
    panel.depth = end - begin;
    panel.c_rows = tile.out_rows;
    panel.accumulate = begin > 0;
    for (int64_t i = tile.first_panel; i < tile.last_panel; ++i) run_panel(panel, tile, i, begin);
  }

  void run_panel(GemmPanel<T>& panel, const Tile& tile, int64_t index, int64_t begin) const {
    panel.cols = panels_.cols(index);
    panel.b_step = panels_.padded(panel.cols);
    panel.c = tile.out + panels_.begin(index) - panels_.begin(tile.first_panel);
    if (!kConverts && is_in_place(index)) {
      if constexpr (!kConverts) panel.b = p_.b.at(begin, panels_.begin(index)).data;
      panel.b_step = p_.b.row_step;
    } else {
      panel.b = packed_panel(index) + (begin - depth_begin(chunk_.first_block)) * panel.b_step;
    }
    gemm_.panel(panel);
  }

  static constexpr int64_t kPad = 16;  // keeps packed rows off each other's cache sets

  const MatrixProduct<S>& p_;
  const KernelContext& context_;
  const GemmTable<T>& gemm_;
  const PackTable<S>& pack_;
  const BiasTable<T>& bias_;
  const Panels panels_;
  int64_t depth_blocks_;
  bool b_in_place_;
  Chunk chunk_{};
  int64_t chunk_depth_ = 0;
  int64_t first_packed_ = 0;
  T* packed_ = nullptr;
};

// Behind the sums of `count` elements of row `row` from column `first` on.
template <class T>
void finish_row(const MatrixProduct<T>& p, int64_t row, int64_t first, int64_t count) {
  if (p.bias == nullptr) return;
  bias_table<T>(active_isa()).add(p.out + row * p.n + first, p.n, 1, count, p.bias + first, p.relu);
}

// One row: B passes through the cache once, so nothing is packed. False where that does not apply.
template <class T>
bool multiply_row(const MatrixProduct<T>& p) {
  const GemmTable<T>& gemm = gemm_table<T>(active_isa());
  const int64_t grain = std::max<int64_t>(1, kParallelWork / std::max<int64_t>(1, p.k));
  if (p.b.col_step == 1) {
    parallel_for(p.n, std::max<int64_t>(grain, 8 * gemm.lanes), [&](int64_t begin, int64_t end) {
      gemm.row(p.out + begin, p.a.data, p.a.col_step, p.b.at(0, begin).data, p.b.row_step,
               end - begin, p.k);
      finish_row(p, 0, begin, end - begin);
    });
    return true;
  }
  if (p.b.row_step != 1 || p.a.col_step != 1) return false;
  parallel_for(p.n, grain, [&](int64_t begin, int64_t end) {
    gemm.dots(p.out + begin, p.a.data, p.b.at(0, begin).data, p.b.col_step, end - begin, p.k);
    finish_row(p, 0, begin, end - begin);
  });
  return true;
}

// A few products: row by row, for cutting and packing would take longer. Each sum runs in the same
// order as in blocks. False where that does not apply.
template <class T>
bool multiply_few(const MatrixProduct<T>& p) {
  if (p.b.col_step != 1 || p.m * p.n * p.k > kFewProducts) return false;
  const GemmTable<T>& gemm = gemm_table<T>(active_isa());
  for (int64_t r = 0; r < p.m; ++r) {
    gemm.row(p.out + r * p.n, p.a.at(r, 0).data, p.a.col_step, p.b.data, p.b.row_step, p.n, p.k);
    finish_row(p, r, 0, p.n);
  }
  return true;
}

template <class T>
Matrix<const T> transposed(const Matrix<const T>& x) {
  return {x.data, x.col_step, x.row_step};
}

}  // namespace

template <class T>
void multiply_blocked(const MatrixProduct<T>& p, const KernelContext& context) {
  if (p.m == 0 || p.n == 0) return;
  if (p.n == 1 && p.m > 1) {
    // A column is the transpose of a row times the transposed matrix; it has one bias.
    MatrixProduct<T> row{1, p.m, p.k, transposed(p.b), transposed(p.a), p.out};
    if (p.bias == nullptr) return multiply_blocked(row, context);
    const Workspace bias = context.workspace(static_cast<size_t>(p.m) * sizeof(Compute<T>));
    std::fill_n(bias.as<Compute<T>>(), p.m, *p.bias);
    row.bias = bias.as<Compute<T>>();
    row.relu = p.relu;
    return multiply_blocked(row, context);
  }
  if constexpr (std::is_same_v<T, Compute<T>>)
    if ((p.m == 1 && multiply_row(p)) || multiply_few(p)) return;
  Blocked<T>(p, context).run();
}
template void multiply_blocked<Half>(const MatrixProduct<Half>&, const KernelContext&);
template void multiply_blocked<BFloat16>(const MatrixProduct<BFloat16>&, const KernelContext&);
template void multiply_blocked<float>(const MatrixProduct<float>&, const KernelContext&);
template void multiply_blocked<double>(const MatrixProduct<double>&, const KernelContext&);

}  // namespace pelton::cpu
