// Declares the optimizers' steps: one op per update rule of kernels/common/training, called by its
// name (find_op(R::kOp)) for all parameters at once, in place.
//
// Operands: parameters, and each slot of them, all of which are written; their gradients; with
// in_slices numbers of rows (n), int32 or int64, whose slices (n, ...) the gradients are then; the
// rate, a float32 or float64 scalar; and how many steps came before, an int64 scalar: negative,
// nothing is done. Parameters and slots are row-major, floating, of one dtype and device, and seen
// by nobody else; all operands are checked before any is written. A gradient has its parameter's
// shape, or one more axis in front: the parts that it is the sum of, added up in their order.
// Formulas and epsilons as in Keras; raises invalid_argument with the op's name and all shapes and
// dtypes when the operands do not fit.
#pragma once
#include <span>

#include "runtime/dispatch/dispatch.h"

namespace pelton {

// How many operands of a step with so many `groups` of them, given `operands` in all, stand for one
// role; raises invalid_argument where they are no whole number.
size_t parameter_count(size_t operands, size_t groups);

// How many of the first operands of a step, given `operands` in all, are written; 0 for an op that
// is no optimizer's step. Raises as parameter_count does.
size_t written_count(const OpDef& op, const void* attrs, size_t operands);

}  // namespace pelton
