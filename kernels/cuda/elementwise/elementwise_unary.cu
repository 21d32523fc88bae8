// Owns the CUDA kernels of the functors of one operand and of those of gradients.
#include "kernels/common/functors/functors_gradient.h"
#include "kernels/common/functors/functors_unary.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void compile(UnaryFunctors, Kernel*);
template void compile(GradientFunctors, Kernel*);

}  // namespace pelton::cuda
