// Owns the CUDA kernels of the functors of special functions.
#include "kernels/common/functors/functors_special.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void compile(SpecialFunctors, Kernel*);

}  // namespace pelton::cuda
