#include "program/exec/partial_sums.h"

#include <algorithm>

#include "core/dtype.h"
#include "kernels/cpu/reduce/partial_sums.h"
#include "runtime/threads/thread_pool.h"

namespace pelton {
namespace {

constexpr int64_t kSumGrain = 1 << 13;  // elements

// Elements [first, last).
void add_range(const RowSum& sum, int64_t first, int64_t last) {
  visit(FloatingTypes{}, sum.total.dtype(), [&]<class T>() {
    cpu::part_sum_table<T>(cpu::active_isa())
        .add(sum.total.data_as<T>() + first, sum.parts.data_as<T>() + first, sum.total.size(),
             sum.weights.data(), std::ssize(sum.weights), last - first);
  });
}

}  // namespace

void add_row_sums(const std::vector<RowSum>& sums) {
  std::vector<int64_t> ends;
  int64_t all = 0;
  for (const RowSum& sum : sums) ends.push_back(all += sum.total.size());
  parallel_for(all, kSumGrain, [&](int64_t begin, int64_t end) {
    auto i = static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), begin) - ends.begin());
    for (; begin < end; begin = ends[i++]) {
      const int64_t start = ends[i] - sums[i].total.size();
      add_range(sums[i], begin - start, std::min(end, ends[i]) - start);
    }
  });
}

}  // namespace pelton
