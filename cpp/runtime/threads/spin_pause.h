// Owns spin_pause(), the instruction for a loop that waits for another thread without sleeping.
#pragma once

namespace pelton {

inline void spin_pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace pelton
