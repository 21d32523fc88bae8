// Owns the integer, complex and bool rows of the binary arithmetic functors.
#include "kernels/common/functors/functors_binary.h"
#include "kernels/cpu/elementwise/other_rows.h"

namespace pelton::cpu {

template struct OtherRows<BinaryFunctors>;

}  // namespace pelton::cpu
