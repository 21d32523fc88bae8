// Measures the fused multiply-add peak of this machine, of which every kernel's figure is a share.
// Stands alone on purpose: it must not know the kernels that it judges.
//
// usage: fma_peak [THREADS] [ISA]   ISA: avx512, avx2, neon or generic; default the widest here

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace {

constexpr int kRepeats = 40;
constexpr long kRounds = 1000000;
constexpr float kScale = 0.999999F;  // keeps the accumulators finite

// Runs `rounds` rounds of independent multiply-adds; returns floating-point operations done.
using Loop = double (*)(long rounds, float* sink);

// Twelve chains hide the latency (4 cycles, 2 per cycle) within AVX2's sixteen registers.
constexpr int kChains = 12;

#if defined(__x86_64__)
__attribute__((target("avx512f"))) double avx512_loop(long rounds, float* sink) {
  const __m512 scale = _mm512_set1_ps(kScale);
  const __m512 term = _mm512_set1_ps(1e-6F);
  __m512 sum[kChains];
  for (int i = 0; i < kChains; ++i) sum[i] = _mm512_set1_ps(static_cast<float>(i));
  for (long round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (int i = 0; i < kChains; ++i) sum[i] = _mm512_fmadd_ps(sum[i], scale, term);
  }
  for (int i = 1; i < kChains; ++i) sum[0] = _mm512_add_ps(sum[0], sum[i]);
  float lanes[16];
  _mm512_storeu_ps(lanes, sum[0]);
  *sink = lanes[0] + lanes[15];
  return static_cast<double>(rounds) * kChains * 16 * 2;
}

__attribute__((target("avx2,fma"))) double avx2_loop(long rounds, float* sink) {
  const __m256 scale = _mm256_set1_ps(kScale);
  const __m256 term = _mm256_set1_ps(1e-6F);
  __m256 sum[kChains];
  for (int i = 0; i < kChains; ++i) sum[i] = _mm256_set1_ps(static_cast<float>(i));
  for (long round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (int i = 0; i < kChains; ++i) sum[i] = _mm256_fmadd_ps(sum[i], scale, term);
  }
  for (int i = 1; i < kChains; ++i) sum[0] = _mm256_add_ps(sum[0], sum[i]);
  float lanes[8];
  _mm256_storeu_ps(lanes, sum[0]);
  *sink = lanes[0] + lanes[7];
  return static_cast<double>(rounds) * kChains * 8 * 2;
}
#elif defined(__aarch64__)
double neon_loop(long rounds, float* sink) {
  const float32x4_t scale = vdupq_n_f32(kScale);
  float32x4_t sum[kChains];
  for (int i = 0; i < kChains; ++i) sum[i] = vdupq_n_f32(static_cast<float>(i));
  const float32x4_t term = vdupq_n_f32(1e-6F);
  for (long round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (int i = 0; i < kChains; ++i) sum[i] = vfmaq_f32(term, sum[i], scale);
  }
  for (int i = 1; i < kChains; ++i) sum[0] = vaddq_f32(sum[0], sum[i]);
  *sink = vaddvq_f32(sum[0]);
  return static_cast<double>(rounds) * kChains * 4 * 2;
}
#endif

// What the compiler's baseline makes of it: a multiply and an add, four lanes on x86-64.
double generic_loop(long rounds, float* sink) {
  using Lanes = float __attribute__((vector_size(16)));
  Lanes sum[kChains];
  for (int i = 0; i < kChains; ++i) sum[i] = Lanes{} + static_cast<float>(i);
  for (long round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (int i = 0; i < kChains; ++i) sum[i] = sum[i] * kScale + 1e-6F;
  }
  for (int i = 1; i < kChains; ++i) sum[0] += sum[i];
  *sink = sum[0][0] + sum[0][3];
  return static_cast<double>(rounds) * kChains * 4 * 2;
}

struct Isa {
  const char* name;
  Loop loop;
};

// The instruction sets of this CPU, widest first.
std::vector<Isa> supported() {
  std::vector<Isa> found;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) found.push_back({"avx512", avx512_loop});
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    found.push_back({"avx2", avx2_loop});
  }
#elif defined(__aarch64__)
  found.push_back({"neon", neon_loop});
#endif
  found.push_back({"generic", generic_loop});
  return found;
}

double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Rates {
  std::vector<double> by_cpu;   // GFLOP/s of all threads, each by its own CPU time, per repeat
  std::vector<double> by_wall;  // GFLOP/s of all threads by wall time, per repeat
};

// CPU time leaves out what other processes took, so it gives the peak on a busy machine too; wall
// time says how much of it was to be had.
Rates run(Loop loop, int threads) {
  std::vector<float> sinks(static_cast<size_t>(threads) * 16);
  Rates rates{std::vector<double>(kRepeats, 0.0), std::vector<double>(kRepeats, 0.0)};
  std::mutex adding;
  std::barrier gate(threads);
  const auto body = [&](int thread) {
    float* sink = &sinks[static_cast<size_t>(thread) * 16];
    loop(kRounds / 20, sink);
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      gate.arrive_and_wait();
      const auto start = std::chrono::steady_clock::now();
      const double cpu = thread_cpu_seconds();
      const double gflop = 1e-9 * loop(kRounds, sink);
      const double cpu_seconds = thread_cpu_seconds() - cpu;
      const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
      const std::lock_guard<std::mutex> lock(adding);
      rates.by_cpu[static_cast<size_t>(repeat)] += gflop / cpu_seconds;
      rates.by_wall[static_cast<size_t>(repeat)] += gflop / wall.count();
    }
  };
  std::vector<std::thread> pool;
  for (int thread = 1; thread < threads; ++thread) pool.emplace_back(body, thread);
  body(0);
  for (std::thread& member : pool) member.join();
  std::sort(rates.by_cpu.begin(), rates.by_cpu.end());
  std::sort(rates.by_wall.begin(), rates.by_wall.end());
  return rates;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  const char* wanted = argc > 2 ? argv[2] : nullptr;
  if (threads < 1 || threads > 1024) {
    std::fprintf(stderr, "usage: fma_peak [THREADS] [avx512|avx2|neon|generic]\n");
    return 2;
  }
  for (const Isa& isa : supported()) {
    if (wanted != nullptr && std::strcmp(wanted, isa.name) != 0) continue;
    const Rates rates = run(isa.loop, threads);
    std::printf(
        "{\"isa\": \"%s\", \"threads\": %d, \"peak_gflops\": %.1f, \"median_gflops\": %.1f, "
        "\"wall_gflops\": %.1f}\n",
        isa.name, threads, rates.by_cpu.back(), rates.by_cpu[kRepeats / 2],
        rates.by_wall[kRepeats / 2]);
    return 0;
  }
  std::fprintf(stderr, "fma_peak: this CPU has no %s\n", wanted);
  return 1;
}
