#include "program/row_sums.h"

#include <algorithm>

#include "core/dtype.h"
#include "runtime/thread_pool.h"

namespace pelton {
namespace {

constexpr int64_t kSumBlock = 64;       // elements whose sums are kept on the stack
constexpr int64_t kSumGrain = 1 << 13;  // elements

template <class T>
using Wide = std::conditional_t<std::is_same_v<T, double>, double, float>;

// `count` elements, at most kSumBlock; a fixed number of them becomes vector instructions.
template <class T>
void add_block(const RowSum& sum, int64_t first, int64_t count) {
  Wide<T> sums[kSumBlock] = {}, x[kSumBlock] = {};
  for (size_t p = 0; p < sum.parts.size(); ++p) {
    const T* const from = sum.parts[p].data_as<T>() + first;
    const auto weight = static_cast<Wide<T>>(sum.weights[p]);
    if (count == kSumBlock)
      for (int64_t i = 0; i < kSumBlock; ++i) x[i] = static_cast<Wide<T>>(from[i]);
    else
      for (int64_t i = 0; i < count; ++i) x[i] = static_cast<Wide<T>>(from[i]);
    for (int64_t i = 0; i < kSumBlock; ++i) sums[i] += weight * x[i];
  }
  T* const to = sum.parts[0].data_as<T>() + first;
  for (int64_t i = 0; i < count; ++i) to[i] = static_cast<T>(sums[i]);
}

// Elements [first, last).
void add_range(const RowSum& sum, int64_t first, int64_t last) {
  visit(FloatingTypes{}, sum.parts[0].dtype(), [&]<class T>() {
    for (int64_t i = first; i < last; i += kSumBlock)
      add_block<T>(sum, i, std::min(kSumBlock, last - i));
  });
}

}  // namespace

void add_row_sums(const std::vector<RowSum>& sums) {
  std::vector<int64_t> ends;
  int64_t all = 0;
  for (const RowSum& sum : sums) ends.push_back(all += sum.parts[0].size());
  parallel_for(all, kSumGrain, [&](int64_t begin, int64_t end) {
    auto i = static_cast<size_t>(std::upper_bound(ends.begin(), ends.end(), begin) - ends.begin());
    for (; begin < end; begin = ends[i++]) {
      const int64_t start = ends[i] - sums[i].parts[0].size();
      add_range(sums[i], begin - start, std::min(end, ends[i]) - start);
    }
  });
}

}  // namespace pelton
