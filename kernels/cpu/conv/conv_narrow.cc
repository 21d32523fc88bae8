// Owns how convolutions to few channels are cut into products over source pixels and sums over
// taps.
#include "kernels/cpu/conv/conv_narrow.h"

#include <algorithm>

#include "kernels/cpu/dispatch/share_out.h"
#include "kernels/cpu/gemm/gemm.h"
#include "kernels/cpu/gemm/panels.h"
#include "runtime/threads/interrupt.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kProductBytes = 393216;  // of one task's products: they stay in the L2 cache
constexpr int64_t kLeastDepth = 8;         // of a product: fewer do not pay for turning the source
constexpr double kTurnWork = 2;            // turning an element, in multiply-adds of a register
constexpr double kLeastGain = 1.5;         // over register tiles of written channels

template <class T>
class NarrowConvolution {
 public:
  NarrowConvolution(const Gather<T>& g, const KernelContext& context)
      : g_(g),
        context_(context),
        gemm_(gemm_table<T>(active_isa())),
        pack_(pack_table<T>(active_isa())),
        in_(g.source.channels),
        out_(g.out.channels),
        rows_(g.filters.height * g.filters.width * out_) {
    filter_rows_.reserve(static_cast<size_t>(rows_));
    for (int64_t y = 0; y < g.filters.height; ++y)
      for (int64_t x = 0; x < g.filters.width; ++x)
        for (int64_t c = 0; c < out_; ++c)
          filter_rows_.push_back(y * g.filters.y_step + x * g.filters.x_step +
                                 c * g.filters.col_step);
    plan_bands();
  }

  void run() const {
    share_out(parallel_, g_.batch * bands_, 1, [this](int64_t i) {
      poll_interrupt();
      run_task(i / bands_, band_begin(i % bands_), band_begin(i % bands_ + 1));
    });
  }

 private:
  // The products of source rows [first, last) of one image: for each tap and written channel a row
  // of `step` pixels.
  struct Products {
    int64_t first, last;
    int64_t step;
    T* data;
  };

  // Written rows whose products stay in the cache, in whole groups where an epilogue wants these,
  // and a band for each thread.
  void plan_bands() {
    parallel_ = static_cast<double>(g_.batch * g_.source.height * g_.source.width) *
                    static_cast<double>(rows_ * in_) >=
                kParallelWork;
    const int64_t group = g_.epilogue == nullptr ? 1 : g_.epilogue->rows();
    units_ = ceil_div(g_.out.height, group);
    unit_rows_ = group;
    const int64_t image = g_.source.height * g_.source.width * rows_ * int64_t{sizeof(T)};
    const int64_t threads = parallel_ ? ceil_div(num_threads(), g_.batch) : 1;
    bands_ = std::clamp<int64_t>(std::max(ceil_div(image, kProductBytes), threads), 1, units_);
  }
  int64_t band_begin(int64_t i) const {
    return std::min(g_.out.height, piece_begin(units_, bands_, i) * unit_rows_);
  }

  void run_task(int64_t image, int64_t y, int64_t y_end) const {
    const auto [first, last] = source_range(g_.y, y, y_end);
    const int64_t pixels = (last - first) * g_.source.width;
    const int64_t step = ceil_div(pixels, gemm_.lanes) * gemm_.lanes;
    const int64_t line = g_.out.width * out_;
    const int64_t band = g_.epilogue == nullptr ? 0 : (y_end - y) * line + gemm_.lanes;
    const Workspace room = context_.workspace(
        static_cast<size_t>(rows_ * step + panel_size() + line + band) * sizeof(T));
    const Products products{first, last, step, room.as<T>()};
    T *const panel = products.data + rows_ * step, *const sums = panel + panel_size();
    multiply(image, products, panel);
    T* const to = g_.epilogue == nullptr ? g_.out.data + g_.out.pixel(image, y, 0) : sums + line;
    for (const TapClass& rows : g_.y)
      for (size_t i = 0; i < rows.positions.size(); ++i)
        if (rows.positions[i] >= y && rows.positions[i] < y_end)
          for (const TapClass& cols : g_.x)
            add_taps(products, rows, i, cols, sums, to + (rows.positions[i] - y) * line);
    if (g_.epilogue != nullptr) g_.epilogue->take({image, image + 1, y, y_end, to});
  }

  int64_t depth_piece() const { return std::min(in_, gemm_.depth_block); }
  int64_t panel_size() const { return depth_piece() * gemm_.panel_cols; }

  // Turns the source, a panel of pixels after the other, and multiplies by the filters in place.
  void multiply(int64_t image, const Products& products, T* panel) const {
    std::vector<int64_t> out_rows(static_cast<size_t>(rows_));
    for (int64_t r = 0; r < rows_; ++r) out_rows[static_cast<size_t>(r)] = r * products.step;
    const int64_t pixels = (products.last - products.first) * g_.source.width, none = 0;
    const T* const source = g_.source.data + g_.source.pixel(image, products.first, 0);
    GemmPanel<T> p;
    p.rows = rows_;
    p.a_rows = filter_rows_.data();
    p.a_blocks = p.b_blocks = &none;
    p.a_step = g_.filters.row_step;
    p.blocks = 1;
    p.b = panel;
    p.c_rows = out_rows.data();
    for (int64_t pixel = 0; pixel < pixels; pixel += gemm_.panel_cols) {
      p.cols = std::min<int64_t>(gemm_.panel_cols, pixels - pixel);
      p.b_step = ceil_div(p.cols, gemm_.lanes) * gemm_.lanes;
      p.c = products.data + pixel;
      for (int64_t c = 0; c < in_; c += depth_piece()) {
        p.depth = std::min(depth_piece(), in_ - c);
        p.a = g_.filters.data + c * p.a_step;
        p.accumulate = c > 0;
        pack_.widen(panel, p.b_step, {source + pixel * in_ + c, 1, in_}, p.depth, p.cols);
        gemm_.panel(p);
      }
    }
  }

  // Sums over the taps of one written row's pixels of one class; `to` is that row.
  void add_taps(const Products& products, const TapClass& rows, size_t row, const TapClass& cols,
                T* sums, T* to) const {
    const auto count = std::ssize(cols.positions);
    const int64_t step = count > 1 ? cols.bases[1] - cols.bases[0] : 1;
    for (int64_t c = 0; c < out_; ++c) {
      std::fill_n(sums, count, T{});
      for (const Tap& y : rows.taps)
        for (const Tap& x : cols.taps) {
          const int64_t tap = (y.index * g_.filters.width + x.index) * out_ + c;
          const int64_t line = rows.bases[row] + y.offset - products.first;
          const T* const from = products.data + tap * products.step + line * g_.source.width +
                                cols.bases[0] + x.offset;
          if (step == 1)
            for (int64_t j = 0; j < count; ++j) sums[j] += from[j];
          else
            for (int64_t j = 0; j < count; ++j) sums[j] += from[j * step];
        }
      for (int64_t j = 0; j < count; ++j)
        to[cols.positions[static_cast<size_t>(j)] * out_ + c] = sums[j];
    }
  }

  const Gather<T>& g_;
  const KernelContext& context_;
  const GemmTable<T>& gemm_;
  const PackTable<T>& pack_;
  const int64_t in_, out_;
  const int64_t rows_;  // taps times written channels
  std::vector<int64_t> filter_rows_;
  bool parallel_ = false;
  int64_t units_ = 1, unit_rows_ = 1, bands_ = 1;
};

// Pairs of a position and a tap that it reads through.
int64_t tap_count(const std::vector<TapClass>& classes) {
  int64_t count = 0;
  for (const TapClass& c : classes) count += std::ssize(c.positions) * std::ssize(c.taps);
  return count;
}

// The positions of a class lie evenly, as add_taps() wants it.
bool are_even(const std::vector<TapClass>& classes) {
  for (const TapClass& c : classes)
    for (size_t i = 2; i < c.bases.size(); ++i)
      if (c.bases[i] - c.bases[i - 1] != c.bases[1] - c.bases[0]) return false;
  return true;
}

}  // namespace

// Both ways' work on one image, in multiply-adds of a register.
template <class T>
bool is_narrow(const Gather<T>& g) {
  const int64_t lanes = gemm_table<T>(active_isa()).lanes;
  const int64_t in = g.source.channels, out = g.out.channels;
  if (g.groups != 1 || in < kLeastDepth || out >= lanes || !are_even(g.x)) return false;
  const auto pixels = static_cast<double>(g.source.height * g.source.width);
  const auto rows = static_cast<double>(g.filters.height * g.filters.width * out);
  const auto depth = static_cast<double>(in), width = static_cast<double>(lanes);
  const auto taps = static_cast<double>(tap_count(g.y)) * static_cast<double>(tap_count(g.x));
  const double products = pixels * depth * (rows / width + kTurnWork);
  const double sums = taps * static_cast<double>(out);
  return kLeastGain * (products + sums) < taps * depth;
}
template bool is_narrow<float>(const Gather<float>&);
template bool is_narrow<double>(const Gather<double>&);

template <class T>
void convolve_narrow(const Gather<T>& gather, const KernelContext& context) {
  NarrowConvolution<T>(gather, context).run();
}
template void convolve_narrow<float>(const Gather<float>&, const KernelContext&);
template void convolve_narrow<double>(const Gather<double>&, const KernelContext&);

}  // namespace pelton::cpu
