// Owns the choice of instruction set: what the CPU has, and PELTON_CPU_ISA=generic|avx2|avx512.
#pragma once
#include "core/error.h"

namespace pelton::cpu {

enum class Isa { generic, avx2, avx512 };

// "generic", "avx2" or "avx512".
const char* name(Isa isa);
// The best set that this CPU and this build have.
Isa best_isa();
// The set in use: PELTON_CPU_ISA if given, else the best. Raises value_error when the variable
// names an unknown set or one that this CPU lacks. Decided once per process.
Isa active_isa();

}  // namespace pelton::cpu
