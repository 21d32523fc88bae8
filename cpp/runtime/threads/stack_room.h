// Owns the check that a recursion through layers still has stack to run on. Knows no layers.
#pragma once
#include <string_view>

namespace pelton {

// Raises runtime_error, whose text ends with `doing`, where less than a quarter of the thread's
// stack, at most 256 KB of it, is left.
void check_stack_room(std::string_view doing);

}  // namespace pelton
