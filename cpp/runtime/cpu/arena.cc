#include "runtime/cpu/arena.h"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "runtime/threads/thread_pool.h"

namespace pelton {

using size_classes::block_bytes;
using size_classes::class_of;

namespace {

constexpr ptrdiff_t kSearched = 64;  // blocks of a class: enough for that many threads' scratch

// Reached without a call; set by the thread's first use.
[[gnu::tls_model("initial-exec")]] thread_local constinit ThreadBlocks* own_blocks = nullptr;
[[gnu::tls_model("initial-exec")]] thread_local constinit bool is_thread_ending = false;

}  // namespace

// Gives a thread's blocks back when the thread ends.
class ThreadBlocksOwner {
 public:
  explicit ThreadBlocksOwner(Arena& arena) : arena_(arena) {}
  ~ThreadBlocksOwner() {
    is_thread_ending = true;
    arena_.retire(*std::exchange(own_blocks, nullptr));
  }

 private:
  Arena& arena_;
};

Arena::~Arena() { release_cache(); }

void Arena::keep_blocks_per_thread() {
  per_thread_ = true;
  static Arena* const first = this;
  // Whoever forks holds the mutex meanwhile, so that no other thread does. What those threads keep
  // and use counts on in the child: they cannot give it back there.
  [[maybe_unused]] static const int registered = pthread_atfork(
      [] { first->mutex_.lock(); }, [] { first->mutex_.unlock(); }, [] { first->mutex_.unlock(); });
}

// Null where this thread keeps no blocks of this arena.
inline ThreadBlocks* Arena::blocks_of_thread() {
  ThreadBlocks* const blocks = own_blocks;
  if (blocks == nullptr) [[unlikely]]
    return first_use_by_thread();
  return blocks->arena() == this && limit_.load(std::memory_order_relaxed) == 0 ? blocks : nullptr;
}

[[gnu::noinline]] ThreadBlocks* Arena::first_use_by_thread() {
  if (!per_thread_ || is_thread_ending) return nullptr;
  std::lock_guard lock(mutex_);
  own_blocks = threads_.emplace_back(std::make_unique<ThreadBlocks>(*this)).get();
  static thread_local ThreadBlocksOwner owner(*this);
  return nullptr;
}

void Arena::retire(ThreadBlocks& blocks) noexcept {
  std::lock_guard lock(mutex_);
  settle_peak();
  current_ += blocks.used();
  blocks.give_back([this](void* block, size_t index) { cache(block, index); });
  std::free(blocks.scratch.replace(nullptr, 0));
  std::erase_if(threads_, [&](const auto& one) { return one.get() == &blocks; });
}

void* Arena::allocate(size_t bytes) {
  if (bytes <= ThreadBlocks::kLargest) [[likely]] {
    ThreadBlocks* const blocks = blocks_of_thread();
    if (blocks != nullptr) [[likely]]
      if (void* const data = blocks->take(bytes)) [[likely]]
        return data;
  }
  return allocate_shared(bytes);
}

void Arena::free(void* data, size_t bytes) noexcept {
  if (bytes <= ThreadBlocks::kLargest) [[likely]] {
    ThreadBlocks* const blocks = own_blocks;
    if (blocks != nullptr && blocks->arena() == this) [[likely]]
      if (blocks->keep(data, bytes)) [[likely]]
        return;
  }
  free_shared(data, bytes);
}

void* Arena::allocate_scratch(size_t bytes) {
  if (ThreadBlocks* const blocks = blocks_of_thread()) {
    grow_scratch(blocks->scratch);
    void* data = blocks->take_scratch(bytes);
    if (data == nullptr && grow_scratch(blocks->scratch)) data = blocks->take_scratch(bytes);
    if (data != nullptr) return data;
  }
  return allocate(bytes);
}

void Arena::free_scratch(void* data, size_t bytes) noexcept {
  ThreadBlocks* const blocks = own_blocks;
  if (blocks != nullptr && blocks->arena() == this && blocks->give_back_scratch(data, bytes))
    return;
  free(data, bytes);
}

// Where nothing is taken of it and more was wanted; false where it stays as it is.
bool Arena::grow_scratch(ThreadScratch& scratch) {
  const size_t size = scratch.wanted();
  if (size == 0) return false;
  std::free(scratch.replace(nullptr, 0));
  void* const data = std::aligned_alloc(kAlignment, size);
  if (data != nullptr) scratch.replace(data, size);
  return data != nullptr;
}

void* Arena::allocate_shared(size_t bytes) {
  std::lock_guard lock(mutex_);
  constexpr size_t kMost = std::numeric_limits<int64_t>::max() / 2;
  const auto wanted = static_cast<int64_t>(std::min(bytes, kMost));
  const int64_t limit = limit_;
  const bool allowed = bytes < kMost && (limit == 0 || used() + wanted <= limit);
  void* data = allowed ? take(bytes) : nullptr;
  if (allowed && data == nullptr && cached() > 0) {
    release_cache();
    data = take(bytes);
  }
  if (data == nullptr)
    raise(Code::resource_exhausted, "out of memory on the CPU: requested ", wanted,
          " bytes, in use ", used(), ", cached ", cached(), ", limit ",
          limit > 0 ? cat(limit) : std::string("none"));
  settle_peak();
  current_ += wanted;
  return data;
}

// The block that this thread gave back last, else the one given back last.
void* Arena::take_from(std::vector<Block>& list) {
  const int thread = thread_index();
  auto block = list.end() - 1;
  const auto first = list.end() - std::min(std::ssize(list), kSearched);
  for (auto b = list.end(); b != first;)
    if ((--b)->thread == thread) {
      block = b;
      break;
    }
  void* data = block->data;
  list.erase(block);
  return data;
}

// A cached block of the class or a new one; null when the system has none.
void* Arena::take(size_t bytes) {
  const size_t index = class_of(bytes);
  if (index >= size_classes::kCount)
    return std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  auto& list = free_[index];
  if (!list.empty()) {
    void* data = take_from(list);
    cached_ -= static_cast<int64_t>(block_bytes(index));
    return data;
  }
  return std::aligned_alloc(kAlignment, block_bytes(index));
}

void Arena::free_shared(void* data, size_t bytes) noexcept {
  std::lock_guard lock(mutex_);
  settle_peak();
  current_ -= static_cast<int64_t>(bytes);
  cache(data, class_of(bytes));
}

void Arena::cache(void* data, size_t index) noexcept {
  if (index >= size_classes::kCount) return std::free(data);
  try {
    free_[index].push_back({data, thread_index()});
    cached_ += static_cast<int64_t>(block_bytes(index));
  } catch (const std::bad_alloc&) {
    std::free(data);
  }
}

int64_t Arena::used() const {
  int64_t sum = current_;
  for (const auto& blocks : threads_) sum += blocks->used();
  return sum;
}

int64_t Arena::most_used() const {
  int64_t sum = current_;
  for (const auto& blocks : threads_) sum += blocks->most_used();
  return std::max(peak_, sum);
}

int64_t Arena::cached() const {
  int64_t sum = cached_;
  for (const auto& blocks : threads_) sum += blocks->kept();
  return sum;
}

// Before current_ changes: what threads used at most was used beside what it is until then.
void Arena::settle_peak() {
  peak_ = most_used();
  for (const auto& blocks : threads_) blocks->settle();
}

MemoryStats Arena::stats() const {
  std::lock_guard lock(mutex_);
  return {used(), most_used(), cached(), limit_};
}

void Arena::reset_peak() {
  std::lock_guard lock(mutex_);
  settle_peak();
  peak_ = used();
}

void Arena::empty_cache() {
  std::lock_guard lock(mutex_);
  release_cache();
}

void Arena::release_cache() {
  if (own_blocks != nullptr && own_blocks->arena() == this) {
    own_blocks->give_back([](void* block, size_t) { std::free(block); });
    ThreadScratch& scratch = own_blocks->scratch;
    if (!scratch.is_taken()) std::free(scratch.replace(nullptr, 0));
  }
  for (auto& list : free_) {
    for (const Block& block : list) std::free(block.data);
    list.clear();
  }
  cached_ = 0;
}

void Arena::set_limit(int64_t bytes) {
  std::lock_guard lock(mutex_);
  check(bytes >= 0, Code::value_error, "memory limit must not be negative, got ", bytes);
  limit_ = bytes;
}

}  // namespace pelton
