// Owns ThreadScratch: the memory that one thread's kernels work in, one on top of the other, so
// that each finds the bytes of the one before it in the cache.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace pelton {

class ThreadScratch {
 public:
  static constexpr size_t kLargest = size_t{4} << 20;  // bytes

  // On top of what is taken; null where there is no room.
  void* take(size_t bytes) {
    const size_t end = top_ + rounded(bytes);
    if (end > size_) {
      if (end <= kLargest) wanted_ = std::max(wanted_, end);
      return nullptr;
    }
    void* const data = base_ + top_;
    top_ = end;
    ++taken_;
    count(-static_cast<int64_t>(rounded(bytes)));
    return data;
  }
  // False where `data` was not taken here. What lies below the top is free when all is.
  bool give_back(void* data, size_t bytes) {
    auto* const from = static_cast<char*>(data);
    if (from < base_ || from >= base_ + size_) return false;
    if (from + rounded(bytes) == base_ + top_) top_ -= rounded(bytes);
    if (--taken_ == 0) top_ = 0;
    count(static_cast<int64_t>(rounded(bytes)));
    return true;
  }

  // The size that would have had room for all that was asked for, while nothing is taken; else 0.
  size_t wanted() const {
    return taken_ == 0 && wanted_ > size_ ? (wanted_ + kUnit - 1) / kUnit * kUnit : 0;
  }
  bool is_taken() const { return taken_ > 0; }
  // Puts other memory in place of this one, which is returned; while nothing is taken.
  void* replace(void* base, size_t size) {
    void* const before = base_;
    count(static_cast<int64_t>(size) - static_cast<int64_t>(size_));
    base_ = static_cast<char*>(base);
    size_ = size;
    return before;
  }
  // Bytes that are not taken; any thread may ask.
  int64_t kept() const { return kept_.load(std::memory_order_relaxed); }

 private:
  static constexpr size_t kUnit = size_t{1} << 18;
  static constexpr size_t kAlignment = 64;
  static size_t rounded(size_t bytes) {
    return (std::max<size_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
  }
  void count(int64_t bytes) { kept_.store(kept() + bytes, std::memory_order_relaxed); }

  char* base_ = nullptr;
  size_t size_ = 0, top_ = 0, wanted_ = 0;
  int64_t taken_ = 0;
  std::atomic<int64_t> kept_ = 0;
};

}  // namespace pelton
