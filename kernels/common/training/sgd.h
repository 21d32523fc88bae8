// Owns the update of SGD, with momentum and Nesterov's.
#pragma once
#include "kernels/common/training/update_rule.h"

namespace pelton {

struct SgdAttrs {
  double momentum = 0.0;
  bool nesterov = false;
};
template <>
inline constexpr auto fields<SgdAttrs> =
    std::tuple{field("momentum", &SgdAttrs::momentum), field("nesterov", &SgdAttrs::nesterov)};

namespace updates {

template <bool kMomentum, bool kNesterov>
struct SgdStep {
  static constexpr GradientPower kReads = GradientPower::none;
  static constexpr SlotNames<kMomentum> kSlots = [] {
    SlotNames<kMomentum> names{};
    if constexpr (kMomentum) names[0] = "momentum";
    return names;
  }();

  template <class C>
  struct On {
    C rate, momentum;
    PELTON_HD On(const SgdAttrs& attrs, const StepNumbers& now)
        : rate(static_cast<C>(now.rate)), momentum(static_cast<C>(attrs.momentum)) {}
    PELTON_HD void operator()(C& w, Gradient<C> g, C* slots) const {
      if constexpr (kMomentum) {
        C& m = slots[0];
        m = momentum * m - rate * g;
        if constexpr (kNesterov)
          w += momentum * m - rate * g;
        else
          w += m;
      } else {
        w -= rate * g;
      }
    }
  };
};

struct Sgd {
  using Attrs = SgdAttrs;
  static constexpr const char* kOp = "sgd_step";
  static constexpr const char* kTfName = "ResourceApplyGradientDescent";
  template <class F>
  static constexpr auto visit(const Attrs& attrs, F&& f) {
    if (attrs.momentum == 0.0) return f.template operator()<SgdStep<false, false>>();
    if (attrs.nesterov) return f.template operator()<SgdStep<true, true>>();
    return f.template operator()<SgdStep<true, false>>();
  }
};

}  // namespace updates
}  // namespace pelton
