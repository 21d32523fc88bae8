// Owns the loops that add up the parts of one value: a block's sums stay in registers while the
// parts pass by.
#include "kernels/cpu/reduce/partial_sums.h"

#include <algorithm>

#include "kernels/common/functors/functors.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

constexpr int64_t kBlock = 64;       // elements whose sums are kept
constexpr int64_t kSmallBlock = 16;  // those of what is left

template <class T>
compute_t<T> weight_of(const double* weights, int64_t part) {
  return weights == nullptr ? compute_t<T>(1) : compute_t<T>(weights[part]);
}

// A fixed number of elements becomes vector instructions.
template <int64_t Block, class T>
void add_block(T* to, const T* parts, int64_t stride, const double* weights, int64_t count) {
  using C = compute_t<T>;
  C sums[Block] = {};
  for (int64_t p = 0; p < count; ++p, parts += stride) {
    const C weight = weight_of<T>(weights, p);
    for (int64_t i = 0; i < Block; ++i) sums[i] += weight * C(parts[i]);
  }
  for (int64_t i = 0; i < Block; ++i) to[i] = T(sums[i]);
}

template <class T>
void add(T* to, const T* parts, int64_t stride, const double* weights, int64_t count, int64_t n) {
  using C = compute_t<T>;
  int64_t i = 0;
  for (; n - i >= kBlock; i += kBlock) add_block<kBlock>(to + i, parts + i, stride, weights, count);
  for (; n - i >= kSmallBlock; i += kSmallBlock)
    add_block<kSmallBlock>(to + i, parts + i, stride, weights, count);
  for (; i < n; ++i) {
    C sum(0);
    for (int64_t p = 0; p < count; ++p) sum += weight_of<T>(weights, p) * C(parts[p * stride + i]);
    to[i] = T(sum);
  }
}

}  // namespace

template <class T>
const PartSumTable<T>& part_sum_table() {
  static constexpr PartSumTable<T> table{add<T>};
  return table;
}
template const PartSumTable<Half>& part_sum_table<Half>();
template const PartSumTable<BFloat16>& part_sum_table<BFloat16>();
template const PartSumTable<float>& part_sum_table<float>();
template const PartSumTable<double>& part_sum_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
