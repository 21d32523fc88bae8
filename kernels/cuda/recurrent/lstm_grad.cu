// Owns the CUDA kernels of the LSTM's gradient: for each step back a kernel with a thread for each
// unit and the product that takes the gates' gradients to h; at the end those of all steps.
#include "kernels/common/attrs/lstm_attrs.h"
#include "kernels/common/elementary.h"
#include "kernels/cuda/gemm/mixed_matmul.h"
#include "kernels/cuda/recurrent/bias_reduction.h"
#include "kernels/cuda/recurrent/given.h"
#include "kernels/declared/lstm.h"

namespace pelton::cuda {
namespace {

// A call as its kernels see it; null: not given. Rows of gates are (batch, time) of x.
template <class T, class C = compute_t<T>>
struct LstmGrad {
  RecurrentSizes sizes;
  bool go_backwards, zero_output_for_mask;
  const T *initial_h, *initial_c;
  const bool* mask;
  const T* sequence;
  const C* saved;
  const T* sequence_grad;
  const C* saved_grad;
  const T *last_h_grad, *last_c_grad;
  C *h_grad, *c_grad, *pending;  // (batch, units): of masked rows' h; of masked outputs
  C* of_gates;                   // the product that went to h (batch, units)
  C *gate_grads, *h_before;      // (batch, time, 4 * units) and (batch, time, units)
  T *initial_h_grad, *initial_c_grad;
};

template <class T>
__global__ void lstm_grad_begin(LstmGrad<T> l) {
  using C = compute_t<T>;
  for (int64_t i = first_item(); i < l.sizes.batch * l.sizes.units; i += item_step()) {
    l.h_grad[i] = l.last_h_grad == nullptr ? C(0) : C(l.last_h_grad[i]);
    l.c_grad[i] = l.last_c_grad == nullptr ? C(0) : C(l.last_c_grad[i]);
    l.pending[i] = C(0);
    l.of_gates[i] = C(0);
  }
}

template <class T>
__global__ void lstm_grad_end(LstmGrad<T> l) {
  for (int64_t i = first_item(); i < l.sizes.batch * l.sizes.units; i += item_step()) {
    if (l.initial_h != nullptr) l.initial_h_grad[i] = T(l.h_grad[i] + l.of_gates[i]);
    if (l.initial_c != nullptr) l.initial_c_grad[i] = T(l.c_grad[i]);
  }
}

template <class T>
__device__ bool is_masked(const LstmGrad<T>& l, int64_t row, int64_t s) {
  return l.mask != nullptr && !l.mask[row * l.sizes.time + l.sizes.time_of(s, l.go_backwards)];
}

// What step s of a row that is not masked began with.
template <class T>
__device__ compute_t<T> h_before(const LstmGrad<T>& l, int64_t row, int64_t s, int64_t unit) {
  using C = compute_t<T>;
  const int64_t units = l.sizes.units;
  for (--s; s >= 0; --s)
    if (!is_masked(l, row, s)) return C(l.sequence[(row * l.sizes.time + s) * units + unit]);
  return l.initial_h == nullptr ? C(0) : C(l.initial_h[row * units + unit]);
}

// The gradient that the step's output brings to its h, or nothing yet where it repeats another's.
template <class T>
__device__ compute_t<T> arrived(const LstmGrad<T>& l, int64_t i, int64_t at, bool masked) {
  using C = compute_t<T>;
  const C grad = l.sequence_grad == nullptr ? C(0) : C(l.sequence_grad[at]);
  if (l.mask == nullptr || l.zero_output_for_mask) return masked ? C(0) : grad;
  const C all = l.pending[i] + grad;
  l.pending[i] = masked ? all : C(0);
  return masked ? C(0) : all;
}

// Gradients of a unit's gates, after one of h and c: of what they were computed from, to `out`.
template <class C>
struct UnitGrads {
  const C *saved, *more;
  int64_t plane;

  __device__ C saved_grad(int64_t i) const { return more == nullptr ? C(0) : more[i * plane]; }
  __device__ C to_gates(C h_grad, C c_grad, C c_before, C* out) const {
    const C input = saved[0], forget = saved[plane], candidate = saved[2 * plane];
    const C output = saved[3 * plane], squashed = math::tanh(saved[4 * plane]);
    const C cell = c_grad + h_grad * output * (C(1) - squashed * squashed) + saved_grad(4);
    out[0] = (cell * candidate + saved_grad(0)) * input * (C(1) - input);
    out[plane] = (cell * c_before + saved_grad(1)) * forget * (C(1) - forget);
    out[2 * plane] = (cell * input + saved_grad(2)) * (C(1) - candidate * candidate);
    out[3 * plane] = (h_grad * squashed + saved_grad(3)) * output * (C(1) - output);
    return cell * forget;
  }
};

template <class T>
__global__ void lstm_grad_step(LstmGrad<T> l, int64_t s) {
  using C = compute_t<T>;
  const int64_t units = l.sizes.units;
  for (int64_t i = first_item(); i < l.sizes.batch * units; i += item_step()) {
    const int64_t row = i / units, unit = i % units, at = row * l.sizes.time + s;
    const int64_t place = row * l.sizes.time + l.sizes.time_of(s, l.go_backwards);
    const bool masked = is_masked(l, row, s);
    const C h_grad = l.h_grad[i] + l.of_gates[i] + arrived(l, i, at * units + unit, masked);
    const int64_t first = at * kLstmSaved * units + unit;
    const UnitGrads<C> unit_grads{l.saved + first,
                                  l.saved_grad == nullptr ? nullptr : l.saved_grad + first, units};
    C* const out = l.gate_grads + place * kLstmGates * units + unit;
    C* const before = l.h_before + place * units + unit;
    if (masked) {
      l.h_grad[i] = h_grad;
      l.c_grad[i] += unit_grads.saved_grad(4);
      for (int64_t gate = 0; gate < kLstmGates; ++gate) out[gate * units] = C(0);
      *before = C(0);
      continue;
    }
    C c_before = l.initial_c == nullptr ? C(0) : C(l.initial_c[i]);
    if (s > 0) c_before = l.saved[first - units];  // the last plane of the step before
    l.c_grad[i] = unit_grads.to_gates(h_grad, l.c_grad[i], c_before, out);
    l.h_grad[i] = C(0);
    *before = h_before(l, row, s, unit);
  }
}

// Gradients of x and of the weights from those of all gates.
template <class T, class C = compute_t<T>>
void multiply_gates(const KernelContext& context, const LstmGrad<T>& l) {
  const auto& attrs = context.attrs<LstmGradAttrs>();
  const auto& [batch, time, features, units] = l.sizes;
  const int64_t rows = batch * time, gates = kLstmGates * units;
  const Strided<C> grads{l.gate_grads, gates, 1};
  const T *const x = context.in(0).as<const T>(), *const kernel = context.in(1).as<const T>();
  T* const weights = context.out(1).as<T>();
  if (attrs.input_needed)
    multiply_mixed(context, rows, features, gates, grads, Strided<T>{kernel, 1, gates},
                   context.out(0).as<T>());
  multiply_mixed(context, features, gates, rows, Strided<T>{x, 1, features}, grads, weights);
  multiply_mixed(context, units, gates, rows, Strided<C>{l.h_before, 1, units}, grads,
                 weights + features * gates);
  if (attrs.has_bias && gates > 0)
    reduce_columns_of(context, Columns(rows, gates),
                      BiasReduction<T>{l.gate_grads, gates, weights + (features + units) * gates});
}

// The call on `room` for what the kernels keep: four states, and all gates' gradients and h.
template <class T, class C = compute_t<T>>
LstmGrad<T> grad_call(const KernelContext& context, const RecurrentSizes& sizes, C* room) {
  const auto& attrs = context.attrs<LstmGradAttrs>();
  const int64_t states = sizes.batch * sizes.units;
  C* const gate_grads = room + 4 * states;
  return {sizes,
          attrs.go_backwards,
          attrs.zero_output_for_mask,
          given<T>(context.in(3)),
          given<T>(context.in(4)),
          given<bool>(context.in(5)),
          context.in(6).as<const T>(),
          context.in(7).as<const C>(),
          given<T>(context.in(8)),
          given<C>(context.in(9)),
          given<T>(context.in(10)),
          given<T>(context.in(11)),
          room,
          room + states,
          room + 2 * states,
          room + 3 * states,
          gate_grads,
          gate_grads + kLstmGates * states * sizes.time,
          context.out(2).as<T>(),
          context.out(3).as<T>()};
}

template <class T>
void run_lstm_grad(const KernelContext& context) {
  using C = compute_t<T>;
  const RecurrentSizes sizes = RecurrentSizes::of(context.in(0).shape(), context.in(2).shape());
  const int64_t states = sizes.batch * sizes.units, gates = kLstmGates * sizes.units;
  const int64_t kept = (4 + (kLstmGates + 1) * sizes.time) * states;
  const Workspace room = context.workspace(static_cast<size_t>(kept) * sizeof(C));
  const LstmGrad<T> l = grad_call<T>(context, sizes, room.as<C>());
  launch(context, grid_over(states), &lstm_grad_begin<T>, l);
  for (int64_t s = sizes.time; s-- > 0;) {
    launch(context, grid_over(states), &lstm_grad_step<T>, l, s);
    const int64_t time = sizes.time_of(s, l.go_backwards);
    multiply_mixed(context, sizes.batch, sizes.units, gates,
                   Strided<C>{l.gate_grads + time * gates, sizes.time * gates, 1},
                   Strided<T>{context.in(2).as<const T>(), 1, gates}, l.of_gates);
  }
  launch(context, grid_over(states), &lstm_grad_end<T>, l);
  multiply_gates(context, l);
}

}  // namespace

void lstm_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() { run_lstm_grad<T>(context); });
}

}  // namespace pelton::cuda
