// Owns the update of Lamb (You et al., "Large Batch Optimization for Deep Learning", 2019): Adam's
// direction, as long as the rate times the norm of the weights.
#pragma once
#include "kernels/common/training/adam.h"

namespace pelton::updates {

struct LambStep {
  static constexpr GradientPower kReads = GradientPower::square;
  static constexpr SlotNames<2> kSlots{"momentum", "velocity"};
  static constexpr bool kByNorms = true;

  template <class C>
  struct On {
    C rate, rest_1, rest_2, of_m, of_v, epsilon;
    PELTON_HD On(const MomentAttrs& attrs, const StepNumbers& now)
        : rate(static_cast<C>(now.rate)),
          rest_1(static_cast<C>(1.0 - attrs.beta_1)),
          rest_2(static_cast<C>(1.0 - attrs.beta_2)),
          of_m(static_cast<C>(rest_of_power(attrs.beta_1, now.step))),
          of_v(static_cast<C>(rest_of_power(attrs.beta_2, now.step))),
          epsilon(static_cast<C>(attrs.epsilon)) {}
    PELTON_HD void operator()(C&, Gradient<C> g, C* slots) const {
      C &m = slots[0], &v = slots[1];
      m += (g - m) * rest_1;
      v += (g.power - v) * rest_2;
    }
    PELTON_HD C direction(const C* slots) const {
      return slots[0] / of_m / (std::sqrt(slots[1] / of_v) + epsilon);
    }
  };
};

struct Lamb {
  using Attrs = MomentAttrs;
  static constexpr const char* kOp = "lamb_step";
  static constexpr const char* kTfName = "LambStep";
  template <class F>
  static constexpr auto visit(const Attrs&, F&& f) {
    return f.template operator()<LambStep>();
  }
};

}  // namespace pelton::updates
