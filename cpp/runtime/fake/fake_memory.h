// Owns the memory of fake GPUs: FakeCard counts what a card has, FakeMemory is the address space
// of one logical device, which host code cannot touch.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>

#include "runtime/memory/caching_allocator.h"

namespace pelton::fake {

// The bytes of one physical card, shared by its logical devices and by "another process".
class FakeCard {
 public:
  explicit FakeCard(int64_t total) : total_(total) {}
  int64_t total() const { return total_; }
  int64_t free_bytes() const { return total_ - used_; }
  // False, changing nothing, when fewer bytes are left.
  bool reserve(int64_t bytes);
  void release(int64_t bytes) { used_ -= bytes; }

 private:
  const int64_t total_;
  std::atomic<int64_t> used_{0};
};

// Host pages that only the device's work may read and write: they are mapped without access and
// opened while the device's thread works, so that a CPU kernel that is handed a device pointer
// crashes as it would with a real GPU.
class FakeMemory : public SegmentSource {
 public:
  explicit FakeMemory(FakeCard& card) : card_(card) {}
  void* reserve(size_t bytes) override;
  void release(void* data, size_t bytes) noexcept override;
  void on_free(void* data, size_t bytes) noexcept override;
  bool keep_upload(void* data, size_t bytes) noexcept override;

  // Nested; access ends with the last close().
  void open();
  void close();
  // Called with each freed block and each segment that is given back.
  void set_hooks(std::function<void(void*, size_t)> poison, std::function<void()> wait);

 private:
  void protect(int access);
  FakeCard& card_;
  std::mutex mutex_;
  std::map<void*, size_t> segments_;
  int open_count_ = 0;
  std::function<void(void*, size_t)> poison_;
  std::function<void()> wait_;
};

// What freed memory is filled with: a NaN in every floating dtype.
inline constexpr unsigned char kPoison = 0xFF;

}  // namespace pelton::fake
