// Owns the CUDA kernels of the trigonometric and hyperbolic functors.
#include "kernels/common/functors/functors_trigonometric.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void compile(TrigonometricFunctors, Kernel*);

}  // namespace pelton::cuda
