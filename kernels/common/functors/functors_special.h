// Owns the functors of special functions: computed in double, whatever the operands' dtype.
#pragma once
#include "kernels/common/elementary.h"
#include "kernels/common/special/bessel.h"
#include "kernels/common/special/incomplete.h"
#include "kernels/common/special/integrals.h"
#include "kernels/common/special/normal.h"

namespace pelton {

struct Lgamma {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 32;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return static_cast<T>(special::lgamma(static_cast<double>(x)));
  }
};

struct Digamma {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 32;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return static_cast<T>(special::digamma(static_cast<double>(x)));
  }
};

struct Erfc {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 16;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return static_cast<T>(std::erfc(static_cast<double>(x)));
  }
};

struct Erfinv {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 64;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return static_cast<T>(special::erfinv(static_cast<double>(x)));
  }
};

struct Ndtri {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 64;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return static_cast<T>(special::ndtri(static_cast<double>(x)));
  }
};

// exp(-|x|) I_n(x).
template <int n>
struct ScaledBesselI {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 64;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return static_cast<T>(special::scaled_bessel_i(n, static_cast<double>(x)));
  }
};
using BesselI0e = ScaledBesselI<0>;
using BesselI1e = ScaledBesselI<1>;

template <int n>
struct BesselI {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 64;
  template <class T>
  PELTON_HD T operator()(T x) const {
    const auto wide = static_cast<double>(x);
    return static_cast<T>(special::scaled_bessel_i(n, wide) * std::exp(std::abs(wide)));
  }
};
using BesselI0 = BesselI<0>;
using BesselI1 = BesselI<1>;

// J_n, Y_n, K_n and exp(x) K_n: functions of the order and a number.
template <double (*function)(int, double), int n>
struct Bessel {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 128;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return static_cast<T>(function(n, static_cast<double>(x)));
  }
};
using BesselJ0 = Bessel<special::bessel_j, 0>;
using BesselJ1 = Bessel<special::bessel_j, 1>;
using BesselY0 = Bessel<special::bessel_y, 0>;
using BesselY1 = Bessel<special::bessel_y, 1>;
using BesselK0 = Bessel<special::bessel_k, 0>;
using BesselK1 = Bessel<special::bessel_k, 1>;
using BesselK0e = Bessel<special::scaled_bessel_k, 0>;
using BesselK1e = Bessel<special::scaled_bessel_k, 1>;

// A function of a number.
template <double (*function)(double)>
struct SpecialIntegral {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 128;
  template <class T>
  PELTON_HD T operator()(T x) const {
    return static_cast<T>(function(static_cast<double>(x)));
  }
};
using Expint = SpecialIntegral<special::expint>;
using Dawsn = SpecialIntegral<special::dawsn>;
using FresnelSin = SpecialIntegral<special::fresnel_sin>;
using FresnelCos = SpecialIntegral<special::fresnel_cos>;
using Spence = SpecialIntegral<special::spence>;

struct Igamma {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 256;
  template <class T>
  PELTON_HD T operator()(T a, T x) const {
    return static_cast<T>(special::incomplete_gamma(a, x, false));
  }
};

struct Igammac {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 256;
  template <class T>
  PELTON_HD T operator()(T a, T x) const {
    return static_cast<T>(special::incomplete_gamma(a, x, true));
  }
};

struct IgammaGradA {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 256;
  template <class T>
  PELTON_HD T operator()(T a, T x) const {
    return static_cast<T>(special::incomplete_gamma_grad(a, x));
  }
};

struct RandomGammaGrad {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 256;
  template <class T>
  PELTON_HD T operator()(T alpha, T sample) const {
    return static_cast<T>(special::gamma_sample_grad(alpha, sample));
  }
};

struct Betainc {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 256;
  template <class T>
  PELTON_HD T operator()(T a, T b, T x) const {
    return static_cast<T>(special::incomplete_beta(a, b, x));
  }
};

struct Zeta {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 128;
  template <class T>
  PELTON_HD T operator()(T x, T q) const {
    return static_cast<T>(special::zeta(x, q));
  }
};

struct Polygamma {
  static constexpr DTypeSet kDTypes = kFloating;
  static constexpr int kRelativeCost = 128;
  template <class T>
  PELTON_HD T operator()(T n, T x) const {
    return static_cast<T>(special::polygamma(n, x));
  }
};

struct NextAfter {
  static constexpr DTypeSet kDTypes{DType::float32, DType::float64};
  template <class T>
  PELTON_HD T operator()(T from, T to) const {
    return std::nextafter(from, to);
  }
};

// x log y, and 0 where x is.
struct Xlogy {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 5;
  template <class T>
  PELTON_HD T operator()(T x, T y) const {
    return x == T(0) ? T(0) : x * math::log(y);
  }
};

struct Xlog1py {
  static constexpr DTypeSet kDTypes = kInexact;
  static constexpr int kRelativeCost = 6;
  template <class T>
  PELTON_HD T operator()(T x, T y) const {
    return x == T(0) ? T(0) : x * math::log1p(y);
  }
};

struct Xdivy {
  static constexpr DTypeSet kDTypes = kInexact;
  template <class T>
  PELTON_HD T operator()(T x, T y) const {
    return x == T(0) ? T(0) : x / y;
  }
};

// How many bits are 1.
struct PopulationCount {
  static constexpr DTypeSet kDTypes = kInteger;
  template <class T>
  PELTON_HD uint8_t operator()(T x) const {
    auto bits = static_cast<uint64_t>(static_cast<std::make_unsigned_t<T>>(x));
    uint8_t count = 0;
    for (; bits != 0; bits &= bits - 1) ++count;
    return count;
  }
};

// All of them, from which the kernels of CPUs and GPUs follow.
using SpecialFunctors =
    Types<BesselJ0, BesselJ1, BesselY0, BesselY1, BesselK0, BesselK1, BesselK0e, BesselK1e, Expint,
          Dawsn, FresnelSin, FresnelCos, Spence, Lgamma, Digamma, Erfc, Erfinv, Ndtri, BesselI0e,
          BesselI1e, BesselI0, BesselI1, Igamma, Igammac, IgammaGradA, RandomGammaGrad, Betainc,
          Zeta, Polygamma, NextAfter, Xlogy, Xlog1py, Xdivy, PopulationCount>;

}  // namespace pelton
