#include "kernels/cuda/training/optimizer_step.h"

#include <cmath>

#include "kernels/common/attrs/attrs.h"
#include "kernels/cuda/launch.h"

namespace pelton::cuda {
namespace {

constexpr size_t kMaxSlots = 3;

// One parameter with what belongs to it; unused slots are null.
struct Parameter {
  void* weights;
  const void* grads;
  void* slots[kMaxSlots];
  int64_t size;
  int64_t parts;  // that the gradient is the sum of, one after the other

  template <class T>
  PELTON_HD compute_t<T> gradient(int64_t i) const {
    using C = compute_t<T>;
    const T* part = static_cast<const T*>(grads) + i;
    C sum = static_cast<C>(*part);
    for (int64_t p = 1; p < parts; ++p) sum += static_cast<C>(part[p * size]);
    return static_cast<C>(T(sum));
  }
};

// The parameters of one launch, as many as fit its arguments (4 KB): block b works on the last one
// whose first block is not beyond b.
struct Parameters {
  static constexpr int kMost = 64;
  Parameter each[kMost];
  int count = 0;
  unsigned first_block[kMost + 1] = {};

  PELTON_HD int of_block(unsigned block) const {
    int low = 0, high = count;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (first_block[middle] <= block ? low : high) = middle;
    }
    return low;
  }
};

// Rules change one weight and its slots by its gradient.
struct Sgd {
  double learning_rate, momentum;
  bool has_momentum, nesterov;
  template <class C>
  PELTON_HD void operator()(C& w, C g, C* slots) const {
    const C rate(learning_rate), factor(momentum);
    if (!has_momentum) {
      w -= rate * g;
      return;
    }
    slots[0] = factor * slots[0] - rate * g;
    w += nesterov ? factor * slots[0] - rate * g : slots[0];
  }
};

struct Rmsprop {
  double learning_rate, rho, momentum, epsilon;
  bool has_momentum, centered;
  template <class C>
  PELTON_HD void operator()(C& w, C g, C* slots) const {
    const C decay(rho), rest(1.0 - rho);
    C& v = slots[0];
    v = decay * v + rest * (g * g);
    C spread = v;
    if (centered) {
      C& mean = slots[has_momentum ? 2 : 1];
      mean = decay * mean + rest * g;
      spread -= mean * mean;
    }
    const C step = C(learning_rate) * g / std::sqrt(spread + C(epsilon));
    if (has_momentum) slots[1] = C(momentum) * slots[1] + step;
    w -= has_momentum ? slots[1] : step;
  }
};

struct Adam {
  double alpha, beta_1, beta_2, epsilon;
  bool amsgrad;
  template <class C>
  PELTON_HD void operator()(C& w, C g, C* slots) const {
    slots[0] += (g - slots[0]) * C(1.0 - beta_1);
    slots[1] += (g * g - slots[1]) * C(1.0 - beta_2);
    if (amsgrad) slots[2] = slots[1] <= slots[2] ? slots[2] : slots[1];  // a nan stays
    w -= slots[0] * C(alpha) / (std::sqrt(slots[amsgrad ? 2 : 1]) + C(epsilon));
  }
};

template <class Rule, class T>
__global__ void update(Rule rule, Parameters parameters) {
  using C = compute_t<T>;
  const int own = parameters.of_block(blockIdx.x);
  const Parameter& parameter = parameters.each[own];
  const unsigned first = parameters.first_block[own], end = parameters.first_block[own + 1];
  T* weights = static_cast<T*>(parameter.weights);
  const int64_t step = static_cast<int64_t>(end - first) * blockDim.x;
  int64_t i = static_cast<int64_t>(blockIdx.x - first) * blockDim.x + threadIdx.x;
  for (; i < parameter.size; i += step) {
    C slots[kMaxSlots] = {}, weight = static_cast<C>(weights[i]);
    for (size_t k = 0; k < kMaxSlots; ++k)
      if (parameter.slots[k] != nullptr)
        slots[k] = static_cast<C>(static_cast<T*>(parameter.slots[k])[i]);
    rule(weight, parameter.gradient<T>(i), slots);
    weights[i] = T(weight);
    for (size_t k = 0; k < kMaxSlots; ++k)
      if (parameter.slots[k] != nullptr) static_cast<T*>(parameter.slots[k])[i] = T(slots[k]);
  }
}

// One launch for all parameters, or for each Parameters::kMost of them.
template <class Rule>
void update_all(const KernelContext& context, const Rule& rule, size_t slots) {
  void (*kernel)(Rule, Parameters) = nullptr;
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() { kernel = &update<Rule, T>; });
  static_assert(sizeof(Rule) + sizeof(Parameters) <= 4096);
  const size_t count = context.input_count() / (2 + slots);
  Parameters parameters;
  for (size_t i = 0; i < count; ++i) {
    Parameter& own = parameters.each[parameters.count];
    const TensorView &weights = context.in(i), &grads = context.in(count + i);
    const int64_t parts = grads.rank() > weights.rank() ? grads.dim(0) : 1;
    own = {weights.data, grads.data, {}, weights.size, parts};
    for (size_t k = 0; k < slots; ++k) own.slots[k] = context.in((2 + k) * count + i).data;
    const unsigned first = parameters.first_block[parameters.count++];
    const unsigned end = first + grid_over(own.size).blocks.x;
    parameters.first_block[parameters.count] = end;
    if (parameters.count < Parameters::kMost && i + 1 < count) continue;
    launch(context, {dim3(end), dim3(kBlockThreads)}, kernel, rule, parameters);
    parameters.count = 0;
  }
}

}  // namespace

void sgd_step(const KernelContext& context) {
  const auto& a = context.attrs<SgdAttrs>();
  const bool has_momentum = a.momentum != 0.0;
  update_all(context, Sgd{a.learning_rate, a.momentum, has_momentum, a.nesterov},
             has_momentum ? 1 : 0);
}

void rmsprop_step(const KernelContext& context) {
  const auto& a = context.attrs<RmspropAttrs>();
  const bool has_momentum = a.momentum != 0.0;
  const Rmsprop rule{a.learning_rate, a.rho, a.momentum, a.epsilon, has_momentum, a.centered};
  update_all(context, rule, 1u + (has_momentum ? 1 : 0) + (a.centered ? 1 : 0));
}

void adam_step(const KernelContext& context) {
  const auto& a = context.attrs<AdamAttrs>();
  const auto step = static_cast<double>(a.step);
  // Keras rounds the betas to float32 here, and only here.
  const auto rest_of_power = [step](double beta) {
    return 1.0 - std::pow(static_cast<double>(static_cast<float>(beta)), step);
  };
  const double alpha =
      a.learning_rate * std::sqrt(rest_of_power(a.beta_2)) / rest_of_power(a.beta_1);
  update_all(context, Adam{alpha, a.beta_1, a.beta_2, a.epsilon, a.amsgrad}, a.amsgrad ? 3 : 2);
}

}  // namespace pelton::cuda
