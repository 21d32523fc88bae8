// Owns the interface of the LSTM's loops over units: what happens between the products of a step.
// Must not know sequences.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// Some rows at one step. Gates come in blocks of as many units as a register has lanes, gates_step
// elements apart; a block has for each row a register for each of the gates i, f, candidate and o.
template <class T>
struct LstmCells {
  int64_t rows;
  int64_t units;
  int64_t gates_step;
  const bool* mask;  // of each row, mask_step apart; null: none is masked
  int64_t mask_step;
  int64_t state_step;  // between the rows of h and c
  int64_t saved_step;  // between the rows of what is saved: i, f, candidate, o and c of all units
};

template <class T>
struct LstmForwardCells : LstmCells<T> {
  T* z;           // before bias and activation; overwritten
  const T* bias;  // a register for each gate of a block
  T* c;           // overwritten
  const T* h_before;
  T* h;
  T* saved;  // or null
};

template <class T>
struct LstmBackwardCells : LstmCells<T> {
  const T* saved;
  const T* saved_grad;  // or null
  const T* c_before;    // c_before_step apart
  int64_t c_before_step;
  T* dh;  // gradient of h; overwritten with 0 where the row is not masked
  T* dc;  // gradient of c; overwritten with that of the step before
  T* dz;  // out: gradient of z, 0 behind the units
};

// The loops of one instruction set; T is float or double.
template <class T>
struct LstmTable {
  void (*forward)(const LstmForwardCells<T>&);
  void (*backward)(const LstmBackwardCells<T>&);
  // to[i] += from[i] for i < n.
  void (*add)(T* to, const T* from, int64_t n);
};

namespace generic {
template <class T>
const LstmTable<T>& lstm_table();
}
namespace avx2 {
template <class T>
const LstmTable<T>& lstm_table();
}
namespace avx512 {
template <class T>
const LstmTable<T>& lstm_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const LstmTable<T>& lstm_table(Isa isa);

}  // namespace pelton::cpu
