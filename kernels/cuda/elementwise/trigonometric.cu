// Owns the CUDA kernels of the trigonometric and hyperbolic functors.
#include "kernels/common/functors/functors_trigonometric.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void elementwise<Sin>(const KernelContext&);
template void elementwise<Cos>(const KernelContext&);
template void elementwise<Tan>(const KernelContext&);
template void elementwise<Asin>(const KernelContext&);
template void elementwise<Acos>(const KernelContext&);
template void elementwise<Atan>(const KernelContext&);
template void elementwise<Sinh>(const KernelContext&);
template void elementwise<Cosh>(const KernelContext&);
template void elementwise<Asinh>(const KernelContext&);
template void elementwise<Acosh>(const KernelContext&);
template void elementwise<Atanh>(const KernelContext&);
template void elementwise<Tanh>(const KernelContext&);
template void elementwise<TanhGrad>(const KernelContext&);

}  // namespace pelton::cuda
