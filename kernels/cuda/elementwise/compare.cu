// Owns the CUDA kernels of comparison, logic and bits.
#include "kernels/common/functors/functors_compare.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void compile(CompareFunctors, Kernel*);

}  // namespace pelton::cuda
