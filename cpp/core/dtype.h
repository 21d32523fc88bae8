// Owns DType, its table of names and sizes, sets of dtypes, and visit(): from a DType to a C++
// type.
#pragma once
#include <complex>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/half.h"
#include "core/string_element.h"

namespace pelton {

enum class DType : uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  complex64,
  complex128,
  string,  // on hosts only
};
inline constexpr int kDTypeCount = 16;

using Complex64 = std::complex<float>;
using Complex128 = std::complex<double>;

// Name as TensorFlow and NumPy spell it ("float32", "bool").
std::string_view name(DType dtype);
// TensorFlow's C-like name in kernel messages ("float", "int32", "double").
std::string_view kernel_name(DType dtype);
// Bytes per element. Outside of size_of(), where each call would copy it to the stack.
inline constexpr int64_t kItemSizes[kDTypeCount] = {1, 1, 2, 4, 8, 1, 2,  4,
                                                    8, 2, 2, 4, 8, 8, 16, 16};
constexpr int64_t size_of(DType dtype) { return kItemSizes[static_cast<size_t>(dtype)]; }
// The dtype called `name`; raises type_error for an unknown one.
DType parse_dtype(std::string_view name);

inline void append(std::string& out, DType dtype) { out += name(dtype); }

// A set of dtypes, one bit each.
class DTypeSet {
 public:
  constexpr DTypeSet() = default;
  constexpr DTypeSet(std::initializer_list<DType> dtypes) {
    for (DType dtype : dtypes) bits_ |= bit(dtype);
  }
  constexpr bool contains(DType dtype) const { return (bits_ & bit(dtype)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr DTypeSet operator|(DTypeSet other) const { return DTypeSet(bits_ | other.bits_); }
  constexpr DTypeSet operator&(DTypeSet other) const { return DTypeSet(bits_ & other.bits_); }
  constexpr bool operator==(const DTypeSet&) const = default;

 private:
  constexpr explicit DTypeSet(uint32_t bits) : bits_(bits) {}
  static constexpr uint32_t bit(DType dtype) { return 1u << static_cast<int>(dtype); }
  uint32_t bits_ = 0;
};

// Lists the names of a set: "float16, bfloat16, float32, float64".
void append(std::string& out, DTypeSet dtypes);

inline constexpr DTypeSet kBoolean{DType::boolean};
inline constexpr DTypeSet kSigned{DType::int8, DType::int16, DType::int32, DType::int64};
inline constexpr DTypeSet kUnsigned{DType::uint8, DType::uint16, DType::uint32, DType::uint64};
inline constexpr DTypeSet kInteger = kSigned | kUnsigned;
inline constexpr DTypeSet kFloating{DType::float16, DType::bfloat16, DType::float32,
                                    DType::float64};
inline constexpr DTypeSet kComplex{DType::complex64, DType::complex128};
inline constexpr DTypeSet kReal = kInteger | kFloating;
inline constexpr DTypeSet kInexact = kFloating | kComplex;
inline constexpr DTypeSet kNumeric = kReal | kComplex;
// What elements are numbers or truth values: casts, sums, comparisons of size.
inline constexpr DTypeSet kNumericOrBoolean = kNumeric | kBoolean;
inline constexpr DTypeSet kString{DType::string};
// Of ops that move elements without reading them, and of those that tell them apart.
inline constexpr DTypeSet kAnyDType = kNumericOrBoolean | kString;
inline constexpr DTypeSet kIndex{DType::int32, DType::int64};

inline bool is_floating(DType dtype) { return kFloating.contains(dtype); }
inline bool is_integer(DType dtype) { return kInteger.contains(dtype); }
inline bool is_complex(DType dtype) { return kComplex.contains(dtype); }

// The dtype of a complex dtype's parts; other dtypes are their own.
constexpr DType real_dtype(DType dtype) {
  if (dtype == DType::complex64) return DType::float32;
  return dtype == DType::complex128 ? DType::float64 : dtype;
}

template <class T>
inline constexpr DType dtype_of = [] { static_assert(sizeof(T) == 0, "no dtype for T"); }();
template <>
inline constexpr DType dtype_of<bool> = DType::boolean;
template <>
inline constexpr DType dtype_of<int8_t> = DType::int8;
template <>
inline constexpr DType dtype_of<int16_t> = DType::int16;
template <>
inline constexpr DType dtype_of<int32_t> = DType::int32;
template <>
inline constexpr DType dtype_of<int64_t> = DType::int64;
template <>
inline constexpr DType dtype_of<uint8_t> = DType::uint8;
template <>
inline constexpr DType dtype_of<uint16_t> = DType::uint16;
template <>
inline constexpr DType dtype_of<uint32_t> = DType::uint32;
template <>
inline constexpr DType dtype_of<uint64_t> = DType::uint64;
template <>
inline constexpr DType dtype_of<Half> = DType::float16;
template <>
inline constexpr DType dtype_of<BFloat16> = DType::bfloat16;
template <>
inline constexpr DType dtype_of<float> = DType::float32;
template <>
inline constexpr DType dtype_of<double> = DType::float64;
template <>
inline constexpr DType dtype_of<Complex64> = DType::complex64;
template <>
inline constexpr DType dtype_of<Complex128> = DType::complex128;
template <>
inline constexpr DType dtype_of<StringElement> = DType::string;

// Lists of C++ types for visit().
template <class... Ts>
struct Types {};
using FloatingTypes = Types<Half, BFloat16, float, double>;
using IntegerTypes =
    Types<int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t>;
using ComplexTypes = Types<Complex64, Complex128>;
template <class... Lists>
struct JoinTypes;
template <class... A>
struct JoinTypes<Types<A...>> {
  using type = Types<A...>;
};
template <class... A, class... B, class... Rest>
struct JoinTypes<Types<A...>, Types<B...>, Rest...> : JoinTypes<Types<A..., B...>, Rest...> {};
template <class... Lists>
using Join = typename JoinTypes<Lists...>::type;
using RealTypes = Join<IntegerTypes, FloatingTypes>;
using NumericTypes = Join<RealTypes, ComplexTypes>;
// Without strings.
using AllTypes = Join<Types<bool>, NumericTypes>;

// Calls f.operator()<T>() with the C++ type of `dtype`; raises internal if it is not in the list.
template <class... Ts, class F>
void visit(Types<Ts...>, DType dtype, F&& f) {
  const bool found = ((dtype == dtype_of<Ts> ? (f.template operator()<Ts>(), true) : false) || ...);
  check(found, Code::internal, "no kernel for dtype ", dtype);
}

}  // namespace pelton
