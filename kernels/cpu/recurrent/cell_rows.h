// Owns how the loops of recurrent cells go over rows: where a row's gates lie, and what becomes of
// a row that is masked.
#pragma once
#include "kernels/cpu/recurrent/recurrent_cells.h"
#include "kernels/cpu/recurrent/unit_blocks.h"

namespace pelton::cpu::PELTON_ISA {

// Where the gates of a row begin, in the block that begins at unit `first`.
template <int kGates, class T>
[[gnu::always_inline]] inline int64_t gates_at(const RecurrentCells<T>& cells, int64_t row,
                                               int64_t first) {
  return first / kLanes<T> * cells.gates_step + row * kGates * kLanes<T>;
}

template <int kGates, class T>
[[gnu::always_inline]] inline void clear_block(T* gates) {
  for (int i = 0; i < kGates * kLanes<T>; ++i) gates[i] = 0;
}

template <int kGates, class T>
void clear_gates(const RecurrentCells<T>& cells, T* gates, int64_t row) {
  for_unit_blocks<T>(cells.units, [&](int64_t first, int) {
    clear_block<kGates>(gates + gates_at<kGates>(cells, row, first));
  });
}

// What is saved of a masked row: no gates, and the state that stays.
template <class T>
void save_kept(const RecurrentCells<T>& cells, int64_t row, const T* state, T* saved) {
  if (saved == nullptr) return;
  const int64_t units = cells.units, gates = kSavedGates * units;
  T* const to = saved + row * cells.saved_step;
  for (int64_t u = 0; u < gates; ++u) to[u] = 0;
  for (int64_t u = 0; u < units; ++u) to[gates + u] = state[row * cells.state_step + u];
}

// Adds the gradient of a row's saved state, where one arrived, to that of the state.
template <class T>
void add_saved_state_grad(const RecurrentCells<T>& cells, int64_t row, const T* saved_grad,
                          T* state_grad) {
  if (saved_grad == nullptr) return;
  const T* const from = saved_grad + row * cells.saved_step + kSavedGates * cells.units;
  T* const to = state_grad + row * cells.state_step;
  for (int64_t u = 0; u < cells.units; ++u) to[u] += from[u];
}

// Calls keep(cells, row) for masked rows, for others move_whole, where what is saved is needed, or
// move_bare.
template <class Cells, class Keep, class Whole, class Bare>
[[gnu::always_inline]] inline void pass_rows(const Cells& cells, bool with_saved, const Keep& keep,
                                             const Whole& move_whole, const Bare& move_bare) {
  for (int64_t row = 0; row < cells.rows; ++row)
    if (cells.mask != nullptr && !cells.mask[row * cells.mask_step])
      keep(cells, row);
    else if (with_saved)
      move_whole(cells, row);
    else
      move_bare(cells, row);
}

}  // namespace pelton::cpu::PELTON_ISA
