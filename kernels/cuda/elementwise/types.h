// Owns the C++ types that dtypes have in CUDA kernels.
#pragma once
#include "kernels/common/functors/functors.h"
#ifdef __CUDACC__
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#error "nvcc needs --expt-relaxed-constexpr: else kernels that call constexpr functions do nothing"
#endif
#include <cuda/std/complex>

namespace pelton {

template <class T>
inline constexpr bool kIsComplex<::cuda::std::complex<T>> = true;
template <>
inline constexpr DType dtype_of<::cuda::std::complex<float>> = DType::complex64;
template <>
inline constexpr DType dtype_of<::cuda::std::complex<double>> = DType::complex128;

}  // namespace pelton
#endif

namespace pelton::cuda {

// CUDA's complex numbers, whose bytes are std::complex's; functors find their functions by the
// type.
#ifdef __CUDACC__
template <class T>
using DeviceComplex = ::cuda::std::complex<T>;
#else
template <class T>
using DeviceComplex = std::complex<T>;
#endif

using ComplexDeviceTypes = Types<DeviceComplex<float>, DeviceComplex<double>>;
using NumericDeviceTypes = Join<RealTypes, ComplexDeviceTypes>;
using DeviceTypes = Join<Types<bool>, NumericDeviceTypes>;

// Like pelton::visit, for the types of the list that are in `dtypes`.
template <class... Ts, class F>
void visit_some(Types<Ts...>, DTypeSet dtypes, DType dtype, F&& f) {
  const bool found =
      ((dtype == dtype_of<Ts> && dtypes.contains(dtype) ? (f.template operator()<Ts>(), true)
                                                        : false) ||
       ...);
  check(found, Code::internal, "no GPU kernel for dtype ", dtype);
}

// A value of 16 bytes.
struct Wide {
  uint64_t low, high;
};

// Calls f with a type that is as wide as `dtype`, for kernels that move values unread.
template <class F>
void visit_width(DType dtype, F&& f) {
  switch (size_of(dtype)) {
    case 1:
      return f.template operator()<uint8_t>();
    case 2:
      return f.template operator()<uint16_t>();
    case 4:
      return f.template operator()<uint32_t>();
    case 8:
      return f.template operator()<uint64_t>();
    default:
      return f.template operator()<Wide>();
  }
}

}  // namespace pelton::cuda
