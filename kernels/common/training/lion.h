// Owns the update of Lion (Chen et al., "Symbolic Discovery of Optimization Algorithms", 2023).
#pragma once
#include "kernels/common/training/update_rule.h"

namespace pelton {

struct LionAttrs {
  double beta_1 = 0.9;
  double beta_2 = 0.99;
};
template <>
inline constexpr auto fields<LionAttrs> =
    std::tuple{field("beta_1", &LionAttrs::beta_1), field("beta_2", &LionAttrs::beta_2)};

namespace updates {

struct LionStep {
  static constexpr GradientPower kReads = GradientPower::none;
  static constexpr SlotNames<1> kSlots{"momentum"};

  template <class C>
  struct On {
    C rate, beta_1, rest_1, beta_2, rest_2;
    PELTON_HD On(const LionAttrs& attrs, const StepNumbers& now)
        : rate(static_cast<C>(now.rate)),
          beta_1(static_cast<C>(attrs.beta_1)),
          rest_1(static_cast<C>(1.0 - attrs.beta_1)),
          beta_2(static_cast<C>(attrs.beta_2)),
          rest_2(static_cast<C>(1.0 - attrs.beta_2)) {}
    PELTON_HD void operator()(C& w, Gradient<C> g, C* slots) const {
      C& m = slots[0];
      const C direction = m * beta_1 + g * rest_1;
      const C sign = direction > C(0) ? C(1) : direction < C(0) ? C(-1) : direction;  // nan stays
      w -= rate * sign;
      m = m * beta_2 + g * rest_2;
    }
  };
};

struct Lion {
  using Attrs = LionAttrs;
  static constexpr const char* kOp = "lion_step";
  static constexpr const char* kTfName = "LionStep";
  template <class F>
  static constexpr auto visit(const Attrs&, F&& f) {
    return f.template operator()<LionStep>();
  }
};

}  // namespace updates
}  // namespace pelton
