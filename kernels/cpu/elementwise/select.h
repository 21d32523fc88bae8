// Declares the rows of where, compiled once per instruction set.
#pragma once
#include "kernels/cpu/elementwise/elementwise.h"

namespace pelton::cpu {

// condition ? x : y for elements of `size` bytes; null for more than 8.
namespace generic {
Row select_row(int64_t size);
}
namespace avx2 {
Row select_row(int64_t size);
}
namespace avx512 {
Row select_row(int64_t size);
}

}  // namespace pelton::cpu
