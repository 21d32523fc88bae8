// Owns main() of the kernel benchmarks: pelton_kernel_bench [FILTER].
#include "benchmarks/kernels/bench.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "benchmarks/kernels/fma_peak.h"
#include "kernels/cpu/isa.h"
#include "runtime/thread_pool.h"

namespace pelton {
namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double process_seconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Clock>
double time_calls(const BenchRow& row, int calls, const Clock& clock) {
  const double begin = clock();
  for (int i = 0; i < calls; ++i) row.call();
  return (clock() - begin) / calls;
}

struct Timing {
  double cpu = 1e9;       // one thread, CPU time
  double one_wall = 1e9;  // one thread, wall time
  double two_wall = 1e9;  // two threads, wall time
  double two_cpu = 1e9;   // two threads, CPU time of both together
  double peak = 0;
};

Timing time_row(const BenchRow& row) {
  constexpr int kRepeats = 15;
  Timing timing;
  set_num_threads(1);
  row.call();
  const double once = time_calls(row, 1, wall_seconds);
  const int calls = std::max(1, static_cast<int>(0.01 / std::max(once, 1e-8)));
  for (int i = 0; i < kRepeats; ++i) {
    set_num_threads(1);
    timing.peak = std::max(timing.peak, fma_peak_gflops(1));
    timing.cpu = std::min(timing.cpu, time_calls(row, calls, thread_seconds));
    timing.one_wall = std::min(timing.one_wall, time_calls(row, calls, wall_seconds));
    set_num_threads(2);
    const double begin = process_seconds();
    timing.two_wall = std::min(timing.two_wall, time_calls(row, calls, wall_seconds));
    timing.two_cpu = std::min(timing.two_cpu, (process_seconds() - begin) / calls);
  }
  return timing;
}

}  // namespace

void run_rows(const std::vector<BenchRow>& rows, std::string_view filter) {
  std::printf("instruction set %s\n", cpu::name(cpu::active_isa()));
  std::printf("%-46s %10s %8s %6s %6s %6s %6s %6s\n", "kernel", "us", "GFLOP/s", "peak", "share",
              "GB/s", "wall x", "cpu x");
  for (const BenchRow& row : rows) {
    if (row.name.find(filter) == std::string::npos) continue;
    const Timing t = time_row(row);
    const double gflops = row.work / t.cpu * 1e-9, peak = t.peak * (row.is_double ? 0.5 : 1);
    std::printf("%-46s %10.2f %8.1f %6.1f %5.1f%% %6.1f %6.2f %6.2f\n", row.name.c_str(),
                t.cpu * 1e6, gflops, peak, 100 * gflops / peak, row.bytes / t.cpu * 1e-9,
                t.one_wall / t.two_wall, 2 * t.cpu / t.two_cpu);
    std::fflush(stdout);
  }
}

}  // namespace pelton

int main(int argc, char** argv) {
  const std::string_view filter = argc > 1 ? argv[1] : "";
  std::vector<pelton::BenchRow> rows;
  for (const auto& family : {pelton::matmul_rows(), pelton::conv2d_rows(),
                             pelton::fused_conv2d_rows(), pelton::pool2d_rows()})
    rows.insert(rows.end(), family.begin(), family.end());
  pelton::run_rows(rows, filter);
}
