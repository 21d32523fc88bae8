// Owns the LSTM's loops over units. Must not know who multiplies.
#include "kernels/cpu/recurrent/lstm_cell.h"

#include "kernels/common/elementary.h"
#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// Calls f(lanes) with a constant where the block is whole, so that its loops are one register's.
template <class T, class F>
[[gnu::always_inline]] inline void with_lanes(int64_t units, const F& f) {
  if (units == kLanes<T>)
    f(kLanes<T>);
  else
    f(static_cast<int>(units));
}

template <class T>
struct CellRow {
  const T* __restrict z;
  const T* __restrict bias;
  T* __restrict c;
  T* __restrict h;
  T* __restrict saved;
  int64_t plane;
};

template <class T, bool kSaves>
[[gnu::always_inline]] inline void forward_row(const CellRow<T>& r, int units) {
  constexpr int n = kLanes<T>;
  const T* __restrict z = r.z;
  const T* __restrict bias = r.bias;
  T* __restrict c = r.c;
  T* __restrict h = r.h;
  T* __restrict saved = r.saved;
#pragma GCC ivdep
  for (int u = 0; u < units; ++u) {
    const T input = math::sigmoid(z[u] + bias[u]);
    const T forget = math::sigmoid(z[n + u] + bias[n + u]);
    const T candidate = math::tanh(z[2 * n + u] + bias[2 * n + u]);
    const T output = math::sigmoid(z[3 * n + u] + bias[3 * n + u]);
    const T cell = forget * c[u] + input * candidate;
    c[u] = cell;
    h[u] = output * math::tanh(cell);
    if constexpr (kSaves) {
      saved[u] = input;
      saved[r.plane + u] = forget;
      saved[2 * r.plane + u] = candidate;
      saved[3 * r.plane + u] = output;
      saved[4 * r.plane + u] = cell;
    }
  }
}

// h and c stay as they are.
template <class T>
void forward_masked(const CellRow<T>& r, const T* h_before, int64_t units) {
  for (int64_t u = 0; u < units; ++u) {
    r.h[u] = h_before[u];
    if (r.saved == nullptr) continue;
    for (int gate = 0; gate < 4; ++gate) r.saved[gate * r.plane + u] = 0;
    r.saved[4 * r.plane + u] = r.c[u];
  }
}

template <class T>
[[gnu::always_inline]] inline bool is_masked(const LstmCells<T>& cells, int64_t row) {
  return cells.mask != nullptr && !cells.mask[row * cells.mask_step];
}

template <class T, bool kSaves>
void forward_rows(const LstmForwardCells<T>& cells) {
  with_lanes<T>(cells.units, [&](int units) {
    for (int64_t row = 0; row < cells.rows; ++row) {
      const int64_t at = row * cells.state_step;
      const CellRow<T> r{cells.z + row * 4 * kLanes<T>,
                         cells.bias,
                         cells.c + at,
                         cells.h + at,
                         kSaves ? cells.saved + row * cells.saved_step : nullptr,
                         cells.saved_plane};
      if (is_masked(cells, row))
        forward_masked(r, cells.h_before + at, units);
      else
        forward_row<T, kSaves>(r, units);
    }
  });
}

template <class T>
void forward(const LstmForwardCells<T>& cells) {
  if (cells.saved != nullptr)
    forward_rows<T, true>(cells);
  else
    forward_rows<T, false>(cells);
}

template <class T>
struct GradRow {
  const T* saved;
  const T* saved_grad;
  const T* c_before;
  T* dh;
  T* dc;
  T* dz;
  int64_t plane;
};

template <class T, bool kHasSavedGrad>
[[gnu::always_inline]] inline void backward_row(const GradRow<T>& r, int units) {
  constexpr int n = kLanes<T>;
  const T* __restrict saved = r.saved;
  const T* __restrict more = r.saved_grad;
  const T* __restrict c_before = r.c_before;
  T* __restrict dh = r.dh;
  T* __restrict dc = r.dc;
  T* __restrict dz = r.dz;
  const int64_t plane = r.plane;
#pragma GCC ivdep
  for (int u = 0; u < units; ++u) {
    const T input = saved[u], forget = saved[plane + u], candidate = saved[2 * plane + u];
    const T output = saved[3 * plane + u], squashed = math::tanh(saved[4 * plane + u]);
    T cell_grad = dc[u] + dh[u] * output * (1 - squashed * squashed);
    if constexpr (kHasSavedGrad) cell_grad += more[4 * plane + u];
    T input_grad = cell_grad * candidate, forget_grad = cell_grad * c_before[u];
    T candidate_grad = cell_grad * input, output_grad = dh[u] * squashed;
    if constexpr (kHasSavedGrad) {
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

template <class T>
void backward_masked(const GradRow<T>& r, int64_t units) {
  for (int64_t u = 0; u < units; ++u) {
    for (int gate = 0; gate < 4; ++gate) r.dz[gate * kLanes<T> + u] = 0;
    if (r.saved_grad != nullptr) r.dc[u] += r.saved_grad[4 * r.plane + u];
  }
}

template <class T, bool kHasSavedGrad>
void backward_rows(const LstmBackwardCells<T>& cells) {
  with_lanes<T>(cells.units, [&](int units) {
    for (int64_t row = 0; row < cells.rows; ++row) {
      const int64_t at = row * cells.state_step;
      const GradRow<T> r{cells.saved + row * cells.saved_step,
                         kHasSavedGrad ? cells.saved_grad + row * cells.saved_step : nullptr,
                         cells.c_before + row * cells.c_before_step,
                         cells.dh + at,
                         cells.dc + at,
                         cells.dz + row * 4 * kLanes<T>,
                         cells.saved_plane};
      for (int gate = 0; gate < 4; ++gate)
        for (int u = units; u < kLanes<T>; ++u) r.dz[gate * kLanes<T> + u] = 0;
      if (is_masked(cells, row))
        backward_masked(r, units);
      else
        backward_row<T, kHasSavedGrad>(r, units);
    }
  });
}

template <class T>
void backward(const LstmBackwardCells<T>& cells) {
  if (cells.saved_grad != nullptr)
    backward_rows<T, true>(cells);
  else
    backward_rows<T, false>(cells);
}

template <class T>
void add(T* __restrict to, const T* __restrict from, int64_t n) {
  for (int64_t i = 0; i < n; ++i) to[i] += from[i];
}

}  // namespace

template <class T>
const LstmTable<T>& lstm_table() {
  static constexpr LstmTable<T> table{forward<T>, backward<T>, add<T>};
  return table;
}
template const LstmTable<float>& lstm_table<float>();
template const LstmTable<double>& lstm_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
