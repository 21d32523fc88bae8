// Owns the CUDA kernels of the functors of one operand.
#include "kernels/common/functors/functors_unary.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void elementwise<Negative>(const KernelContext&);
template void elementwise<Abs>(const KernelContext&);
template void elementwise<Sign>(const KernelContext&);
template void elementwise<Square>(const KernelContext&);
template void elementwise<Sqrt>(const KernelContext&);
template void elementwise<Rsqrt>(const KernelContext&);
template void elementwise<Reciprocal>(const KernelContext&);
template void elementwise<Exp>(const KernelContext&);
template void elementwise<Expm1>(const KernelContext&);
template void elementwise<Log>(const KernelContext&);
template void elementwise<Log1p>(const KernelContext&);
template void elementwise<Erf>(const KernelContext&);
template void elementwise<Floor>(const KernelContext&);
template void elementwise<Ceil>(const KernelContext&);
template void elementwise<Round>(const KernelContext&);
template void elementwise<IsNan>(const KernelContext&);
template void elementwise<IsInf>(const KernelContext&);
template void elementwise<IsFinite>(const KernelContext&);
template void elementwise<Conj>(const KernelContext&);
template void elementwise<Real>(const KernelContext&);
template void elementwise<Imag>(const KernelContext&);
template void elementwise<MakeComplex>(const KernelContext&);

}  // namespace pelton::cuda
