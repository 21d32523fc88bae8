// Owns the CUDA kernels of the activation functions.
#include "kernels/common/functors/functors_activation.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void compile(ActivationFunctors, Kernel*);

}  // namespace pelton::cuda
