// Owns the integer, complex and bool rows of the functors of comparison, logic and bits.
#include "kernels/common/functors/functors_compare.h"
#include "kernels/cpu/elementwise/other_rows.h"

namespace pelton::cpu {

template struct OtherRows<CompareFunctors>;

}  // namespace pelton::cpu
