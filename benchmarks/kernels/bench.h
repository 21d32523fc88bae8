// Owns how one kernel is timed and printed as a share of the multiply-add peak of the same run.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pelton {

struct BenchRow {
  std::string name;
  double work = 0;         // useful floating-point operations of one call
  double bytes = 0;        // compulsory memory traffic of one call
  bool is_double = false;  // compare with the peak of float64, half that of float32
  std::function<void()> call;
};

// The rows of each family; defined in its file.
std::vector<BenchRow> matmul_rows();
std::vector<BenchRow> conv2d_rows();
std::vector<BenchRow> fused_conv2d_rows();
std::vector<BenchRow> pool2d_rows();
std::vector<BenchRow> batch_norm_rows();
std::vector<BenchRow> layer_norm_rows();
std::vector<BenchRow> attention_rows();
std::vector<BenchRow> lstm_rows();
std::vector<BenchRow> small_ops_rows();
std::vector<BenchRow> data_feeding_rows();

// Times the rows whose name contains `filter` in many interleaved runs and prints one thread's
// least CPU time, what it makes of the peak, and two threads' speed-up over one by wall time: of
// the least times ("2 thr"), of the medians ("median"), and beside them that of the least times of
// two chains of multiply-adds, what the machine gives in the same runs ("fma": 2 where both cores
// are free and keep their clock).
void run_rows(const std::vector<BenchRow>& rows, std::string_view filter);

}  // namespace pelton
