// Owns SwitchNotes: what AddressSanitizer and ThreadSanitizer have to be told of a fiber's stack
// and switches. Without a sanitizer there is nothing to tell.
#pragma once
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace pelton::fake {

// Those before a switch come right before it, in the function that switches: inlined, for what
// returns after it returns on the other stack.
class SwitchNotes {
 public:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr size_t kStackBytes = 512 << 10;  // instrumented frames are large

  void start(const void* stack) {
    stack_ = stack;
    own_ = nullptr;
    __asan_unpoison_memory_region(stack, kStackBytes);
  }
  void before_resume() { __sanitizer_start_switch_fiber(&callers_, stack_, kStackBytes); }
  void after_resume() { __sanitizer_finish_switch_fiber(callers_, nullptr, nullptr); }
  void before_leave(bool for_good) {
    __sanitizer_start_switch_fiber(for_good ? nullptr : &own_, caller_stack_, caller_bytes_);
  }
  // In the fiber, at its begin and where it goes on.
  void inside() { __sanitizer_finish_switch_fiber(own_, &caller_stack_, &caller_bytes_); }

 private:
  const void* stack_ = nullptr;
  void *own_ = nullptr, *callers_ = nullptr;  // fake stacks
  const void* caller_stack_ = nullptr;
  size_t caller_bytes_ = 0;
#elif defined(__SANITIZE_THREAD__)
  static constexpr size_t kStackBytes = 256 << 10;

  SwitchNotes() = default;
  SwitchNotes(const SwitchNotes&) = delete;
  SwitchNotes& operator=(const SwitchNotes&) = delete;
  ~SwitchNotes() { forget(); }
  // A new one each time: calls of a run that did not return are open in it.
  void start(const void* /*stack*/) {
    forget();
    fiber_ = __tsan_create_fiber(0);
  }
  [[gnu::always_inline]] void before_resume() {
    caller_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber_, 0);
  }
  void after_resume() {}
  [[gnu::always_inline]] void before_leave(bool /*for_good*/) {
    __tsan_switch_to_fiber(caller_, 0);
  }
  void inside() {}

 private:
  void forget() {
    if (fiber_ != nullptr) __tsan_destroy_fiber(fiber_);
  }
  void *fiber_ = nullptr, *caller_ = nullptr;
#else
  static constexpr size_t kStackBytes = 64 << 10;

  void start(const void* /*stack*/) {}
  void before_resume() {}
  void after_resume() {}
  void before_leave(bool /*for_good*/) {}
  void inside() {}
#endif
};

}  // namespace pelton::fake
