// Owns the GRU's loops over units, row by row, so that what is saved is written and read in one
// run. Must not know who multiplies.
#include "kernels/cpu/recurrent/gru_cell.h"

#include "kernels/common/elementary.h"
#include "kernels/cpu/recurrent/cell_rows.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int kGates = 3;

// A block of a row: planes of x and of what is saved are `plane` elements apart.
template <class T>
struct ForwardBlock {
  const T *of_h, *bias, *x, *h_before;
  T *h, *saved;
  int64_t plane;
};

template <class T, bool kSaves>
[[gnu::always_inline]] inline void move(const ForwardBlock<T>& b, int units) {
  constexpr int n = kLanes<T>;
  const T *const of_h = b.of_h, *const bias = b.bias, *const x = b.x, *const before = b.h_before;
  T *const h = b.h, *const saved = b.saved;
  const int64_t plane = b.plane;
#pragma GCC ivdep
  for (int u = 0; u < units; ++u) {
    const T update = math::sigmoid(x[u] + of_h[u] + bias[u]);
    const T reset = math::sigmoid(x[plane + u] + of_h[n + u] + bias[n + u]);
    const T inner = of_h[2 * n + u] + bias[2 * n + u];
    const T candidate = math::tanh(x[2 * plane + u] + reset * inner);
    const T state = update * before[u] + (1 - update) * candidate;
    h[u] = state;
    if constexpr (kSaves) {
      saved[u] = update;
      saved[plane + u] = reset;
      saved[2 * plane + u] = candidate;
      saved[3 * plane + u] = inner;
      saved[4 * plane + u] = state;
    }
  }
}

template <class T, bool kSaves>
void move_row(const GruForwardCells<T>& cells, int64_t row) {
  const T* const x = cells.x + row * cells.x_step;
  const T* const before = cells.h_before + row * cells.state_step;
  T* const h = cells.h + row * cells.state_step;
  T* const saved = kSaves ? cells.saved + row * cells.saved_step : nullptr;
  for_unit_blocks<T>(cells.units, [&](int64_t first, int units) {
    move<T, kSaves>({cells.of_h + gates_at<kGates>(cells, row, first), cells.bias + 3 * first,
                     x + first, before + first, h + first, saved + first, cells.units},
                    units);
  });
}

template <class T>
void keep_row(const GruForwardCells<T>& cells, int64_t row) {
  const int64_t at = row * cells.state_step;
  for (int64_t u = 0; u < cells.units; ++u) cells.h[at + u] = cells.h_before[at + u];
  save_kept(cells, row, cells.h, cells.saved);
}

template <class T>
void forward(const GruForwardCells<T>& cells) {
  pass_rows(cells, cells.saved != nullptr, keep_row<T>, move_row<T, true>, move_row<T, false>);
}

template <class T>
struct BackwardBlock {
  const T *saved, *more, *h_before;
  T *dh, *dgates, *dx;
  int64_t plane;
};

template <class T, bool kHasMore>
[[gnu::always_inline]] inline void move_back(const BackwardBlock<T>& b, int units) {
  constexpr int n = kLanes<T>;
  const T *const saved = b.saved, *const more = b.more, *const before = b.h_before;
  T *const dh = b.dh, *const dgates = b.dgates, *const dx = b.dx;
  const int64_t plane = b.plane;
#pragma GCC ivdep
  for (int u = 0; u < units; ++u) {
    const T update = saved[u], reset = saved[plane + u], candidate = saved[2 * plane + u];
    const T inner = saved[3 * plane + u];
    T state_grad = dh[u];
    if constexpr (kHasMore) state_grad += more[4 * plane + u];
    T update_grad = state_grad * (before[u] - candidate);
    T candidate_grad = state_grad * (1 - update);
    if constexpr (kHasMore) update_grad += more[u], candidate_grad += more[2 * plane + u];
    const T of_x = candidate_grad * (1 - candidate * candidate);
    T reset_grad = of_x * inner, inner_grad = of_x * reset;
    if constexpr (kHasMore) reset_grad += more[plane + u], inner_grad += more[3 * plane + u];
    dx[u] = dgates[u] = update_grad * update * (1 - update);
    dx[plane + u] = dgates[n + u] = reset_grad * reset * (1 - reset);
    dx[2 * plane + u] = of_x;
    dgates[2 * n + u] = inner_grad;
    dh[u] = state_grad * update;
  }
}

template <class T, bool kHasMore>
void move_row_back(const GruBackwardCells<T>& cells, int64_t row) {
  const T* const saved = cells.saved + row * cells.saved_step;
  const T* const more = kHasMore ? cells.saved_grad + row * cells.saved_step : nullptr;
  const T* const before = cells.h_before + row * cells.h_before_step;
  T* const dh = cells.dh + row * cells.state_step;
  T* const dx = cells.dx + row * cells.x_step;
  for_unit_blocks<T>(cells.units, [&](int64_t first, int units) {
    T* const dgates = cells.dgates + gates_at<kGates>(cells, row, first);
    if (units < kLanes<T>) clear_block<kGates>(dgates);
    move_back<T, kHasMore>(
        {saved + first, more + first, before + first, dh + first, dgates, dx + first, cells.units},
        units);
  });
}

template <class T>
void keep_row_back(const GruBackwardCells<T>& cells, int64_t row) {
  clear_gates<kGates>(cells, cells.dgates, row);
  for (int64_t i = 0; i < kGates * cells.units; ++i) cells.dx[row * cells.x_step + i] = 0;
  add_saved_state_grad(cells, row, cells.saved_grad, cells.dh);
}

template <class T>
void backward(const GruBackwardCells<T>& cells) {
  pass_rows(cells, cells.saved_grad != nullptr, keep_row_back<T>, move_row_back<T, true>,
            move_row_back<T, false>);
}

}  // namespace

template <class T>
const GruTable<T>& gru_table() {
  static constexpr GruTable<T> table{forward<T>, backward<T>, add_units<T>};
  return table;
}
template const GruTable<float>& gru_table<float>();
template const GruTable<double>& gru_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
