// Owns the transpose of one block of 4-byte elements, the innermost step of transposed copies.
#pragma once
#include <cstdint>

namespace pelton {

inline constexpr int64_t kTurnedBlock = 16;  // rows and columns: 16 lines of the cache each

// Element j of row i of `from` goes to element i of row j of `to`; steps from row to row in bytes.
using TurnBlock = void (*)(char* to, int64_t to_step, const char* from, int64_t from_step);

// The fastest one that this CPU has.
TurnBlock turn_block();

}  // namespace pelton
