// Owns the rows functions that many ops share.
#pragma once
#include "runtime/op_def.h"

namespace pelton::rows {

// Only the first input comes in rows, such as the images of a convolution.
bool of_first(const RowsContext& context);
// Elementwise: inputs in rows have all axes of the output, the others are the same for each row.
// Not for integers, whose errors tell the position.
bool of_broadcast(const RowsContext& context);
// Along an axis other than the first; `axis` may be negative.
bool along(const RowsContext& context, int64_t axis);

}  // namespace pelton::rows
