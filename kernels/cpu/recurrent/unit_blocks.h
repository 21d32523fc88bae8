// Owns how the loops of recurrent cells go over a row's units: a register's worth at a time.
#pragma once
#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {

// Calls f(first unit, units) for each block; the units are a constant where the block is whole, so
// that loops over them are one register's.
template <class T, class F>
[[gnu::always_inline]] inline void for_unit_blocks(int64_t units, const F& f) {
  int64_t first = 0;
  for (; first + kLanes<T> <= units; first += kLanes<T>) f(first, kLanes<T>);
  if (first < units) f(first, static_cast<int>(units - first));
}

template <class T>
void add_units(T* __restrict to, const T* __restrict from, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] += from[i];
}

}  // namespace pelton::cpu::PELTON_ISA
