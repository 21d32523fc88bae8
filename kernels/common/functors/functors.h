// Owns what all functors share. A functor is scalar maths, written once for the CPU and for CUDA: a
// stateless struct with kDTypes, the dtypes it takes, and a call operator. float16 and bfloat16
// never reach it (they are widened to float first), and it never raises.
#pragma once
#include <complex>
#include <type_traits>

#include "core/dtype.h"

// Marks a function for both processors when nvcc compiles it. On the CPU it is always inlined: its
// callers are compiled once per instruction set, and a shared out-of-line copy could be of any.
#ifdef __CUDACC__
#define PELTON_HD __host__ __device__ __forceinline__
#else
#define PELTON_HD [[gnu::always_inline]] inline
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

template <class T>
inline constexpr bool kIsComplex = false;
template <class T>
inline constexpr bool kIsComplex<std::complex<T>> = true;

// The dtype that arithmetic on `dtype` happens in.
constexpr DType compute_dtype(DType dtype) {
  return dtype == DType::float16 || dtype == DType::bfloat16 ? DType::float32 : dtype;
}

// The unsigned type that integer arithmetic wraps around in; narrow types need a wide one, since
// uint16_t * uint16_t would be a signed int that overflows.
template <class T>
using wrap_t = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

// Cost of one result relative to an addition; sizes the pieces that threads get.
template <class F>
inline constexpr int kCost = [] {
  if constexpr (requires { F::kRelativeCost; })
    return F::kRelativeCost;
  else
    return 1;
}();

// F, made from the op's attributes where it has any.
template <class F>
PELTON_HD F make_functor(const void* attrs) {
  if constexpr (requires { typename F::Attrs; })
    return F(*static_cast<const typename F::Attrs*>(attrs));
  else
    return F{};
}

}  // namespace pelton
