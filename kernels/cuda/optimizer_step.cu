#include "kernels/cuda/optimizer_step.h"

#include <cmath>

#include "kernels/common/attrs.h"
#include "kernels/cuda/launch.h"

namespace pelton::cuda {
namespace {

constexpr size_t kMaxSlots = 3;

// One parameter with what belongs to it; unused slots are null.
struct Operand {
  void* weights;
  const void* grads;
  void* slots[kMaxSlots];
  int64_t size;
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
__global__ void update(Rule rule, Operand operand) {
  using C = compute_t<T>;
  T* weights = static_cast<T*>(operand.weights);
  for (int64_t i = first_item(); i < operand.size; i += item_step()) {
    C slots[kMaxSlots] = {}, weight = static_cast<C>(weights[i]);
    for (size_t k = 0; k < kMaxSlots; ++k)
      if (operand.slots[k] != nullptr)
        slots[k] = static_cast<C>(static_cast<T*>(operand.slots[k])[i]);
    rule(weight, static_cast<C>(static_cast<const T*>(operand.grads)[i]), slots);
    weights[i] = T(weight);
    for (size_t k = 0; k < kMaxSlots; ++k)
      if (operand.slots[k] != nullptr) static_cast<T*>(operand.slots[k])[i] = T(slots[k]);
  }
}

template <class Rule>
void update_all(const KernelContext& context, const Rule& rule, size_t slots) {
  void (*kernel)(Rule, Operand) = nullptr;
  visit(FloatingTypes{}, context.in(0).dtype, [&]<class T>() { kernel = &update<Rule, T>; });
  const size_t count = context.input_count() / (2 + slots);
  for (size_t i = 0; i < count; ++i) {
    Operand operand{context.in(i).data, context.in(count + i).data, {}, context.in(i).size};
    for (size_t k = 0; k < slots; ++k) operand.slots[k] = context.in((2 + k) * count + i).data;
    launch(context, grid_over(operand.size), kernel, rule, operand);
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
