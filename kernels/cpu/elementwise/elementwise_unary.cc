// Owns the integer, complex and bool rows of the unary functors.
#include "kernels/common/functors/functors_unary.h"
#include "kernels/cpu/elementwise/other_rows.h"

namespace pelton::cpu {

template struct OtherRows<UnaryFunctors>;

}  // namespace pelton::cpu
