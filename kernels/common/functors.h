// Owns scalar maths, written once for the CPU and for CUDA.
#pragma once
#include <cmath>

#include "core/dtype.h"

// Marks a function for both processors when nvcc compiles it.
#ifdef __CUDACC__
#define PELTON_HD __host__ __device__ __forceinline__
#else
#define PELTON_HD inline
#endif

namespace pelton {

// The type that arithmetic on T happens in.
template <class T>
struct ComputeType {
  using type = T;
};
template <>
struct ComputeType<Half> {
  using type = float;
};
template <>
struct ComputeType<BFloat16> {
  using type = float;
};
template <class T>
using compute_t = typename ComputeType<T>::type;

struct Add {
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    return a + b;
  }
};

struct Subtract {
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    return a - b;
  }
};

struct Multiply {
  template <class T>
  PELTON_HD T operator()(T a, T b) const {
    return a * b;
  }
};

}  // namespace pelton
