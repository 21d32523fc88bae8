// Owns the CUDA kernels of comparison, logic and bits.
#include "kernels/common/functors/functors_compare.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void elementwise<Equal>(const KernelContext&);
template void elementwise<NotEqual>(const KernelContext&);
template void elementwise<Less>(const KernelContext&);
template void elementwise<LessEqual>(const KernelContext&);
template void elementwise<Greater>(const KernelContext&);
template void elementwise<GreaterEqual>(const KernelContext&);
template void elementwise<LogicalAnd>(const KernelContext&);
template void elementwise<LogicalOr>(const KernelContext&);
template void elementwise<LogicalXor>(const KernelContext&);
template void elementwise<LogicalNot>(const KernelContext&);
template void elementwise<BitwiseAnd>(const KernelContext&);
template void elementwise<BitwiseOr>(const KernelContext&);
template void elementwise<BitwiseXor>(const KernelContext&);
template void elementwise<BitwiseInvert>(const KernelContext&);
template void elementwise<LeftShift>(const KernelContext&);
template void elementwise<RightShift>(const KernelContext&);

}  // namespace pelton::cuda
