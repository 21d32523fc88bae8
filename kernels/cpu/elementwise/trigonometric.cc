// Owns the integer, complex and bool rows of the trigonometric and hyperbolic functors.
#include "kernels/common/functors/functors_trigonometric.h"
#include "kernels/cpu/elementwise/other_rows.h"

namespace pelton::cpu {

template struct OtherRows<TrigonometricFunctors>;

}  // namespace pelton::cpu
