// Owns timing the multiply-add chains of the active instruction set.
#include "benchmarks/kernels/fma_peak.h"

#include <time.h>

#include <algorithm>
#include <vector>

#include "kernels/cpu/gemm/gemm.h"

namespace pelton {
namespace {

float run_chains(const float* start, int rounds) {
#if PELTON_X86
  if (cpu::active_isa() == cpu::Isa::avx512) return cpu::avx512::fma_chains(start, rounds);
  if (cpu::active_isa() == cpu::Isa::avx2) return cpu::avx2::fma_chains(start, rounds);
#endif
  return cpu::generic::fma_chains(start, rounds);
}

}  // namespace

double thread_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double fma_peak_gflops(int repeats) {
  constexpr int kRounds = 500000;
  const int lanes = cpu::gemm_table<float>(cpu::active_isa()).lanes;
  std::vector<float> start(static_cast<size_t>(12 * lanes));
  for (size_t i = 0; i < start.size(); ++i) start[i] = static_cast<float>(i);
  double best = 0;
  volatile float sink = 0;
  for (int i = 0; i < repeats; ++i) {
    const double begin = thread_seconds();
    sink = sink + run_chains(start.data(), kRounds);
    const double seconds = thread_seconds() - begin;
    best = std::max(best, 2e-9 * 12 * kRounds * lanes / seconds);
  }
  return best;
}

}  // namespace pelton
