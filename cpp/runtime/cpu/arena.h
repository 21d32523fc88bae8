// Owns Arena: a caching allocator of 64-byte aligned host memory in size classes, with statistics.
#pragma once
#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/storage.h"
#include "runtime/backend.h"

namespace pelton {

class Arena : public Allocator {
 public:
  Arena() = default;
  ~Arena() override;
  void* allocate(size_t bytes) override;
  void free(void* data, size_t bytes) noexcept override;
  MemoryStats stats() const;
  void reset_peak();
  void empty_cache();
  // Most bytes in tensors at a time; 0: no limit.
  void set_limit(int64_t bytes);

 private:
  // Four classes per power of two waste at most a quarter; blocks over the largest are not cached.
  static constexpr size_t kClasses = 4 * 22;
  static size_t class_of(size_t bytes);
  static size_t class_bytes(size_t index);
  void* take(size_t bytes);
  void release_cache();

  mutable std::mutex mutex_;
  std::array<std::vector<void*>, kClasses> free_;
  int64_t current_ = 0;
  int64_t peak_ = 0;
  int64_t cached_ = 0;
  int64_t limit_ = 0;
};

}  // namespace pelton
