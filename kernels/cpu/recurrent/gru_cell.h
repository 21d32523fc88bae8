// Owns the interface of the GRU's loops over units: what happens between the products of a step.
// Must not know sequences.
#pragma once
#include "kernels/cpu/dispatch/isa.h"
#include "kernels/cpu/recurrent/recurrent_cells.h"

namespace pelton::cpu {

// A block's gates are update, reset and candidate. Operands over x are planes of `units` elements
// in that order, x_step from row to row.
template <class T>
struct GruCells : RecurrentCells<T> {
  int64_t x_step;
};

template <class T>
struct GruForwardCells : GruCells<T> {
  const T* of_h;  // h before times the recurrent kernel
  const T* bias;  // a register for each gate of a block
  const T* x;
  const T* h_before;
  T* h;
  T* saved;  // or null
};

template <class T>
struct GruBackwardCells : GruCells<T> {
  const T* saved;
  const T* saved_grad;  // or null
  const T* h_before;    // h_before_step apart
  int64_t h_before_step;
  T* dh;      // gradient of h; overwritten with the part of that of h before that is no product
  T* dgates;  // out: gradient of what came from h, 0 behind the units
  T* dx;      // out: gradient of what came from x
};

template <class T>
using GruTable = RecurrentTable<T, GruForwardCells<T>, GruBackwardCells<T>>;

namespace generic {
template <class T>
const GruTable<T>& gru_table();
}
namespace avx2 {
template <class T>
const GruTable<T>& gru_table();
}
namespace avx512 {
template <class T>
const GruTable<T>& gru_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const GruTable<T>& gru_table(Isa isa);

}  // namespace pelton::cpu
