// Owns the integer, complex and bool rows of the activation functors.
#include "kernels/common/functors/functors_activation.h"
#include "kernels/cpu/elementwise/other_rows.h"

namespace pelton::cpu {

template struct OtherRows<ActivationFunctors>;

}  // namespace pelton::cpu
