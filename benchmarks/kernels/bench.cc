// Owns main() of the kernel benchmarks: pelton_kernel_bench [FILTER].
#include "benchmarks/kernels/bench.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "benchmarks/kernels/fma_peak.h"
#include "kernels/cpu/dispatch/isa.h"
#include "runtime/threads/thread_pool.h"

namespace pelton {
namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Call, class Clock>
double time_calls(const Call& call, int calls, const Clock& clock) {
  const double begin = clock();
  for (int i = 0; i < calls; ++i) call();
  return (clock() - begin) / calls;
}

double median(std::vector<double> x) {
  std::nth_element(x.begin(), x.begin() + std::ssize(x) / 2, x.end());
  return x[x.size() / 2];
}

// The wall time of one call on one thread and on two, in runs that take turns.
class WallTimes {
 public:
  template <class Call>
  void add_run(const Call& call, int calls) {
    one_.push_back(run_on(1, call, calls));
    two_.push_back(run_on(2, call, calls));
  }
  double speedup_of_least() const { return std::ranges::min(one_) / std::ranges::min(two_); }
  double speedup_of_medians() const { return median(one_) / median(two_); }

 private:
  // The untimed calls give a thread just started time to find a core of its own.
  template <class Call>
  static double run_on(int threads, const Call& call, int calls) {
    set_num_threads(threads);
    time_calls(call, calls / 2 + 1, wall_seconds);
    return time_calls(call, calls, wall_seconds);
  }

  std::vector<double> one_, two_;
};

struct Timing {
  double cpu = 1e9;  // one thread, CPU time
  double peak = 0;
  WallTimes row, machine;  // the row's, and those of two chains of multiply-adds
};

void run_two_chains() {
  parallel_for(2, 1, [](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) fma_peak_gflops(1);
  });
}

Timing time_row(const BenchRow& row) {
  constexpr int kRepeats = 40, kChainCalls = 2;
  constexpr double kRunSeconds = 0.003;  // short: a minute of a shared machine has few calm ones
  Timing timing;
  set_num_threads(1);
  row.call();
  const double once = time_calls(row.call, 1, wall_seconds);
  const int calls = std::max(1, static_cast<int>(kRunSeconds / std::max(once, 1e-8)));
  for (int i = 0; i < kRepeats; ++i) {
    set_num_threads(1);
    timing.peak = std::max(timing.peak, fma_peak_gflops(1));
    timing.cpu = std::min(timing.cpu, time_calls(row.call, calls, thread_seconds));
    timing.row.add_run(row.call, calls);
    timing.machine.add_run(run_two_chains, kChainCalls);
  }
  return timing;
}

}  // namespace

void run_rows(const std::vector<BenchRow>& rows, std::string_view filter) {
  std::printf("instruction set %s\n", cpu::name(cpu::active_isa()));
  std::printf("%-46s %10s %8s %6s %6s %6s %6s %6s %6s\n", "kernel", "us", "GFLOP/s", "peak",
              "share", "GB/s", "2 thr", "median", "fma");
  for (const BenchRow& row : rows) {
    if (row.name.find(filter) == std::string::npos) continue;
    const Timing t = time_row(row);
    const double gflops = row.work / t.cpu * 1e-9, peak = t.peak * (row.is_double ? 0.5 : 1);
    std::printf("%-46s %10.2f %8.1f %6.1f %5.1f%% %6.1f %6.2f %6.2f %6.2f\n", row.name.c_str(),
                t.cpu * 1e6, gflops, peak, 100 * gflops / peak, row.bytes / t.cpu * 1e-9,
                t.row.speedup_of_least(), t.row.speedup_of_medians(), t.machine.speedup_of_least());
    std::fflush(stdout);
  }
}

}  // namespace pelton

int main(int argc, char** argv) {
  const std::string_view filter = argc > 1 ? argv[1] : "";
  std::vector<pelton::BenchRow> rows;
  for (const auto& family :
       {pelton::matmul_rows(), pelton::conv2d_rows(), pelton::fused_conv2d_rows(),
        pelton::pool2d_rows(), pelton::batch_norm_rows(), pelton::layer_norm_rows(),
        pelton::attention_rows(), pelton::lstm_rows(), pelton::small_ops_rows(),
        pelton::data_feeding_rows()})
    rows.insert(rows.end(), family.begin(), family.end());
  pelton::run_rows(rows, filter);
}
