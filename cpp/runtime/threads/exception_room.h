// Owns the room that the C++ library needs in each thread for exceptions: it takes it at a thread's
// first one, which memory that ends may be, and ends the process where there is none left.
#pragma once
#include <exception>

namespace pelton {

// Takes it for this thread, while there is memory.
inline void take_exception_room() {
  // volatile: a compiler leaves out what nobody reads.
  [[maybe_unused]] const volatile int count = std::uncaught_exceptions();
}

}  // namespace pelton
