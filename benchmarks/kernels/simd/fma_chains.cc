// Owns the register-only multiply-add loop. Must not touch memory inside it.
#include "benchmarks/kernels/fma_peak.h"
#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {

float fma_chains(const float* start, int rounds) {
  constexpr int kChains = 12;  // at least latency times units: 4 * 2
  const Vec<float> scale = splat(0.999f), shift = splat(0.001f);
  Vec<float> x[kChains];
#pragma GCC unroll 12
  for (int i = 0; i < kChains; ++i) load(x[i], start + i * kLanes<float>);
  for (int round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (int i = 0; i < kChains; ++i) {
      Vec<float> next = shift;
      multiply_add(next, x[i], scale);
      x[i] = next;
    }
  }
  Vec<float> sum{};
#pragma GCC unroll 12
  for (int i = 0; i < kChains; ++i) sum += x[i];
  float lanes[kLanes<float>], total = 0;
  store(lanes, sum);
  for (int i = 0; i < kLanes<float>; ++i) total += lanes[i];
  return total;
}

}  // namespace pelton::cpu::PELTON_ISA
