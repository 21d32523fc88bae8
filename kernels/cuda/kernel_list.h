// Owns KernelFunction, the type by which headers declare kernels, and KernelList: the CUDA kernels
// of one header, by which kernel_table.cc offers them to fake GPUs.
#pragma once
#include "runtime/dispatch/kernel_context.h"

namespace pelton {

// `KernelFunction pad, tile;` declares two kernels.
using KernelFunction = void(const KernelContext&);

namespace cuda {

template <Kernel... kernels>
struct KernelList {};

}  // namespace cuda
}  // namespace pelton
