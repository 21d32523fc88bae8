// Owns the interface of the loops that add up the parts of one value. Must not know what the parts
// are of.
#pragma once
#include <stdint.h>

#include "kernels/cpu/dispatch/isa.h"

namespace pelton::cpu {

// The loops of one instruction set.
template <class T>
struct PartSumTable {
  // to[i] = 0 + parts[i] * weights[0] + parts[stride + i] * weights[1] + ... in this order, for i
  // in [0, n) and `count` parts; weights null: 1 each. `to` may be one of the parts. Sums of 16-bit
  // floats are float32, rounded once.
  void (*add)(T* to, const T* parts, int64_t stride, const double* weights, int64_t count,
              int64_t n);
};

// The loops built for each instruction set; T is a floating type.
namespace generic {
template <class T>
const PartSumTable<T>& part_sum_table();
}
namespace avx2 {
template <class T>
const PartSumTable<T>& part_sum_table();
}
namespace avx512 {
template <class T>
const PartSumTable<T>& part_sum_table();
}

// Those of `isa`, which this machine must support.
template <class T>
const PartSumTable<T>& part_sum_table(Isa isa);

}  // namespace pelton::cpu
