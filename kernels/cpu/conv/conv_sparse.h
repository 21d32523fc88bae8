// Owns the interface of the loops that form a convolution's gradients from lists of the elements of
// the output gradient that are not zero. Must not know tensors.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// One element of the output gradient, and where the run of elements that it multiplies begins.
template <class T>
struct Term {
  T value;
  int32_t offset;
};

// What a block of sums may have: so many registers, in at most so many rows and registers per row.
struct RegisterLimits {
  int64_t registers, rows, vectors;
};

// Rows of sums, to which terms add their value times a run for each row. `sum` must be writable,
// and runs readable, up to the next whole register after cols; what lies there stays as it is.
template <class T>
struct SumBlock {
  int64_t rows, cols;  // within SparseTable::limits
  T* sum;
  int64_t sum_step;  // between rows
};

// Terms of many windows: bits[window * cells + cell] has bit c set where channel c's gradient goes
// to that cell, whose sums begin at bases[window] + shifts[cell].
template <class T>
struct WindowTerms {
  int64_t windows, cells;
  const T* grads;
  int64_t grad_step;  // between windows
  const uint64_t* bits;
  const int32_t *bases, *shifts;
};
inline constexpr int64_t kBitChannels = 64;  // at most

// The loops for one size of blocks. Terms are added in a fixed order.
template <class T>
struct AddTerms {
  // The runs of a term are those at from + its offset, from_step elements apart.
  void (*of_list)(const SumBlock<T>& block, const Term<T>* terms, int64_t count, const T* from,
                  int64_t from_step);
  // The runs of channel c are those at runs + c * run_step, each of them in whole registers.
  void (*of_windows)(const SumBlock<T>& block, const WindowTerms<T>& windows, const T* runs,
                     int64_t run_step);
};

// A row-major matrix of masked gradients, one row for each window, and the windows' cells.
template <class T>
struct WindowGrads {
  int64_t windows, channels;
  const T* grads;  // rows of `channels`
  const uint8_t* cells;
  int64_t cell_step;  // between rows of cells
};

inline constexpr int64_t kWindowTaps = 9, kWindowCells = 4;  // at most, of window_sums

// Where all that the taps meet from a window's cells lies in four lines of four elements: the tap
// meets element tap_spots[tap] + cell_spots[cell] of them. Lines are readable to their ends.
struct WindowPatch {
  int32_t lines[4];  // offsets
  int32_t tap_spots[kWindowTaps];
  int32_t cell_spots[kWindowCells];
};

// sums[channel * sum_step + places[tap]] += sum over windows of their gradient times
// from[bases[window] + offsets[tap * kWindowCells + the window's cell]] for tap < taps, and
// bias_sums[channel] += the gradients, where y > 0 (everywhere if y is null).
template <class T>
struct WindowSums {
  int64_t windows, channels;
  const T *grads, *y;
  const uint8_t* cells;
  int64_t step;  // between the windows of grads, y and cells
  const int32_t* bases;
  const T* from;
  const int32_t* offsets;    // of kWindowTaps taps; those behind `taps` are read, too
  const WindowPatch* patch;  // or null
  const int32_t* places;
  int64_t taps;
  T *sums, *bias_sums;
  int64_t sum_step;
};

// The loops of one instruction set.
template <class T>
struct SparseTable {
  // The loops for blocks of so many rows and columns.
  const AddTerms<T>& (*add_terms)(int64_t rows, int64_t cols);
  // The terms of one channel, window by window, at offsets bases[window] + shifts[cell]. Returns
  // how many; `terms` has room for one more than there are windows.
  int64_t (*channel_terms)(const WindowGrads<T>& w, int64_t channel, const int32_t* bases,
                           const int32_t* shifts, Term<T>* terms);
  // The bits of one window for WindowTerms, of at most kBitChannels channels: a gradient counts
  // where it is not zero and y, if given, is positive. Each cell is less than `cells`, at most 256.
  void (*window_bits)(int64_t channels, const T* grads, const T* y, const uint8_t* cell,
                      int64_t cells, uint64_t* bits);
  // Windows of at most kWindowCells cells; zeros are multiplied like all others.
  void (*window_sums)(const WindowSums<T>& s);
  int lanes;  // elements per register
  RegisterLimits limits;
};

// The loops built for each instruction set; T is float or double.
namespace generic {
template <class T>
const SparseTable<T>& sparse_table();
}
namespace avx2 {
template <class T>
const SparseTable<T>& sparse_table();
}
namespace avx512 {
template <class T>
const SparseTable<T>& sparse_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const SparseTable<T>& sparse_table(Isa isa);

}  // namespace pelton::cpu
