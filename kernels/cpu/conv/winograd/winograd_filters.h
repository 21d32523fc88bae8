// Owns the transformed filters of a convolution and their products with transformed tiles. Must not
// know images.
#pragma once
#include <algorithm>
#include <vector>

#include "kernels/cpu/conv/winograd/winograd_source.h"
#include "kernels/cpu/gemm/gemm.h"
#include "kernels/cpu/gemm/panels.h"

namespace pelton::cpu {

// Filters from `in` to `out` channels, packed as [point][panel][in][padded columns].
class WinogradFilters {
 public:
  // Panels [first, last) of the output channels.
  struct Range {
    int64_t first, last;
  };

  WinogradFilters(int64_t tile, int64_t in, int64_t out)
      : points_(winograd_points(tile)),
        in_(in),
        out_(out),
        table_(winograd_table<float>(active_isa(), tile)),
        gemm_(gemm_table<float>(active_isa())),
        panels_(out_, gemm_.lanes, gemm_.panel_cols),
        step_(winograd_step(in_ * padded_out())) {}

  int64_t padded_out() const { return panels_.padded(out_); }
  // Elements that the packed filters take.
  int64_t size() const { return points_ * step_; }
  Range all() const { return {0, panels_.count()}; }
  int64_t begin(const Range& r) const { return panels_.begin(r.first); }
  int64_t cols(const Range& r) const { return panels_.begin(r.last) - panels_.begin(r.first); }
  // Makes the panels narrow enough that there are as many as threads, where there are columns.
  void narrow(int64_t threads) {
    const int64_t widest = ceil_div(padded_out() / gemm_.lanes, threads) * gemm_.lanes;
    panels_ = Panels(out_, gemm_.lanes, std::min<int64_t>(widest, gemm_.panel_cols));
  }

  // Packs channel c of `in`; taps: 9 rows of the range's columns, `tap_step` apart.
  void pack(int64_t c, const Range& range, const float* taps, int64_t tap_step,
            float* packed) const {
    taps -= begin(range);
    for (int64_t panel = range.first; panel < range.last; ++panel)
      table_.filters(taps + panels_.begin(panel), tap_step, panels_.cols(panel),
                     packed + in_ * panels_.begin(panel) + c * panels_.width(panel), step_);
  }

  // The range's products of `tiles` tiles, whose rows are padded_out() elements.
  void multiply(int64_t tiles, const WinogradPoints& source, const Range& range,
                const float* packed, const WinogradPoints& products) const {
    std::vector<int64_t> a_rows(static_cast<size_t>(tiles)), c_rows(a_rows.size());
    for (size_t i = 0; i < a_rows.size(); ++i) {
      a_rows[i] = static_cast<int64_t>(i) * source.row;
      c_rows[i] = static_cast<int64_t>(i) * products.row;
    }
    constexpr int64_t kZero = 0;
    const int64_t pieces = ceil_div(in_, std::min(kSumChannels, gemm_.depth_block));
    for (int64_t point = 0; point < points_; ++point)
      for (int64_t panel = range.first; panel < range.last; ++panel)
        for (int64_t piece = 0; piece < pieces; ++piece) {
          const int64_t k = piece_begin(in_, pieces, piece), width = panels_.width(panel);
          GemmPanel<float> p;
          p.rows = tiles;
          p.cols = panels_.cols(panel);
          p.a = source.data + point * source.step + k;
          p.a_rows = a_rows.data();
          p.a_blocks = &kZero;
          p.a_step = 1;
          p.b = packed + point * step_ + in_ * panels_.begin(panel) + k * width;
          p.b_blocks = &kZero;
          p.b_step = width;
          p.blocks = 1;
          p.depth = piece_begin(in_, pieces, piece + 1) - k;
          p.c = products.data + point * products.step + panels_.begin(panel);
          p.c_rows = c_rows.data();
          p.accumulate = piece > 0;
          gemm_.panel(p);
        }
  }

 private:
  const int64_t points_, in_, out_;
  const WinogradTable<float>& table_;
  const GemmTable<float>& gemm_;
  Panels panels_;
  const int64_t step_;  // between two points of the packed filters
};

}  // namespace pelton::cpu
