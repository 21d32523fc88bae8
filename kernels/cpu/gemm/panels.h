// Owns how products are cut: columns into the panels of the GEMM micro-kernels, work into pieces
// for threads. Must not know operands.
#pragma once
#include <algorithm>
#include <cstdint>

namespace pelton::cpu {

inline constexpr int64_t kParallelWork = 1 << 19;  // multiply-adds that pay for waking threads

inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Where piece i of n items cut into `pieces` nearly equal ones begins.
inline int64_t piece_begin(int64_t n, int64_t pieces, int64_t i) { return n * i / pieces; }

// Columns in panels of nearly equal width, each of whole registers except the last.
class Panels {
 public:
  Panels(int64_t cols, int64_t lanes, int64_t widest)
      : cols_(cols), lanes_(lanes), count_(ceil_div(ceil_div(cols, lanes) * lanes, widest)) {}

  int64_t count() const { return count_; }
  // First column of panel i; all columns for i = count().
  int64_t begin(int64_t i) const {
    return std::min(cols_, piece_begin(ceil_div(cols_, lanes_), count_, i) * lanes_);
  }
  int64_t cols(int64_t i) const { return begin(i + 1) - begin(i); }
  // Columns up to the next whole register: the width that a packed panel takes.
  int64_t padded(int64_t cols) const { return ceil_div(cols, lanes_) * lanes_; }
  int64_t width(int64_t i) const { return padded(cols(i)); }
  // True when the panel's last register lies inside of the matrix.
  bool is_whole(int64_t i) const { return cols(i) % lanes_ == 0; }

 private:
  int64_t cols_, lanes_, count_;
};

}  // namespace pelton::cpu
