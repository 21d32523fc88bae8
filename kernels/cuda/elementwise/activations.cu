// Owns the CUDA kernels of the activation functions.
#include "kernels/common/functors/functors_activation.h"
#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {

template void elementwise<Sigmoid>(const KernelContext&);
template void elementwise<SigmoidGrad>(const KernelContext&);
template void elementwise<Relu>(const KernelContext&);
template void elementwise<ReluGrad>(const KernelContext&);
template void elementwise<Relu6>(const KernelContext&);
template void elementwise<Elu>(const KernelContext&);
template void elementwise<Selu>(const KernelContext&);
template void elementwise<Softplus>(const KernelContext&);
template void elementwise<Softsign>(const KernelContext&);
template void elementwise<Silu>(const KernelContext&);
template void elementwise<Gelu>(const KernelContext&);
template void elementwise<GeluGrad>(const KernelContext&);
template void elementwise<LeakyRelu>(const KernelContext&);

}  // namespace pelton::cuda
