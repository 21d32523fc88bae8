// Declares the kernels that sort and search. Equal elements keep their order, in both directions;
// NaN comes after all other numbers.
#pragma once
#include "kernels/cuda/kernel_list.h"

namespace pelton::cpu {

void sort(const KernelContext& context);           // SortAttrs
void argsort(const KernelContext& context);        // ArgsortAttrs; int32
void top_k(const KernelContext& context);          // TopKAttrs; values and indices, largest first
void search_sorted(const KernelContext& context);  // SearchAttrs; in: sorted rows, rows of values

}  // namespace pelton::cpu

namespace pelton::cuda {

KernelFunction sort, argsort, top_k, search_sorted;
using OrderKernels = KernelList<sort, argsort, top_k, search_sorted>;

}  // namespace pelton::cuda
