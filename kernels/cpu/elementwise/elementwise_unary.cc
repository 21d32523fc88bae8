// Owns the integer, complex and bool rows of the unary functors and of those of gradients.
#include "kernels/common/functors/functors_gradient.h"
#include "kernels/common/functors/functors_unary.h"
#include "kernels/cpu/elementwise/other_rows.h"

namespace pelton::cpu {

template struct OtherRows<UnaryFunctors>;
template struct OtherRows<GradientFunctors>;

}  // namespace pelton::cpu
