// Owns what the interfaces of recurrent cells share: what happens between the products of a step.
// Must not know sequences, nor what a gate does.
#pragma once
#include <stdint.h>

namespace pelton::cpu {

inline constexpr int64_t kSavedGates = 4;  // planes of what is saved before that of the state

// Some rows at one step. Gates come in blocks of as many units as a register has lanes, gates_step
// elements apart; a block has for each row a register for each gate. What is saved of a row are
// planes of `units` elements: those of gates, then the state.
template <class T>
struct RecurrentCells {
  int64_t rows;
  int64_t units;
  int64_t gates_step;
  const bool* mask;  // of each row, mask_step apart; null: none is masked
  int64_t mask_step;
  int64_t state_step;  // between the rows of states
  int64_t saved_step;  // between the rows of what is saved
};

// The loops of one instruction set; T is float or double.
template <class T, class Forward, class Backward>
struct RecurrentTable {
  void (*forward)(const Forward&);
  void (*backward)(const Backward&);
  // to[i] += from[i] for i < n.
  void (*add)(T* to, const T* from, int64_t n);
};

}  // namespace pelton::cpu
