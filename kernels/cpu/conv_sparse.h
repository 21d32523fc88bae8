// Owns the interface of the loops that form a convolution's gradients from lists of the elements of
// the output gradient that are not zero. Must not know tensors.
#pragma once
#include <stdint.h>

#include "kernels/cpu/isa.h"

namespace pelton::cpu {

// One element of the output gradient, and where the run of elements that it multiplies begins.
template <class T>
struct Term {
  T value;
  int32_t offset;
};

// What one combination may sum: so many registers, in at most so many rows and registers per row.
struct RegisterLimits {
  int64_t registers, rows, vectors;
};

// sum[r * sum_step + i] += sum over t < count of terms[t].value * from[terms[t].offset +
// r * from_step + i] for r < rows and i < cols, in a fixed order. `sum` and `from` must be
// readable, and `sum` writable, up to the next whole register after cols; what lies there stays as
// it is.
template <class T>
struct Combination {
  int64_t rows, cols;  // within SparseTable::limits
  T* sum;
  int64_t sum_step;
  const T* from;
  int64_t from_step;
  const Term<T>* terms;
  int64_t count;
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

// sums[channel * sum_step + places[tap]] += sum over windows of their gradient times
// from[bases[window] + offsets[tap * kWindowCells + the window's cell]] for tap < taps.
template <class T>
struct WindowSums {
  WindowGrads<T> windows;
  const int32_t* bases;
  const T* from;
  const int32_t* offsets;  // of kWindowTaps taps; those behind `taps` are read, too
  const int32_t* places;
  int64_t taps;
  T* sums;
  int64_t sum_step;
};

// The loops of one instruction set.
template <class T>
struct SparseTable {
  void (*combine)(const Combination<T>& c);
  // The terms of one channel, window by window, at offsets bases[window] + shifts[cell]. Returns
  // how many; `terms` has room for one more than there are windows.
  int64_t (*channel_terms)(const WindowGrads<T>& w, int64_t channel, const int32_t* bases,
                           const int32_t* shifts, Term<T>* terms);
  // The terms of one window, at offsets channel * step: those of cell i begin at
  // terms[i * (channels + 1)], and counts[i] says how many; counts are 0 before.
  void (*window_terms)(const WindowGrads<T>& w, int64_t window, int32_t step, Term<T>* terms,
                       int32_t* counts);
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
