#include "runtime/threads/stack_room.h"

#include <pthread.h>

#include <algorithm>

#include "core/error.h"
#include "runtime/threads/exception_room.h"

namespace pelton {
namespace {

constexpr size_t kMostKept = 256 << 10;  // for what the innermost call does

// The stack grows down; null where its place is not known.
const char* lowest_allowed() {
  take_exception_room();  // the first call of a thread that Python made comes by here
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return nullptr;
  void* begin = nullptr;
  size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &begin, &size) == 0;
  pthread_attr_destroy(&attributes);
  return known ? static_cast<const char*>(begin) + std::min(kMostKept, size / 4) : nullptr;
}

}  // namespace

void check_stack_room(std::string_view doing) {
  static thread_local const char* const limit = lowest_allowed();
  // Not a local variable's address, which a sanitizer may move.
  check(static_cast<const char*>(__builtin_frame_address(0)) >= limit, Code::runtime_error,
        "maximum recursion depth exceeded ", doing);
}

}  // namespace pelton
