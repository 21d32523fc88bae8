// Owns the CUDA kernels of the GRU: for each step the product of h and a kernel with a thread for
// each unit.
#include "kernels/declared/gru.h"

#include "kernels/common/attrs/gru_attrs.h"
#include "kernels/common/elementary.h"
#include "kernels/cuda/gemm/mixed_matmul.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/recurrent/given.h"

namespace pelton::cuda {
namespace {

// A call as its kernels see it; null: not given. T is the operands' type, C that of what is
// computed and saved.
template <class T, class C = compute_t<T>>
struct Gru {
  RecurrentSizes sizes;
  bool go_backwards, zero_output_for_mask;
  const T *x, *bias, *initial_h;
  const bool* mask;
  const C* of_h;  // the step's product (batch, 3 * units)
  C* h;           // (batch, units)
  T* sequence;
  C* saved;
  T* last_h;
};

template <class T>
__global__ void gru_begin(Gru<T> g) {
  using C = compute_t<T>;
  for (int64_t i = first_item(); i < g.sizes.batch * g.sizes.units; i += item_step())
    g.h[i] = g.initial_h == nullptr ? C(0) : C(g.initial_h[i]);
}

template <class T>
__global__ void gru_end(Gru<T> g) {
  for (int64_t i = first_item(); i < g.sizes.batch * g.sizes.units; i += item_step())
    g.last_h[i] = T(g.h[i]);
}

// What is saved of one unit.
template <class C>
struct GruUnit {
  C update, reset, candidate, inner, state;
};

template <class C>
__device__ void save(C* saved, int64_t plane, const GruUnit<C>& unit) {
  if (saved == nullptr) return;
  saved[0] = unit.update;
  saved[plane] = unit.reset;
  saved[2 * plane] = unit.candidate;
  saved[3 * plane] = unit.inner;
  saved[4 * plane] = unit.state;
}

template <class T, class C = compute_t<T>>
__device__ GruUnit<C> unit_of(const Gru<T>& g, int64_t row, int64_t time, int64_t unit) {
  const int64_t units = g.sizes.units, width = kGruGates * units;
  const T* const x = g.x + (row * g.sizes.time + time) * width + unit;
  const C* const of_h = g.of_h + row * width + unit;
  const auto inner = [&](int64_t gate) {
    return of_h[gate * units] + (g.bias == nullptr ? C(0) : C(g.bias[gate * units + unit]));
  };
  GruUnit<C> out{math::sigmoid(C(x[0]) + inner(0)), math::sigmoid(C(x[units]) + inner(1)), C(0),
                 inner(2), C(0)};
  out.candidate = math::tanh(C(x[2 * units]) + out.reset * out.inner);
  out.state = out.update * g.h[row * units + unit] + (C(1) - out.update) * out.candidate;
  return out;
}

template <class T>
__global__ void gru_step(Gru<T> g, int64_t s) {
  using C = compute_t<T>;
  const int64_t units = g.sizes.units, time = g.sizes.time_of(s, g.go_backwards);
  for (int64_t i = first_item(); i < g.sizes.batch * units; i += item_step()) {
    const int64_t row = i / units, unit = i % units, at = row * g.sizes.time + s;
    T* const out = g.sequence + at * units + unit;
    C* const saved = g.saved == nullptr ? nullptr : g.saved + at * kGruSaved * units + unit;
    if (g.mask != nullptr && !g.mask[row * g.sizes.time + time]) {
      *out = s == 0 || g.zero_output_for_mask ? T(0) : *(out - units);
      save(saved, units, GruUnit<C>{C(0), C(0), C(0), C(0), g.h[i]});
      continue;
    }
    const GruUnit<C> made = unit_of(g, row, time, unit);
    g.h[i] = made.state;
    *out = T(made.state);
    save(saved, units, made);
  }
}

template <class T>
void run_gru(const KernelContext& context) {
  using C = compute_t<T>;
  const auto& attrs = context.attrs<GruAttrs>();
  const Shape& x = context.in(0).shape();
  const RecurrentSizes sizes{x[0], x[1], 0, context.in(1).dim(0)};
  const int64_t states = sizes.batch * sizes.units, gates = kGruGates * sizes.units;
  const Workspace room = context.workspace(static_cast<size_t>(4 * states) * sizeof(C));
  C *const of_h = room.as<C>(), *const h = of_h + kGruGates * states;
  const TensorView& bias = context.in(2);
  const Gru<T> g{sizes,
                 attrs.go_backwards,
                 attrs.zero_output_for_mask,
                 context.in(0).as<const T>(),
                 bias.size == 0 ? nullptr : bias.as<const T>(),
                 given<T>(context.in(3)),
                 given<bool>(context.in(4)),
                 of_h,
                 h,
                 context.out(0).as<T>(),
                 context.out(1).as<C>(),
                 context.out(2).as<T>()};
  launch(context, grid_over(states), &gru_begin<T>, g);
  for (int64_t s = 0; s < sizes.time; ++s) {
    multiply_mixed(context, sizes.batch, gates, sizes.units, Strided<C>{h, sizes.units, 1},
                   Strided<T>{context.in(1).as<const T>(), gates, 1}, of_h);
    launch(context, grid_over(states), &gru_step<T>, g, s);
  }
  launch(context, grid_over(states), &gru_end<T>, g);
}

}  // namespace

void gru(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() { run_gru<T>(context); });
}

}  // namespace pelton::cuda
