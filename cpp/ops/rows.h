// Owns the rows functions that many ops share.
#pragma once
#include "runtime/dispatch/op_def.h"

namespace pelton::rows {

inline RowKind each_if(bool holds) { return holds ? RowKind::each : RowKind::tied; }
inline RowKind sum_if(bool holds) { return holds ? RowKind::sum : RowKind::tied; }

// Input i comes in rows or has no elements.
bool is_each(const RowsContext& context, size_t i);
// Only the first input comes in rows and the others are whole.
bool is_of_first(const RowsContext& context);
// is_each of all inputs.
bool is_of_all(const RowsContext& context);
// Along an axis other than the first of the one input in rows; `axis` may be negative.
bool is_along(const RowsContext& context, int64_t axis);

// Rows of the first input give rows, such as the images of a convolution.
RowKind of_first(const RowsContext& context);
// Rows of all inputs give rows.
RowKind of_all(const RowsContext& context);
// Elementwise: inputs in rows have all axes of the output, the others are the same for each row.
RowKind of_broadcast(const RowsContext& context);
// Of the shape of the first input only.
RowKind of_shape(const RowsContext& context);

}  // namespace pelton::rows
