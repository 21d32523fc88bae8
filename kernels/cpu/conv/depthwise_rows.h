// Owns the interface of the depthwise loops over the pixels of one row. Must not know images.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// Pixels p < count of `channels` elements each, `step` elements apart, which `taps` filter taps
// meet: tap t at from[t] + p * from_step.
template <class T>
struct DepthwiseRun {
  const T* const* from;
  int64_t taps, from_step;
  int64_t count, channels;
  int64_t step;  // of `to`, or of `grad`
};

// The loops of one instruction set; T is float or double.
template <class T>
struct DepthwiseTable {
  // to of pixel p = sum over taps of from * weights[t], channel by channel.
  void (*gather)(const DepthwiseRun<T>& run, const T* const* weights, T* to);
  // sums[t] += sum over pixels of from * grad, channel by channel.
  void (*dots)(const DepthwiseRun<T>& run, const T* grad, T* const* sums);
};

// The loops built for each instruction set.
namespace generic {
template <class T>
const DepthwiseTable<T>& depthwise_table();
}
namespace avx2 {
template <class T>
const DepthwiseTable<T>& depthwise_table();
}
namespace avx512 {
template <class T>
const DepthwiseTable<T>& depthwise_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const DepthwiseTable<T>& depthwise_table(Isa isa);

}  // namespace pelton::cpu
