// Owns the interface of the GRU's loops over units: what happens between the products of a step.
// Must not know sequences.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// Some rows at one step. What was multiplied comes in blocks of as many units as a register has
// lanes, gates_step elements apart; a block has for each row a register for update, reset and
// candidate. Operands over x are planes of `units` elements in that order, x_step from row to row.
template <class T>
struct GruCells {
  int64_t rows;
  int64_t units;
  int64_t gates_step;
  const bool* mask;  // of each row, mask_step apart; null: none is masked
  int64_t mask_step;
  int64_t state_step;  // between the rows of h
  int64_t saved_step;  // between the rows of what is saved
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

// The loops of one instruction set; T is float or double.
template <class T>
struct GruTable {
  void (*forward)(const GruForwardCells<T>&);
  void (*backward)(const GruBackwardCells<T>&);
  // to[i] += from[i] for i < n.
  void (*add)(T* to, const T* from, int64_t n);
};

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
