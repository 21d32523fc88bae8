// Owns the split of the conversions: the frequent ones exist for each instruction set.
#pragma once
#include "kernels/cpu/elementwise/elementwise.h"

namespace pelton::cpu {

// The row that converts bool and real numbers to floating ones, int32, int64 and uint8; null for
// other dtypes.
namespace generic {
Row frequent_cast_row(DType from, DType to);
}
namespace avx2 {
Row frequent_cast_row(DType from, DType to);
}
namespace avx512 {
Row frequent_cast_row(DType from, DType to);
}

}  // namespace pelton::cpu
