// Owns the choice to run a compiled program some rows at a time, from its inputs to its outputs, so
// that what lies between them stays in the caches and threads seldom wait for each other.
#pragma once
#include "program/plan/compiled_program.h"
#include "program/plan/sharding_trace.h"

namespace pelton {

// Gives `program`, which has no arena yet, its slices; none where it has too few rows for that,
// where the caches hold too little of them, or where it would read its weights too often.
void choose_slices(CompiledProgram& program, const ShardingTrace& trace);

// Whether a part of the program, which has no slices, might have some.
bool may_gain_slices(const CompiledProgram& program);

}  // namespace pelton
