// Owns Arena: a caching allocator of 64-byte aligned host memory in size classes, with statistics.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/storage.h"
#include "runtime/cpu/thread_blocks.h"
#include "runtime/devices/backend.h"

namespace pelton {

class Arena final : public Allocator {
 public:
  static constexpr size_t kAlignment = 64;  // of every block, in bytes

  Arena() = default;
  ~Arena() override;
  void* allocate(size_t bytes) override;
  void free(void* data, size_t bytes) noexcept override;
  void* allocate_scratch(size_t bytes) override;
  void free_scratch(void* data, size_t bytes) noexcept override;
  // The peak is exact while one thread at a time makes small blocks; else it may count the most
  // that each of them held as if that had been at once.
  MemoryStats stats() const;
  void reset_peak();
  // Blocks that other threads keep for themselves stay with them.
  void empty_cache();
  // Most bytes in tensors at a time; 0: no limit.
  void set_limit(int64_t bytes);
  // From now on each thread keeps small free blocks for itself, of the first such arena that it
  // uses. For arenas that outlive the threads that use them; the first of them can be used in a
  // forked child, whatever other threads did with it when the process forked.
  void keep_blocks_per_thread();

 private:
  friend class ThreadBlocksOwner;
  // A block and the thread of the pool that gave it back, whose caches may still hold the bytes.
  struct Block {
    void* data;
    int thread;
  };
  ThreadBlocks* blocks_of_thread();
  ThreadBlocks* first_use_by_thread();
  void retire(ThreadBlocks& blocks) noexcept;
  void* allocate_shared(size_t bytes);
  void free_shared(void* data, size_t bytes) noexcept;
  static bool grow_scratch(ThreadScratch& scratch);
  void* take(size_t bytes);
  static void* take_from(std::vector<Block>& list);
  void cache(void* data, size_t index) noexcept;
  int64_t used() const;
  int64_t most_used() const;
  int64_t cached() const;
  void settle_peak();
  void release_cache();

  bool per_thread_ = false;
  std::atomic<int64_t> limit_ = 0;
  mutable std::mutex mutex_;  // of all that follows
  std::array<std::vector<Block>, size_classes::kCount> free_;
  std::vector<std::unique_ptr<ThreadBlocks>> threads_;
  int64_t current_ = 0;  // without what threads took of their own blocks
  int64_t peak_ = 0;
  int64_t cached_ = 0;
};

}  // namespace pelton
