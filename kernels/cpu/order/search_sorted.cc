// Owns search_sorted: where values belong in sorted rows.
#include <algorithm>

#include "kernels/common/attrs/order_attrs.h"
#include "kernels/common/order_search.h"
#include "kernels/declared/order.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kSearchGrain = 1024;
constexpr int kTogether = 8;  // searches of one row

template <class T, class I>
void search_rows(const TensorView& rows, const TensorView& values, const TensorView& out,
                 bool after_equal) {
  const int64_t n = rows.dim(static_cast<size_t>(rows.rank()) - 1);
  const int64_t m = values.dim(static_cast<size_t>(values.rank()) - 1);
  parallel_for(out.size, kSearchGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end;) {
      const T* const row = rows.as<const T>() + i / m * n;
      const T* const wanted = values.as<const T>() + i;
      const bool are_together = i % m + kTogether <= m && i + kTogether <= end;
      int64_t counts[kTogether];
      if (are_together)
        count_before<kTogether>(row, n, wanted, after_equal, counts);
      else
        counts[0] = count_before(row, n, *wanted, after_equal);
      for (int k = 0; k < (are_together ? kTogether : 1); ++k, ++i)
        out.as<I>()[i] = static_cast<I>(counts[k]);
    }
  });
}

}  // namespace

void search_sorted(const KernelContext& context) {
  const TensorView &rows = context.in(0), &values = context.in(1), &out = context.out(0);
  const bool after_equal = context.attrs<SearchAttrs>().side == SearchSide::right;
  if (out.size == 0) return;
  visit(RealTypes{}, rows.dtype, [&]<class T>() {
    visit(Types<int32_t, int64_t>{}, out.dtype,
          [&]<class I>() { search_rows<T, I>(rows, values, out, after_equal); });
  });
}

}  // namespace pelton::cpu
