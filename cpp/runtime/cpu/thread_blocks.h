// Owns ThreadBlocks: the small free blocks that one thread keeps of one arena, and what it took
// from them, so that a small tensor needs no lock.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "runtime/cpu/size_classes.h"

namespace pelton {

class Arena;

class ThreadBlocks {
 public:
  static constexpr size_t kLargest = 1024;       // bytes that a block is kept for
  static constexpr int64_t kMostKept = 1 << 18;  // bytes

  explicit ThreadBlocks(const Arena& arena) : arena_(&arena) {}
  const Arena* arena() const { return arena_; }

  // A block for `bytes` <= kLargest; null where none is kept.
  void* take(size_t bytes) {
    const size_t units = units_of(bytes);
    Link* const block = lists_[units];
    if (block == nullptr) return nullptr;
    lists_[units] = block->next;
    add(kept_, -kSizes[units]);
    const int64_t used = add(used_, static_cast<int64_t>(bytes));
    if (used > most_used()) most_used_.store(used, std::memory_order_relaxed);
    return block;
  }
  // Keeps a block that was for `bytes` <= kLargest; false where too much is kept.
  bool keep(void* block, size_t bytes) {
    const size_t units = units_of(bytes);
    if (kept() + kSizes[units] > kMostKept) return false;
    lists_[units] = new (block) Link{lists_[units]};
    add(kept_, kSizes[units]);
    add(used_, -static_cast<int64_t>(bytes));
    return true;
  }

  // What any thread may ask. Bytes in use that were taken here, less those that were given back
  // here; the most since `settle`; bytes in blocks that are kept.
  int64_t used() const { return used_.load(std::memory_order_relaxed); }
  int64_t most_used() const { return most_used_.load(std::memory_order_relaxed); }
  int64_t kept() const { return kept_.load(std::memory_order_relaxed); }
  void settle() { most_used_.store(used(), std::memory_order_relaxed); }

  // Takes all blocks out: give(block, size class) for each. By the thread itself.
  template <class F>
  void give_back(F&& give) {
    for (size_t units = 0; units < kLists; ++units)
      while (Link* const block = lists_[units]) {
        lists_[units] = block->next;
        add(kept_, -kSizes[units]);
        give(static_cast<void*>(block), size_classes::class_of(units * kUnit));
      }
  }

 private:
  struct Link {
    Link* next;
  };
  // A list for each number of smallest blocks that are asked for.
  static constexpr size_t kUnit = size_classes::kSmallest;
  static constexpr size_t kLists = kLargest / kUnit + 1;
  static constexpr auto kSizes = [] {
    std::array<int64_t, kLists> sizes{};
    for (size_t units = 0; units < kLists; ++units)
      sizes[units] = size_classes::block_bytes(size_classes::class_of(units * kUnit));
    return sizes;
  }();
  static size_t units_of(size_t bytes) { return (bytes + kUnit - 1) / kUnit; }
  // Only the thread itself writes, so that no locked instruction is needed.
  static int64_t add(std::atomic<int64_t>& to, int64_t bytes) {
    const int64_t sum = to.load(std::memory_order_relaxed) + bytes;
    to.store(sum, std::memory_order_relaxed);
    return sum;
  }

  const Arena* arena_;
  std::array<Link*, kLists> lists_{};
  std::atomic<int64_t> used_ = 0;
  std::atomic<int64_t> most_used_ = 0;
  std::atomic<int64_t> kept_ = 0;
};

}  // namespace pelton
