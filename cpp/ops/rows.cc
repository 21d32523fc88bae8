#include "ops/rows.h"

#include <algorithm>

namespace pelton::rows {

bool is_each(const RowsContext& c, size_t i) {
  return c.kinds[i] == RowKind::each || c.inputs[i].size() == 0;
}

bool is_of_first(const RowsContext& c) {
  return c.kinds[0] == RowKind::each &&
         std::all_of(c.kinds.begin() + 1, c.kinds.end(),
                     [](RowKind kind) { return kind == RowKind::whole; });
}

bool is_of_all(const RowsContext& c) {
  for (size_t i = 0; i < c.inputs.size(); ++i)
    if (!is_each(c, i)) return false;
  return true;
}

bool is_along(const RowsContext& c, int64_t axis) {
  return is_of_first(c) && axis != 0 && axis != -static_cast<int64_t>(c.inputs[0].rank());
}

RowKind of_first(const RowsContext& c) { return each_if(is_of_first(c)); }

RowKind of_all(const RowsContext& c) { return each_if(is_of_all(c)); }

RowKind of_broadcast(const RowsContext& c) {
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    const Tensor& input = c.inputs[i];
    const bool has_all_axes = input.rank() == c.output.rank();
    const bool is_same = !has_all_axes || input.rank() == 0 || input.shape()[0] == 1;
    if (c.kinds[i] == RowKind::each ? !has_all_axes : c.kinds[i] != RowKind::whole || !is_same)
      return RowKind::tied;
  }
  return RowKind::each;
}

RowKind of_shape(const RowsContext& c) {
  return c.kinds[0] == RowKind::each ? RowKind::each : RowKind::whole;
}

}  // namespace pelton::rows
