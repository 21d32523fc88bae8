// Owns the interface of gathering convolutions whose written pixels have few channels: a product
// per source pixel with all taps at once, whose columns are pixels and so fill the registers, then
// the sum over taps.
#pragma once
#include "kernels/cpu/conv/conv_gather.h"

namespace pelton::cpu {

// True where it is estimated to take less time than register tiles of written channels.
template <class T>
bool is_narrow(const Gather<T>& gather);

// convolve() of such a gather. Each sum runs over channels within a tap, then over taps.
template <class T>
void convolve_narrow(const Gather<T>& gather, const KernelContext& context);

}  // namespace pelton::cpu
