// Owns the frequent conversions: from bool and the real dtypes to the floating ones, int32, int64
// and uint8.
#include "kernels/cpu/elementwise/cast.h"
#include "kernels/common/convert.h"
#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

template <class To, class From>
void convert_row(void* const* data, const int64_t* steps, int64_t n, const void*) {
  To* __restrict out = static_cast<To*>(data[0]);
  // Loops over bool do not vectorise, those over its bytes do.
  using Byte = std::conditional_t<std::is_same_v<From, bool>, uint8_t, From>;
  const Byte* __restrict x = static_cast<const Byte*>(data[1]);
  const int64_t step = steps[1];
  if (step == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = convert<To>(x[i]);
  } else {
    for (int64_t i = 0; i < n; ++i) out[i] = convert<To>(x[i * step]);
  }
}

#if defined(__F16C__)
#if defined(__AVX512F__)
[[gnu::always_inline]] inline auto halves_of(const float* x) {
  return _mm512_cvtps_ph(_mm512_loadu_ps(x), _MM_FROUND_TO_NEAREST_INT);
}
#else
[[gnu::always_inline]] inline auto halves_of(const float* x) {
  return _mm256_cvtps_ph(_mm256_loadu_ps(x), _MM_FROUND_TO_NEAREST_INT);
}
#endif

// By the instruction, which keeps more of a NaN than its sign.
template <>
void convert_row<Half, float>(void* const* data, const int64_t* steps, int64_t n, const void*) {
  constexpr int64_t kTogether = Registers::kBytes / 4;
  typedef int16_t Bits __attribute__((vector_size(Registers::kBytes / 2)));
  Half* __restrict out = static_cast<Half*>(data[0]);
  const float* __restrict x = static_cast<const float*>(data[1]);
  const int64_t step = steps[1];
  int64_t i = 0;
  for (; step == 1 && i + kTogether <= n; i += kTogether) {
    const Bits bits = (Bits)halves_of(x + i);
    const Bits nan = (bits & static_cast<int16_t>(0x8000)) | static_cast<int16_t>(0x7e00);
    const Bits kept = (bits & 0x7fff) > 0x7c00 ? nan : bits;
    __builtin_memcpy(static_cast<void*>(out + i), &kept, sizeof kept);
  }
  for (; i < n; ++i) out[i] = convert<Half>(x[i * step]);
}
#endif

template <class To, class... From>
Row row_from(Types<From...>, DType from) {
  Row row = nullptr;
  ((from == dtype_of<From> ? void(row = &convert_row<To, From>) : void()), ...);
  return row;
}

}  // namespace

Row frequent_cast_row(DType from, DType to) {
  Row row = nullptr;
  const auto look = [&]<class To>(Types<To>) {
    if (to == dtype_of<To>) row = row_from<To>(Join<Types<bool>, RealTypes>{}, from);
  };
  const auto look_at = [&]<class... To>(Types<To...>) { (look(Types<To>{}), ...); };
  look_at(Join<FloatingTypes, Types<int32_t, int64_t, uint8_t>>{});
  return row;
}

}  // namespace pelton::cpu::PELTON_ISA
