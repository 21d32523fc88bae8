// Owns the asynchronous copies of emulated threads: each is done when its thread waits for it, and
// until then its target holds 0xFF, so that a kernel which does not wait reads NaN.
#pragma once
#include <cstddef>

#include "runtime/fake/emulated_grid.h"

namespace pelton::fake {

// Notes a copy of 16 bytes for the running thread. Raises where one of the addresses is not aligned
// to that.
void copy_later(void* to, const void* from, const Place& place);
// Makes a group of the thread's copies since its last group, even of none.
void close_copies();
// Does the copies of all groups of the thread but the last `prior`.
void finish_copies(size_t prior);
// Drops the copies that no thread waited for: a new block begins.
void forget_copies();

}  // namespace pelton::fake
