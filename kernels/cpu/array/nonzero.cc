// Owns the kernel that lists where a boolean tensor is true.
#include <algorithm>
#include <cstring>

#include "kernels/declared/array.h"

namespace pelton::cpu {
namespace {

// The places of true elements, one by one, rows of the last axis in order.
class Places {
 public:
  Places(const TensorView& condition, const TensorView& out)
      : sizes_(condition.shape()), to_(out.as<int64_t>()), count_(out.dim(0)) {
    index_.resize(sizes_.size());
    std::fill(index_.begin(), index_.end(), 0);
  }
  int64_t found() const { return found_; }

  // The row of `n` values at the index of the other axes; Rank 0: any. While there is room for all
  // of it, what is not true is written too, and written over: nothing could foretell the branch.
  template <size_t Rank>
  void add_row(const bool* values, int64_t n) {
    const size_t rank = Rank == 0 ? sizes_.size() : Rank;
    int64_t index[kMaxRank], found = found_;
    std::copy(index_.begin(), index_.end(), index);
    int64_t* const to = to_;
    const auto write = [&](int64_t i) {
      int64_t* const at = to + found * static_cast<int64_t>(rank);
      for (size_t axis = 0; axis + 1 < rank; ++axis) at[axis] = index[axis];
      at[rank - 1] = i;
    };
    if (found + n <= count_)
      for (int64_t i = 0; i < n; ++i) {
        write(i);
        found += values[i];
      }
    else
      for (int64_t i = 0; i < n; ++i) {
        if (!values[i]) continue;
        if (found < count_) write(i);
        ++found;
      }
    found_ = found;
  }

  // On to the next row.
  void next_row() {
    for (size_t axis = sizes_.size() - 1; axis-- > 0;) {
      if (++index_[axis] < sizes_[axis]) return;
      index_[axis] = 0;
    }
  }

 private:
  const Shape sizes_;
  Shape index_;
  int64_t* const to_;
  const int64_t count_;
  int64_t found_ = 0;
};

bool has_true(const bool* values, int64_t n) {
  return std::memchr(values, 1, static_cast<size_t>(n)) != nullptr;
}

template <size_t Rank>
int64_t list_places(const TensorView& condition, const TensorView& out) {
  const auto* values = condition.as<const bool>();
  const int64_t row = condition.dim(condition.shape().size() - 1);
  Places places(condition, out);
  for (int64_t i = 0; i < condition.size; i += row, places.next_row())
    if (has_true(values + i, row)) places.add_row<Rank>(values + i, row);
  return places.found();
}

int64_t list_all(const TensorView& condition, const TensorView& out) {
  switch (condition.shape().size()) {
    case 0:
      return *condition.as<const bool>() ? 1 : 0;
    case 1:
      return list_places<1>(condition, out);
    case 2:
      return list_places<2>(condition, out);
    case 3:
      return list_places<3>(condition, out);
    default:
      return list_places<0>(condition, out);
  }
}

}  // namespace

void nonzero(const KernelContext& context) {
  const TensorView &condition = context.in(0), &out = context.out(0);
  const int64_t found = condition.size == 0 ? 0 : list_all(condition, out), count = out.dim(0);
  check(found == count, "count is ", count, " but ", found, " elements are true");
}

}  // namespace pelton::cpu
