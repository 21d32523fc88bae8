// Owns the choice to run a bound program some rows at a time, from its inputs to its outputs, so
// that what lies between them stays in the caches.
#pragma once
#include "program/bound_program.h"
#include "program/row_trace.h"

namespace pelton {

// The slices of `program`, which has no arena yet; none where it has too few rows for that, where
// the caches hold too little of them, or where it would read its weights too often.
std::vector<RowSlice> row_slices(const BoundProgram& program, const RowTrace& trace);

}  // namespace pelton
