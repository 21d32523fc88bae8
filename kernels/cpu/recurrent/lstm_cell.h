// Owns the interface of the LSTM's loops over units: what happens between the products of a step.
// Must not know sequences.
#pragma once
#include "kernels/cpu/dispatch/isa.h"
#include "kernels/cpu/recurrent/recurrent_cells.h"

namespace pelton::cpu {

// A block's gates are i, f, candidate and o.
template <class T>
struct LstmForwardCells : RecurrentCells<T> {
  T* z;           // before bias and activation; overwritten
  const T* bias;  // a register for each gate of a block
  T* c;           // overwritten
  const T* h_before;
  T* h;
  T* saved;  // or null
};

template <class T>
struct LstmBackwardCells : RecurrentCells<T> {
  const T* saved;
  const T* saved_grad;  // or null
  const T* c_before;    // c_before_step apart
  int64_t c_before_step;
  T* dh;  // gradient of h; overwritten with 0 where the row is not masked
  T* dc;  // gradient of c; overwritten with that of the step before
  T* dz;  // out: gradient of z, 0 behind the units
};

template <class T>
using LstmTable = RecurrentTable<T, LstmForwardCells<T>, LstmBackwardCells<T>>;

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
