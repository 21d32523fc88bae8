// Owns the functors of comparison, logic and bits.
#pragma once
#include <limits>

#include "kernels/common/functors/functors.h"

namespace pelton {

struct Equal {
  static constexpr DTypeSet kDTypes = kAnyDType;
  template <class T>
  PELTON_HD bool operator()(T a, T b) const {
    return a == b;
  }
};

struct NotEqual {
  static constexpr DTypeSet kDTypes = kAnyDType;
  template <class T>
  PELTON_HD bool operator()(T a, T b) const {
    return a != b;
  }
};

struct Less {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD bool operator()(T a, T b) const {
    return a < b;
  }
};

struct LessEqual {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD bool operator()(T a, T b) const {
    return a <= b;
  }
};

struct Greater {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD bool operator()(T a, T b) const {
    return a > b;
  }
};

struct GreaterEqual {
  static constexpr DTypeSet kDTypes = kReal;
  template <class T>
  PELTON_HD bool operator()(T a, T b) const {
    return a >= b;
  }
};

struct LogicalAnd {
  static constexpr DTypeSet kDTypes = kBoolean;
  PELTON_HD bool operator()(bool a, bool b) const { return a & b; }
};

struct LogicalOr {
  static constexpr DTypeSet kDTypes = kBoolean;
  PELTON_HD bool operator()(bool a, bool b) const { return a | b; }
};

struct LogicalXor {
  static constexpr DTypeSet kDTypes = kBoolean;
  PELTON_HD bool operator()(bool a, bool b) const { return a != b; }
};

struct LogicalNot {
  static constexpr DTypeSet kDTypes = kBoolean;
  PELTON_HD bool operator()(bool a) const { return !a; }
};

struct BitwiseAnd {
  static constexpr DTypeSet kDTypes = kInteger;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};

struct BitwiseOr {
  static constexpr DTypeSet kDTypes = kInteger;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};

struct BitwiseXor {
  static constexpr DTypeSet kDTypes = kInteger;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};

struct BitwiseInvert {
  static constexpr DTypeSet kDTypes = kInteger;
  template <class T>
  PELTON_HD T operator()(T a) const {
    return static_cast<T>(~a);
  }
};

// A shift amount outside [0, bits) counts as the nearer end, as in TensorFlow's CPU kernels.
template <class T>
PELTON_HD int shift_amount(T b) {
  constexpr T kLast = static_cast<T>(sizeof(T) * 8 - 1);
  return static_cast<int>(b < 0 ? T(0) : (b > kLast ? kLast : b));
}

struct LeftShift {
  static constexpr DTypeSet kDTypes = kInteger;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    return static_cast<T>(static_cast<wrap_t<T>>(a) << shift_amount(b));
  }
};

// Arithmetic for signed integers.
struct RightShift {
  static constexpr DTypeSet kDTypes = kInteger;
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    return static_cast<T>(a >> shift_amount(b));
  }
};

// All of them, from which the kernels of CPUs and GPUs follow.
using CompareFunctors = Types<Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, LogicalAnd,
                              LogicalOr, LogicalXor, LogicalNot, BitwiseAnd, BitwiseOr, BitwiseXor,
                              BitwiseInvert, LeftShift, RightShift>;

}  // namespace pelton
