// Owns the frequent conversions: from bool and the real dtypes to the floating ones, int32, int64
// and uint8.
#include "kernels/cpu/elementwise/cast.h"
#include "kernels/common/convert.h"

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
