// Owns the CUDA kernels of the functors of one operand.
#include "kernels/common/functors/functors_unary.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void compile(UnaryFunctors, Kernel*);

}  // namespace pelton::cuda
