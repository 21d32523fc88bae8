// Owns KernelList: the CUDA kernels of one header, by which kernel_table.cc offers them to fake
// GPUs.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cuda {

template <Kernel... kernels>
struct KernelList {};

}  // namespace pelton::cuda
