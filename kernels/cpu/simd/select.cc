// Owns the float32 and float64 rows of the functor of clip_by_value, and the rows of where for
// elements of 1 to 8 bytes.
#include "kernels/cpu/elementwise/select.h"
#include "kernels/common/functors/functors_select.h"
#include "kernels/cpu/simd/float_row.h"

namespace pelton::cpu::PELTON_ISA {

template struct FloatRows<SelectFunctors>;

namespace {

// Loops over bool do not vectorise, those over its bytes do.
struct SelectByByte {
  template <class T>
  T operator()(uint8_t condition, T x, T y) const {
    return condition != 0 ? x : y;
  }
};

}  // namespace

Row select_row(int64_t size) {
  switch (size) {
    case 1:
      return &ternary_row<SelectByByte, uint8_t, uint8_t>;
    case 2:
      return &ternary_row<SelectByByte, uint8_t, uint16_t>;
    case 4:
      return &ternary_row<SelectByByte, uint8_t, uint32_t>;
    case 8:
      return &ternary_row<SelectByByte, uint8_t, uint64_t>;
    default:
      return nullptr;
  }
}

}  // namespace pelton::cpu::PELTON_ISA
