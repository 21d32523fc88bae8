// Owns the LSTM's loops over units, row by row, so that what is saved is written and read in one
// run. Must not know who multiplies.
#include "kernels/cpu/recurrent/lstm_cell.h"

#include "kernels/common/elementary.h"
#include "kernels/cpu/recurrent/cell_rows.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int kGates = 4;

template <class T>
struct CellBlock {
  T* z;
  const T* bias;
  T* c;
  T* saved;
  int64_t plane;
};

// Applies the activations to z, moves c and saves both.
template <class T, bool kSaves>
[[gnu::always_inline]] inline void move_cell(const CellBlock<T>& b, int units) {
  constexpr int n = kLanes<T>;
  T* const z = b.z;
  const T* const bias = b.bias;
  T *const c = b.c, *const saved = b.saved;
  const int64_t plane = b.plane;
#pragma GCC ivdep
  for (int u = 0; u < units; ++u) {
    const T input = math::sigmoid(z[u] + bias[u]);
    const T forget = math::sigmoid(z[n + u] + bias[n + u]);
    const T candidate = math::tanh(z[2 * n + u] + bias[2 * n + u]);
    const T output = math::sigmoid(z[3 * n + u] + bias[3 * n + u]);
    const T cell = forget * c[u] + input * candidate;
    c[u] = cell;
    z[3 * n + u] = output;
    if constexpr (kSaves) {
      saved[u] = input;
      saved[plane + u] = forget;
      saved[2 * plane + u] = candidate;
      saved[3 * plane + u] = output;
      saved[4 * plane + u] = cell;
    }
  }
}

template <class T>
[[gnu::always_inline]] inline void move_h(const T* output, const T* c, T* h, int units) {
#pragma GCC ivdep
  for (int u = 0; u < units; ++u) h[u] = output[u] * math::tanh(c[u]);
}

// In two passes: the tanh of c waits for the row's cells no longer than it must.
template <class T, bool kSaves>
void move_row(const LstmForwardCells<T>& cells, int64_t row) {
  T* const c = cells.c + row * cells.state_step;
  T* const h = cells.h + row * cells.state_step;
  T* const saved = kSaves ? cells.saved + row * cells.saved_step : nullptr;
  for_unit_blocks<T>(cells.units, [&](int64_t first, int units) {
    move_cell<T, kSaves>({cells.z + gates_at<kGates>(cells, row, first), cells.bias + 4 * first,
                          c + first, saved + first, cells.units},
                         units);
  });
  for_unit_blocks<T>(cells.units, [&](int64_t first, int units) {
    move_h(cells.z + gates_at<kGates>(cells, row, first) + 3 * kLanes<T>, c + first, h + first,
           units);
  });
}

// c and h stay as they are.
template <class T>
void keep_row(const LstmForwardCells<T>& cells, int64_t row) {
  const int64_t at = row * cells.state_step;
  for (int64_t u = 0; u < cells.units; ++u) cells.h[at + u] = cells.h_before[at + u];
  save_kept(cells, row, cells.c, cells.saved);
}

template <class T>
void forward(const LstmForwardCells<T>& cells) {
  pass_rows(cells, cells.saved != nullptr, keep_row<T>, move_row<T, true>, move_row<T, false>);
}

template <class T>
struct GradBlock {
  const T* saved;
  const T* more;
  const T* c_before;
  T* dh;
  T* dc;
  T* dz;
  int64_t plane;
};

template <class T, bool kHasMore>
[[gnu::always_inline]] inline void move_back(const GradBlock<T>& b, int units) {
  constexpr int n = kLanes<T>;
  const T *const saved = b.saved, *const more = b.more, *const c_before = b.c_before;
  T *const dh = b.dh, *const dc = b.dc, *const dz = b.dz;
  const int64_t plane = b.plane;
#pragma GCC ivdep
  for (int u = 0; u < units; ++u) {
    const T input = saved[u], forget = saved[plane + u], candidate = saved[2 * plane + u];
    const T output = saved[3 * plane + u], squashed = math::tanh(saved[4 * plane + u]);
    T cell_grad = dc[u] + dh[u] * output * (1 - squashed * squashed);
    if constexpr (kHasMore) cell_grad += more[4 * plane + u];
    T input_grad = cell_grad * candidate, forget_grad = cell_grad * c_before[u];
    T candidate_grad = cell_grad * input, output_grad = dh[u] * squashed;
    if constexpr (kHasMore) {
      input_grad += more[u], forget_grad += more[plane + u];
      candidate_grad += more[2 * plane + u], output_grad += more[3 * plane + u];
    }
    dz[u] = input_grad * input * (1 - input);
    dz[n + u] = forget_grad * forget * (1 - forget);
    dz[2 * n + u] = candidate_grad * (1 - candidate * candidate);
    dz[3 * n + u] = output_grad * output * (1 - output);
    dc[u] = cell_grad * forget;
    dh[u] = 0;
  }
}

template <class T, bool kHasMore>
void move_row_back(const LstmBackwardCells<T>& cells, int64_t row) {
  const T* const saved = cells.saved + row * cells.saved_step;
  const T* const more = kHasMore ? cells.saved_grad + row * cells.saved_step : nullptr;
  const T* const c_before = cells.c_before + row * cells.c_before_step;
  T* const dh = cells.dh + row * cells.state_step;
  T* const dc = cells.dc + row * cells.state_step;
  for_unit_blocks<T>(cells.units, [&](int64_t first, int units) {
    T* const dz = cells.dz + gates_at<kGates>(cells, row, first);
    if (units < kLanes<T>) clear_block<kGates>(dz);
    move_back<T, kHasMore>(
        {saved + first, more + first, c_before + first, dh + first, dc + first, dz, cells.units},
        units);
  });
}

template <class T>
void keep_row_back(const LstmBackwardCells<T>& cells, int64_t row) {
  clear_gates<kGates>(cells, cells.dz, row);
  add_saved_state_grad(cells, row, cells.saved_grad, cells.dc);
}

template <class T>
void backward(const LstmBackwardCells<T>& cells) {
  pass_rows(cells, cells.saved_grad != nullptr, keep_row_back<T>, move_row_back<T, true>,
            move_row_back<T, false>);
}

}  // namespace

template <class T>
const LstmTable<T>& lstm_table() {
  static constexpr LstmTable<T> table{forward<T>, backward<T>, add_units<T>};
  return table;
}
template const LstmTable<float>& lstm_table<float>();
template const LstmTable<double>& lstm_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
