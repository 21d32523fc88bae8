// Owns what AddressSanitizer is told of fake GPUs' memory: bytes of no tensor must not be touched.
// Nothing in builds without it.
#pragma once
#include <cstddef>
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace pelton::fake {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kWatchesBounds = true;
inline void forbid(const void* data, size_t bytes) { __asan_poison_memory_region(data, bytes); }
inline void allow(const void* data, size_t bytes) { __asan_unpoison_memory_region(data, bytes); }
#else
inline constexpr bool kWatchesBounds = false;
inline void forbid(const void*, size_t) {}
inline void allow(const void*, size_t) {}
#endif

}  // namespace pelton::fake
