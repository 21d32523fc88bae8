// Owns the CUDA kernel of search_sorted: a thread for each value.
#include "kernels/common/attrs/order_attrs.h"
#include "kernels/common/order_search.h"
#include "kernels/cuda/launch.h"
#include "kernels/declared/order.h"

namespace pelton::cuda {
namespace {

struct Search {
  int64_t n, m, size;  // of a sorted row, of a row of values, of all values
  bool after_equal;
};

template <class T, class I>
__global__ void search_all(Search search, const void* rows, const void* values, void* out) {
  for (int64_t i = first_item(); i < search.size; i += item_step())
    static_cast<I*>(out)[i] =
        static_cast<I>(count_before(static_cast<const T*>(rows) + i / search.m * search.n, search.n,
                                    static_cast<const T*>(values)[i], search.after_equal));
}

}  // namespace

void search_sorted(const KernelContext& context) {
  const TensorView &rows = context.in(0), &values = context.in(1), &out = context.out(0);
  if (out.size == 0) return;
  const Search search{rows.dim(static_cast<size_t>(rows.rank()) - 1),
                      values.dim(static_cast<size_t>(values.rank()) - 1), out.size,
                      context.attrs<SearchAttrs>().side == SearchSide::right};
  void (*kernel)(Search, const void*, const void*, void*) = nullptr;
  visit(RealTypes{}, rows.dtype, [&]<class T>() {
    kernel = out.dtype == DType::int32 ? &search_all<T, int32_t> : &search_all<T, int64_t>;
  });
  launch(context, grid_over(out.size), kernel, search, rows.data, values.data, out.data);
}

}  // namespace pelton::cuda
