// Owns ThreadBlocks: the free blocks that one thread keeps of one arena, and what it took from
// them, so that a small tensor and a loop's scratch need no lock.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "runtime/cpu/size_classes.h"
#include "runtime/cpu/thread_scratch.h"

namespace pelton {

class Arena;

// The lists of a thread's free blocks: one for each number of smallest blocks up to kExact bytes,
// found without the size class; then one for each class.
namespace block_lists {

inline constexpr size_t kLargest = size_t{1} << 18;  // bytes that a block is kept for
inline constexpr size_t kUnit = size_classes::kSmallest;
inline constexpr size_t kExact = 1024;
inline constexpr size_t kExactLists = kExact / kUnit + 1;
inline constexpr size_t kFirstClass = size_classes::class_of(kExact + 1);
inline constexpr size_t kCount = kExactLists + size_classes::class_of(kLargest) - kFirstClass + 1;

constexpr size_t list_of(size_t bytes) {
  if (bytes <= kExact) [[likely]]
    return (bytes + kUnit - 1) / kUnit;
  return kExactLists + size_classes::class_of(bytes) - kFirstClass;
}
constexpr size_t class_of(size_t list) {
  return list < kExactLists ? size_classes::class_of(list * kUnit)
                            : list - kExactLists + kFirstClass;
}

}  // namespace block_lists

class ThreadBlocks {
 public:
  static constexpr size_t kLargest = block_lists::kLargest;
  static constexpr int64_t kMostKept = 1 << 20;  // bytes

  explicit ThreadBlocks(const Arena& arena) : arena_(&arena) {}
  const Arena* arena() const { return arena_; }

  // A block for `bytes` <= kLargest; null where none is kept.
  void* take(size_t bytes) {
    const size_t list = block_lists::list_of(bytes);
    Link* const block = lists_[list];
    if (block == nullptr) return nullptr;
    lists_[list] = block->next;
    add(kept_, -kSizes[list]);
    count_as_used(bytes);
    return block;
  }
  // Keeps a block that was for `bytes` <= kLargest; false where too much is kept.
  bool keep(void* block, size_t bytes) {
    const size_t list = block_lists::list_of(bytes);
    if (kept_.load(std::memory_order_relaxed) + kSizes[list] > kMostKept) return false;
    lists_[list] = new (block) Link{lists_[list]};
    add(kept_, kSizes[list]);
    add(used_, -static_cast<int64_t>(bytes));
    return true;
  }

  void* take_scratch(size_t bytes) {
    void* const data = scratch.take(bytes);
    if (data != nullptr) count_as_used(bytes);
    return data;
  }
  bool give_back_scratch(void* data, size_t bytes) {
    if (!scratch.give_back(data, bytes)) return false;
    add(used_, -static_cast<int64_t>(bytes));
    return true;
  }

  // What any thread may ask. Bytes in use that were taken here, less those that were given back
  // here; the most since `settle`; bytes that are kept in blocks and as scratch.
  int64_t used() const { return used_.load(std::memory_order_relaxed); }
  int64_t most_used() const { return most_used_.load(std::memory_order_relaxed); }
  int64_t kept() const { return kept_.load(std::memory_order_relaxed) + scratch.kept(); }
  void settle() { most_used_.store(used(), std::memory_order_relaxed); }

  // Takes all blocks out: give(block, size class) for each. By the thread itself.
  template <class F>
  void give_back(F&& give) {
    for (size_t list = 0; list < block_lists::kCount; ++list)
      while (Link* const block = lists_[list]) {
        lists_[list] = block->next;
        add(kept_, -kSizes[list]);
        give(static_cast<void*>(block), block_lists::class_of(list));
      }
  }

  ThreadScratch scratch;

 private:
  struct Link {
    Link* next;
  };
  static constexpr auto kSizes = [] {
    std::array<int64_t, block_lists::kCount> sizes{};
    for (size_t list = 0; list < block_lists::kCount; ++list)
      sizes[list] = static_cast<int64_t>(size_classes::block_bytes(block_lists::class_of(list)));
    return sizes;
  }();
  void count_as_used(size_t bytes) {
    const int64_t used = add(used_, static_cast<int64_t>(bytes));
    if (used > most_used()) most_used_.store(used, std::memory_order_relaxed);
  }
  // Only the thread itself writes, so that no locked instruction is needed.
  static int64_t add(std::atomic<int64_t>& to, int64_t bytes) {
    const int64_t sum = to.load(std::memory_order_relaxed) + bytes;
    to.store(sum, std::memory_order_relaxed);
    return sum;
  }

  const Arena* arena_;
  std::array<Link*, block_lists::kCount> lists_{};
  std::atomic<int64_t> used_ = 0;
  std::atomic<int64_t> most_used_ = 0;
  std::atomic<int64_t> kept_ = 0;
};

}  // namespace pelton
