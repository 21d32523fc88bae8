#include "ops/rows.h"

#include <algorithm>

namespace pelton::rows {

bool of_first(const RowsContext& c) {
  return c.in_rows[0] && std::count(c.in_rows.begin(), c.in_rows.end(), true) == 1;
}

bool of_broadcast(const RowsContext& c) {
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    const Tensor& input = c.inputs[i];
    if (is_integer(input.dtype())) return false;
    const bool is_whole = input.rank() == c.output.rank();
    if (c.in_rows[i] ? !is_whole : is_whole && input.rank() > 0 && input.shape()[0] != 1)
      return false;
  }
  return true;
}

bool along(const RowsContext& c, int64_t axis) {
  return of_first(c) && axis != 0 && axis != -static_cast<int64_t>(c.inputs[0].rank());
}

}  // namespace pelton::rows
