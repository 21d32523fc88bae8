// Owns the split of the conversions: the frequent ones exist for each instruction set.
#pragma once
#include "kernels/cpu/elementwise/elementwise.h"

namespace pelton::cpu {

// The row that converts to the floating dtype `to`; null when `from` is complex.
namespace generic {
Row to_floating_row(DType from, DType to);
}
namespace avx2 {
Row to_floating_row(DType from, DType to);
}
namespace avx512 {
Row to_floating_row(DType from, DType to);
}

}  // namespace pelton::cpu
