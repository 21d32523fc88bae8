// Owns the CUDA kernels of the LSTM: the input's products at once, then for each step that of h and
// a kernel with a thread for each unit.
#include "kernels/declared/lstm.h"

#include "kernels/common/attrs/lstm_attrs.h"
#include "kernels/common/elementary.h"
#include "kernels/cuda/gemm/mixed_matmul.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/recurrent/given.h"

namespace pelton::cuda {
namespace {

// A call as its kernels see it; null: not given. T is the operands' type, C that of what is
// computed and saved.
template <class T, class C = compute_t<T>>
struct Lstm {
  RecurrentSizes sizes;
  bool go_backwards, zero_output_for_mask;
  const T *bias, *initial_h, *initial_c;
  const bool* mask;
  const C *of_input, *of_h;  // products: of all times (batch, time, 4 * units), and of the step
  C *h, *c;                  // (batch, units)
  T* sequence;
  C* saved;
  T *last_h, *last_c;
};

template <class T>
__global__ void lstm_begin(Lstm<T> l) {
  using C = compute_t<T>;
  for (int64_t i = first_item(); i < l.sizes.batch * l.sizes.units; i += item_step()) {
    l.h[i] = l.initial_h == nullptr ? C(0) : C(l.initial_h[i]);
    l.c[i] = l.initial_c == nullptr ? C(0) : C(l.initial_c[i]);
  }
}

template <class T>
__global__ void lstm_end(Lstm<T> l) {
  for (int64_t i = first_item(); i < l.sizes.batch * l.sizes.units; i += item_step()) {
    l.last_h[i] = T(l.h[i]);
    l.last_c[i] = T(l.c[i]);
  }
}

// The gates of one unit, behind their activations.
template <class C>
struct Gates {
  C input, forget, candidate, output;
};

template <class T, class C = compute_t<T>>
__device__ Gates<C> gates_of(const Lstm<T>& l, int64_t row, int64_t time, int64_t unit) {
  const int64_t units = l.sizes.units;
  const C* const of_input = l.of_input + (row * l.sizes.time + time) * kLstmGates * units;
  const C* const of_h = l.of_h + row * kLstmGates * units;
  const auto sum = [&](int64_t gate) {
    const int64_t i = gate * units + unit;
    return of_input[i] + of_h[i] + (l.bias == nullptr ? C(0) : C(l.bias[i]));
  };
  return {math::sigmoid(sum(0)), math::sigmoid(sum(1)), math::tanh(sum(2)), math::sigmoid(sum(3))};
}

template <class C>
__device__ void save(C* saved, int64_t plane, const Gates<C>& gates, C cell) {
  if (saved == nullptr) return;
  saved[0] = gates.input;
  saved[plane] = gates.forget;
  saved[2 * plane] = gates.candidate;
  saved[3 * plane] = gates.output;
  saved[4 * plane] = cell;
}

template <class T>
__global__ void lstm_step(Lstm<T> l, int64_t s) {
  using C = compute_t<T>;
  const int64_t units = l.sizes.units, time = l.sizes.time_of(s, l.go_backwards);
  for (int64_t i = first_item(); i < l.sizes.batch * units; i += item_step()) {
    const int64_t row = i / units, unit = i % units, at = row * l.sizes.time + s;
    T* const out = l.sequence + at * units + unit;
    C* const saved = l.saved == nullptr ? nullptr : l.saved + at * kLstmSaved * units + unit;
    if (l.mask != nullptr && !l.mask[row * l.sizes.time + time]) {
      *out = s == 0 || l.zero_output_for_mask ? T(0) : *(out - units);
      save(saved, units, Gates<C>{}, l.c[i]);
      continue;
    }
    const Gates<C> gates = gates_of(l, row, time, unit);
    const C cell = gates.forget * l.c[i] + gates.input * gates.candidate;
    l.c[i] = cell;
    l.h[i] = gates.output * math::tanh(cell);
    *out = T(l.h[i]);
    save(saved, units, gates, cell);
  }
}

template <class T>
void run_lstm(const KernelContext& context) {
  using C = compute_t<T>;
  const auto& attrs = context.attrs<LstmAttrs>();
  const RecurrentSizes sizes = RecurrentSizes::of(context.in(0).shape(), context.in(2).shape());
  const int64_t states = sizes.batch * sizes.units, gates = kLstmGates * sizes.units;
  const int64_t rows = sizes.batch * sizes.time;
  const Workspace room =
      context.workspace(static_cast<size_t>(rows * gates + 6 * states) * sizeof(C));
  C *const of_input = room.as<C>(), *const of_h = of_input + rows * gates;
  C *const h = of_h + kLstmGates * states, *const c = h + states;
  const TensorView& bias = context.in(3);
  const Lstm<T> l{sizes,
                  attrs.go_backwards,
                  attrs.zero_output_for_mask,
                  bias.size == 0 ? nullptr : bias.as<const T>(),
                  given<T>(context.in(4)),
                  given<T>(context.in(5)),
                  given<bool>(context.in(6)),
                  of_input,
                  of_h,
                  h,
                  c,
                  context.out(0).as<T>(),
                  context.out(1).as<C>(),
                  context.out(2).as<T>(),
                  context.out(3).as<T>()};
  launch(context, grid_over(states), &lstm_begin<T>, l);
  multiply_mixed(context, rows, gates, sizes.features,
                 Strided<T>{context.in(0).as<const T>(), sizes.features, 1},
                 Strided<T>{context.in(1).as<const T>(), gates, 1}, of_input);
  for (int64_t s = 0; s < sizes.time; ++s) {
    multiply_mixed(context, sizes.batch, gates, sizes.units, Strided<C>{h, sizes.units, 1},
                   Strided<T>{context.in(2).as<const T>(), gates, 1}, of_h);
    launch(context, grid_over(states), &lstm_step<T>, l, s);
  }
  launch(context, grid_over(states), &lstm_end<T>, l);
}

}  // namespace

void lstm(const KernelContext& context) {
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() { run_lstm<T>(context); });
}

}  // namespace pelton::cuda
