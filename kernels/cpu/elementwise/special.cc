// Owns the integer, complex and bool rows of the functors of special functions.
#include "kernels/common/functors/functors_special.h"
#include "kernels/cpu/elementwise/other_rows.h"

namespace pelton::cpu {

template struct OtherRows<SpecialFunctors>;

}  // namespace pelton::cpu
