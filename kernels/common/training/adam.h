// Owns the updates of Adam (Kingma and Ba, 2014), in the form before section 2.1 whose epsilon is
// outside the bias correction ("epsilon hat"), as in Keras, and of Nadam and Adamax.
#pragma once
#include "kernels/common/training/update_rule.h"

namespace pelton {

struct MomentAttrs {
  double beta_1 = 0.9;
  double beta_2 = 0.999;
  double epsilon = 1e-7;
};
template <>
inline constexpr auto fields<MomentAttrs> =
    std::tuple{field("beta_1", &MomentAttrs::beta_1), field("beta_2", &MomentAttrs::beta_2),
               field("epsilon", &MomentAttrs::epsilon)};

struct AdamAttrs : MomentAttrs {
  bool amsgrad = false;  // keeps the largest second moment
};
template <>
inline constexpr auto fields<AdamAttrs> =
    std::tuple_cat(fields<MomentAttrs>, std::tuple{field("amsgrad", &AdamAttrs::amsgrad)});

namespace updates {

template <bool kAmsgrad>
struct AdamStep {
  static constexpr GradientPower kReads = GradientPower::square;
  static constexpr SlotNames<2 + kAmsgrad> kSlots = [] {
    SlotNames<2 + kAmsgrad> names{"momentum", "velocity"};
    if constexpr (kAmsgrad) names[2] = "velocity_hat";
    return names;
  }();

  template <class C>
  struct On {
    C alpha, rest_1, rest_2, epsilon;
    PELTON_HD On(const AdamAttrs& attrs, const StepNumbers& now)
        : alpha(static_cast<C>(now.rate * std::sqrt(rest_of_power(attrs.beta_2, now.step)) /
                               rest_of_power(attrs.beta_1, now.step))),
          rest_1(static_cast<C>(1.0 - attrs.beta_1)),
          rest_2(static_cast<C>(1.0 - attrs.beta_2)),
          epsilon(static_cast<C>(attrs.epsilon)) {}
    PELTON_HD void operator()(C& w, Gradient<C> g, C* slots) const {
      C &m = slots[0], &v = slots[1];
      m += (g - m) * rest_1;
      v += (g.power - v) * rest_2;
      if constexpr (kAmsgrad) {
        C& highest = slots[2];
        highest = v <= highest ? highest : v;  // a nan of v stays
        w -= m * alpha / (std::sqrt(highest) + epsilon);
      } else {
        w -= m * alpha / (std::sqrt(v) + epsilon);
      }
    }
  };
};

struct Adam {
  using Attrs = AdamAttrs;
  static constexpr const char* kOp = "adam_step";
  static constexpr const char* kTfName = "ResourceApplyAdam";
  template <class F>
  static constexpr auto visit(const Attrs& attrs, F&& f) {
    return attrs.amsgrad ? f.template operator()<AdamStep<true>>()
                         : f.template operator()<AdamStep<false>>();
  }
};

// Dozat, "Incorporating Nesterov Momentum into Adam" (2016), with its schedule of momenta.
struct NadamStep {
  static constexpr GradientPower kReads = GradientPower::square;
  static constexpr SlotNames<2> kSlots{"momentum", "velocity"};

  template <class C>
  struct On {
    C of_m, of_g, rest_1, rest_2, of_v, rate, epsilon;
    PELTON_HD On(const MomentAttrs& attrs, const StepNumbers& now)
        : rest_1(static_cast<C>(1.0 - attrs.beta_1)),
          rest_2(static_cast<C>(1.0 - attrs.beta_2)),
          of_v(static_cast<C>(rest_of_power(attrs.beta_2, now.step))),
          rate(static_cast<C>(now.rate)),
          epsilon(static_cast<C>(attrs.epsilon)) {
      // The product of beta_1 (1 - 0.96^i / 2) over all steps; from i = 800 on it is beta_1 alone.
      double product = std::pow(attrs.beta_1, now.step), decay = 1.0;
      for (int i = 0; i < 800 && i < now.step; ++i) product *= 1.0 - 0.5 * (decay *= 0.96);
      const double u = attrs.beta_1 * (1.0 - 0.5 * std::pow(0.96, now.step));
      const double next = attrs.beta_1 * (1.0 - 0.5 * std::pow(0.96, now.step + 1));
      of_m = static_cast<C>(next / (1.0 - product * next));
      of_g = static_cast<C>((1.0 - u) / (1.0 - product));
    }
    PELTON_HD void operator()(C& w, Gradient<C> g, C* slots) const {
      C &m = slots[0], &v = slots[1];
      m += (g - m) * rest_1;
      v += (g.power - v) * rest_2;
      w -= (of_m * m + of_g * g) * rate / (std::sqrt(v / of_v) + epsilon);
    }
  };
};

struct Nadam {
  using Attrs = MomentAttrs;
  static constexpr const char* kOp = "nadam_step";
  static constexpr const char* kTfName = "NadamStep";
  template <class F>
  static constexpr auto visit(const Attrs&, F&& f) {
    return f.template operator()<NadamStep>();
  }
};

// Adam by the infinity norm, section 7 of the same paper.
struct AdamaxStep {
  static constexpr GradientPower kReads = GradientPower::size;
  static constexpr SlotNames<2> kSlots{"momentum", "norm"};

  template <class C>
  struct On {
    C rate, rest_1, beta_2, epsilon;
    PELTON_HD On(const MomentAttrs& attrs, const StepNumbers& now)
        : rate(static_cast<C>(now.rate / rest_of_power(attrs.beta_1, now.step))),
          rest_1(static_cast<C>(1.0 - attrs.beta_1)),
          beta_2(static_cast<C>(attrs.beta_2)),
          epsilon(static_cast<C>(attrs.epsilon)) {}
    PELTON_HD void operator()(C& w, Gradient<C> g, C* slots) const {
      C &m = slots[0], &norm = slots[1];
      m += (g - m) * rest_1;
      const C faded = beta_2 * norm;
      norm = g.power <= faded ? faded : g.power;  // a nan of g stays
      w -= rate * m / (norm + epsilon);
    }
  };
};

struct Adamax {
  using Attrs = MomentAttrs;
  static constexpr const char* kOp = "adamax_step";
  static constexpr const char* kTfName = "ResourceApplyAdaMax";
  template <class F>
  static constexpr auto visit(const Attrs&, F&& f) {
    return f.template operator()<AdamaxStep>();
  }
};

}  // namespace updates
}  // namespace pelton
