// Owns the updates of Adagrad (Duchi et al., 2011) and Adadelta (Zeiler, 2012).
#pragma once
#include "kernels/common/training/update_rule.h"

namespace pelton {

struct AdagradAttrs {
  double epsilon = 1e-7;
};
template <>
inline constexpr auto fields<AdagradAttrs> = std::tuple{field("epsilon", &AdagradAttrs::epsilon)};

struct AdadeltaAttrs {
  double rho = 0.95;
  double epsilon = 1e-7;
};
template <>
inline constexpr auto fields<AdadeltaAttrs> =
    std::tuple{field("rho", &AdadeltaAttrs::rho), field("epsilon", &AdadeltaAttrs::epsilon)};

namespace updates {

struct AdagradStep {
  static constexpr GradientPower kReads = GradientPower::square;
  static constexpr SlotNames<1> kSlots{"accumulator"};

  template <class C>
  struct On {
    C rate, epsilon;
    PELTON_HD On(const AdagradAttrs& attrs, const StepNumbers& now)
        : rate(static_cast<C>(now.rate)), epsilon(static_cast<C>(attrs.epsilon)) {}
    PELTON_HD void operator()(C& w, Gradient<C> g, C* slots) const {
      slots[0] += g.power;
      w -= rate * g / std::sqrt(slots[0] + epsilon);
    }
  };
};

struct Adagrad {
  using Attrs = AdagradAttrs;
  static constexpr const char* kOp = "adagrad_step";
  static constexpr const char* kTfName = "ResourceApplyAdagradV2";
  template <class F>
  static constexpr auto visit(const Attrs&, F&& f) {
    return f.template operator()<AdagradStep>();
  }
};

struct AdadeltaStep {
  static constexpr GradientPower kReads = GradientPower::square;
  static constexpr SlotNames<2> kSlots{"accumulated_grad", "accumulated_delta_var"};

  template <class C>
  struct On {
    C rate, rho, rest, epsilon;
    PELTON_HD On(const AdadeltaAttrs& attrs, const StepNumbers& now)
        : rate(static_cast<C>(now.rate)),
          rho(static_cast<C>(attrs.rho)),
          rest(static_cast<C>(1.0 - attrs.rho)),
          epsilon(static_cast<C>(attrs.epsilon)) {}
    PELTON_HD void operator()(C& w, Gradient<C> g, C* slots) const {
      C &squares = slots[0], &changes = slots[1];
      squares = rho * squares + rest * g.power;
      const C length = std::sqrt(changes + epsilon) / std::sqrt(squares + epsilon);
      changes = rho * changes + rest * (length * length * g.power);
      w -= rate * (length * g);
    }
  };
};

struct Adadelta {
  using Attrs = AdadeltaAttrs;
  static constexpr const char* kOp = "adadelta_step";
  static constexpr const char* kTfName = "ResourceApplyAdadelta";
  template <class F>
  static constexpr auto visit(const Attrs&, F&& f) {
    return f.template operator()<AdadeltaStep>();
  }
};

}  // namespace updates
}  // namespace pelton
