// Owns the update of Ftrl (McMahan et al., "Ad Click Prediction", 2013).
#pragma once
#include "kernels/common/training/update_rule.h"

namespace pelton {

struct FtrlAttrs {
  double learning_rate_power = -0.5;
  double l1_regularization_strength = 0.0;
  double l2_regularization_strength = 0.0;
  double l2_shrinkage_regularization_strength = 0.0;
  double beta = 0.0;
};
template <>
inline constexpr auto fields<FtrlAttrs> = std::tuple{
    field("learning_rate_power", &FtrlAttrs::learning_rate_power),
    field("l1_regularization_strength", &FtrlAttrs::l1_regularization_strength),
    field("l2_regularization_strength", &FtrlAttrs::l2_regularization_strength),
    field("l2_shrinkage_regularization_strength", &FtrlAttrs::l2_shrinkage_regularization_strength),
    field("beta", &FtrlAttrs::beta)};

namespace updates {

struct FtrlStep {
  static constexpr GradientPower kReads = GradientPower::square;
  static constexpr SlotNames<2> kSlots{"accumulator", "linear"};

  template <class C>
  struct On {
    C rate, power, l1, twice_l2, twice_shrinkage;
    PELTON_HD On(const FtrlAttrs& attrs, const StepNumbers& now)
        : rate(static_cast<C>(now.rate)),
          power(static_cast<C>(-attrs.learning_rate_power)),
          l1(static_cast<C>(attrs.l1_regularization_strength)),
          twice_l2(static_cast<C>(2.0 * attrs.l2_regularization_strength + attrs.beta / now.rate)),
          twice_shrinkage(static_cast<C>(2.0 * attrs.l2_shrinkage_regularization_strength)) {}
    PELTON_HD void operator()(C& w, Gradient<C> g, C* slots) const {
      C &squares = slots[0], &linear = slots[1];
      const C before = std::pow(squares, power);
      squares += g.power;
      const C after = std::pow(squares, power);
      linear += g + twice_shrinkage * w - (after - before) / rate * w;
      const C bounded = linear < -l1 ? -l1 : linear > l1 ? l1 : linear;
      w = (bounded - linear) / (after / rate + twice_l2);
    }
  };
};

struct Ftrl {
  using Attrs = FtrlAttrs;
  static constexpr const char* kOp = "ftrl_step";
  static constexpr const char* kTfName = "ResourceApplyFtrlV2";
  template <class F>
  static constexpr auto visit(const Attrs&, F&& f) {
    return f.template operator()<FtrlStep>();
  }
};

}  // namespace updates
}  // namespace pelton
