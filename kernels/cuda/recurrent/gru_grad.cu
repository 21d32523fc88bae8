// Owns the CUDA kernels of the GRU's gradient: for each step back a kernel with a thread for each
// unit and the product that takes the gates' gradients to h; at the end those of all steps.
#include "kernels/common/attrs/gru_attrs.h"
#include "kernels/cuda/gemm/mixed_matmul.h"
#include "kernels/cuda/recurrent/bias_reduction.h"
#include "kernels/cuda/recurrent/given.h"
#include "kernels/declared/gru.h"

namespace pelton::cuda {
namespace {

// A call as its kernels see it; null: not given.
template <class T, class C = compute_t<T>>
struct GruGrad {
  RecurrentSizes sizes;
  bool go_backwards, zero_output_for_mask;
  const T* initial_h;
  const bool* mask;
  const C* saved;
  const T* sequence_grad;
  const C* saved_grad;
  const T* last_h_grad;
  C *h_grad, *pending;       // (batch, units): of h; of masked outputs
  C* of_gates;               // the product that went to h (batch, units)
  C *gate_grads, *h_before;  // (batch, time, 3 * units) and (batch, time, units), in steps' order
  T *x_grad, *initial_h_grad;
};

template <class T>
__global__ void gru_grad_begin(GruGrad<T> g) {
  using C = compute_t<T>;
  for (int64_t i = first_item(); i < g.sizes.batch * g.sizes.units; i += item_step()) {
    g.h_grad[i] = g.last_h_grad == nullptr ? C(0) : C(g.last_h_grad[i]);
    g.pending[i] = C(0);
    g.of_gates[i] = C(0);
  }
}

template <class T>
__global__ void gru_grad_end(GruGrad<T> g) {
  if (g.initial_h == nullptr) return;
  for (int64_t i = first_item(); i < g.sizes.batch * g.sizes.units; i += item_step())
    g.initial_h_grad[i] = T(g.h_grad[i] + g.of_gates[i]);
}

// The gradient that the step's output brings to its h, or nothing yet where it repeats another's.
template <class T>
__device__ compute_t<T> arrived(const GruGrad<T>& g, int64_t i, int64_t at, bool masked) {
  using C = compute_t<T>;
  const C grad = g.sequence_grad == nullptr ? C(0) : C(g.sequence_grad[at]);
  if (g.mask == nullptr || g.zero_output_for_mask) return masked ? C(0) : grad;
  const C all = g.pending[i] + grad;
  g.pending[i] = masked ? all : C(0);
  return masked ? C(0) : all;
}

// One unit at one step: from the gradient of its h to those of what came from x and from h.
template <class C>
struct GruUnitGrad {
  const C *saved, *more;
  int64_t plane;

  __device__ C saved_grad(int64_t i) const { return more == nullptr ? C(0) : more[i * plane]; }
  // Gives the part of the gradient of h before that is no product.
  template <class T>
  __device__ C to_gates(C state_grad, C before, T* of_x, C* of_h) const {
    const C update = saved[0], reset = saved[plane], candidate = saved[2 * plane];
    const C update_grad = state_grad * (before - candidate) + saved_grad(0);
    const C candidate_grad = state_grad * (C(1) - update) + saved_grad(2);
    const C from_x = candidate_grad * (C(1) - candidate * candidate);
    const C reset_grad = from_x * saved[3 * plane] + saved_grad(1);
    of_h[0] = update_grad * update * (C(1) - update);
    of_h[plane] = reset_grad * reset * (C(1) - reset);
    of_h[2 * plane] = from_x * reset + saved_grad(3);
    of_x[0] = T(of_h[0]);
    of_x[plane] = T(of_h[plane]);
    of_x[2 * plane] = T(from_x);
    return state_grad * update;
  }
};

template <class T>
__global__ void gru_grad_step(GruGrad<T> g, int64_t s) {
  using C = compute_t<T>;
  const int64_t units = g.sizes.units, time = g.sizes.time_of(s, g.go_backwards);
  for (int64_t i = first_item(); i < g.sizes.batch * units; i += item_step()) {
    const int64_t row = i / units, unit = i % units, at = row * g.sizes.time + s;
    const int64_t first = at * kGruSaved * units + unit;
    const GruUnitGrad<C> unit_grad{g.saved + first,
                                   g.saved_grad == nullptr ? nullptr : g.saved_grad + first, units};
    T* const of_x = g.x_grad + (row * g.sizes.time + time) * kGruGates * units + unit;
    C* const of_h = g.gate_grads + at * kGruGates * units + unit;
    const bool masked = g.mask != nullptr && !g.mask[row * g.sizes.time + time];
    const C grad = g.h_grad[i] + g.of_gates[i] + unit_grad.saved_grad(4) +
                   arrived(g, i, at * units + unit, masked);
    C before = g.initial_h == nullptr ? C(0) : C(g.initial_h[i]);
    if (s > 0) before = g.saved[first - units];  // the last plane of the step before
    g.h_before[at * units + unit] = before;
    if (!masked) {
      g.h_grad[i] = unit_grad.to_gates(grad, before, of_x, of_h);
      continue;
    }
    g.h_grad[i] = grad;
    for (int64_t gate = 0; gate < kGruGates; ++gate) {
      of_x[gate * units] = T(0);
      of_h[gate * units] = C(0);
    }
  }
}

// Gradients of the weights from those of all gates.
template <class T, class C = compute_t<T>>
void multiply_gates(const KernelContext& context, const GruGrad<T>& g) {
  const int64_t rows = g.sizes.batch * g.sizes.time, units = g.sizes.units;
  const int64_t gates = kGruGates * units;
  T* const weights = context.out(1).as<T>();
  multiply_mixed(context, units, gates, rows, Strided<C>{g.h_before, 1, units},
                 Strided<C>{g.gate_grads, gates, 1}, weights);
  if (context.attrs<GruGradAttrs>().has_bias && gates > 0)
    reduce_columns_of(context, Columns(rows, gates),
                      BiasReduction<T>{g.gate_grads, gates, weights + units * gates});
}

// The call on `room` for what the kernels keep: three states, and all gates' gradients and h.
template <class T, class C = compute_t<T>>
GruGrad<T> gru_grad_call(const KernelContext& context, const RecurrentSizes& sizes, C* room) {
  const auto& attrs = context.attrs<GruGradAttrs>();
  const int64_t states = sizes.batch * sizes.units;
  C* const gate_grads = room + 3 * states;
  return {sizes,
          attrs.go_backwards,
          attrs.zero_output_for_mask,
          given<T>(context.in(1)),
          given<bool>(context.in(2)),
          context.in(3).as<const C>(),
          given<T>(context.in(4)),
          given<C>(context.in(5)),
          given<T>(context.in(6)),
          room,
          room + states,
          room + 2 * states,
          gate_grads,
          gate_grads + kGruGates * states * sizes.time,
          context.out(0).as<T>(),
          context.out(2).as<T>()};
}

template <class T>
void run_gru_grad(const KernelContext& context) {
  using C = compute_t<T>;
  const TensorView& saved = context.in(3);
  const RecurrentSizes sizes{saved.dim(0), saved.dim(1), 0, saved.dim(3)};
  const int64_t states = sizes.batch * sizes.units, gates = kGruGates * sizes.units;
  const int64_t kept = (3 + (kGruGates + 1) * sizes.time) * states;
  const Workspace room = context.workspace(static_cast<size_t>(kept) * sizeof(C));
  const GruGrad<T> g = gru_grad_call<T>(context, sizes, room.as<C>());
  launch(context, grid_over(states), &gru_grad_begin<T>, g);
  for (int64_t s = sizes.time; s-- > 0;) {
    launch(context, grid_over(states), &gru_grad_step<T>, g, s);
    multiply_mixed(context, sizes.batch, sizes.units, gates,
                   Strided<C>{g.gate_grads + s * gates, sizes.time * gates, 1},
                   Strided<T>{context.in(0).as<const T>(), 1, gates}, g.of_gates);
  }
  launch(context, grid_over(states), &gru_grad_end<T>, g);
  multiply_gates(context, g);
}

}  // namespace

void gru_grad(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() { run_gru_grad<T>(context); });
}

}  // namespace pelton::cuda
