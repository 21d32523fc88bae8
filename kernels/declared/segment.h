// Declares the kernels that work on rows by number.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

// SegmentAttrs; in: rows, the number of each one's segment. Negative numbers belong to none.
void segment_reduce(const KernelContext& context);
void scatter_update(const KernelContext& context);  // in: rows, numbers of some, what these become
void flat_index(const KernelContext& context);      // FlatIndexAttrs; in: index vectors
void bitcast(const KernelContext& context);         // copies the bytes of input 0

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction segment_reduce, scatter_update, flat_index, bitcast;
using SegmentKernels = KernelList<segment_reduce, scatter_update, flat_index, bitcast>;

}  // namespace pelton::cuda
