// Owns the update of RMSprop (Hinton's lecture 6e): epsilon inside the root, as in Keras.
#pragma once
#include "kernels/common/training/update_rule.h"

namespace pelton {

struct RmspropAttrs {
  double rho = 0.9;
  double momentum = 0.0;
  double epsilon = 1e-7;
  bool centered = false;
};
template <>
inline constexpr auto fields<RmspropAttrs> = std::tuple{
    field("rho", &RmspropAttrs::rho), field("momentum", &RmspropAttrs::momentum),
    field("epsilon", &RmspropAttrs::epsilon), field("centered", &RmspropAttrs::centered)};

namespace updates {

template <bool kMomentum, bool kCentered>
struct RmspropStep {
  static constexpr GradientPower kReads = GradientPower::square;
  static constexpr SlotNames<1 + kMomentum + kCentered> kSlots = [] {
    SlotNames<1 + kMomentum + kCentered> names{"velocity"};
    if constexpr (kMomentum) names[1] = "momentum";
    if constexpr (kCentered) names[kMomentum ? 2 : 1] = "average_gradient";
    return names;
  }();

  template <class C>
  struct On {
    C rate, rho, rest, momentum, epsilon;
    PELTON_HD On(const RmspropAttrs& attrs, const StepNumbers& now)
        : rate(static_cast<C>(now.rate)),
          rho(static_cast<C>(attrs.rho)),
          rest(static_cast<C>(1.0 - attrs.rho)),
          momentum(static_cast<C>(attrs.momentum)),
          epsilon(static_cast<C>(attrs.epsilon)) {}
    PELTON_HD void operator()(C& w, Gradient<C> g, C* slots) const {
      C& v = slots[0];
      v = rho * v + rest * g.power;
      C spread = v;
      if constexpr (kCentered) {
        C& mean = slots[kMomentum ? 2 : 1];
        mean = rho * mean + rest * g;
        spread = v - mean * mean;
      }
      const C step = rate * g / std::sqrt(spread + epsilon);
      if constexpr (kMomentum) {
        slots[1] = momentum * slots[1] + step;
        w -= slots[1];
      } else {
        w -= step;
      }
    }
  };
};

struct Rmsprop {
  using Attrs = RmspropAttrs;
  static constexpr const char* kOp = "rmsprop_step";
  static constexpr const char* kTfName = "ResourceApplyRMSProp";
  template <class F>
  static constexpr auto visit(const Attrs& attrs, F&& f) {
    if (attrs.momentum == 0.0)
      return attrs.centered ? f.template operator()<RmspropStep<false, true>>()
                            : f.template operator()<RmspropStep<false, false>>();
    return attrs.centered ? f.template operator()<RmspropStep<true, true>>()
                          : f.template operator()<RmspropStep<true, false>>();
  }
};

}  // namespace updates
}  // namespace pelton
