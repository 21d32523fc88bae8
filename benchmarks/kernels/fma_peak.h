// Owns the yardstick of the kernel benchmarks: what one core's multiply-add units can do.
#pragma once

namespace pelton {

// float32 GFLOP/s of independent multiply-adds in registers on the calling thread, in the active
// instruction set: the best of `repeats` measurements of about a millisecond.
double fma_peak_gflops(int repeats);

// CPU seconds that the calling thread has used.
double thread_seconds();

}  // namespace pelton

// The loops, built once per instruction set: twelve chains of `rounds` multiply-adds of a register,
// started from `start` (12 registers). Return a sum, so that nothing can be dropped.
namespace pelton::cpu::generic {
float fma_chains(const float* start, int rounds);
}
namespace pelton::cpu::avx2 {
float fma_chains(const float* start, int rounds);
}
namespace pelton::cpu::avx512 {
float fma_chains(const float* start, int rounds);
}
