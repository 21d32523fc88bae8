#include "runtime/fake/fake_memory.h"

#include <sys/mman.h>

#include "runtime/fake/watched_bounds.h"

namespace pelton::fake {

bool FakeCard::reserve(int64_t bytes) {
  int64_t used = used_;
  while (used + bytes <= total_)
    if (used_.compare_exchange_weak(used, used + bytes)) return true;
  return false;
}

void* FakeMemory::reserve(size_t bytes) {
  if (!card_.reserve(static_cast<int64_t>(bytes))) return nullptr;
  std::lock_guard lock(mutex_);
  const int access = open_count_ > 0 ? PROT_READ | PROT_WRITE : PROT_NONE;
  void* data = mmap(nullptr, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED) {
    card_.release(static_cast<int64_t>(bytes));
    return nullptr;
  }
  segments_.emplace(data, bytes);
  forbid(data, bytes);
  return data;
}

void FakeMemory::release(void* data, size_t bytes) noexcept {
  if (wait_) wait_();
  std::lock_guard lock(mutex_);
  segments_.erase(data);
  allow(data, bytes);
  munmap(data, bytes);
  card_.release(static_cast<int64_t>(bytes));
}

void FakeMemory::on_free(void* data, size_t bytes) noexcept {
  if (poison_) poison_(data, bytes);
}

// All work is in the order of one stream: nothing need be marked.
bool FakeMemory::keep_upload(void* data, size_t bytes) noexcept {
  on_free(data, bytes);
  return true;
}

void FakeMemory::open() {
  std::lock_guard lock(mutex_);
  if (open_count_++ == 0) protect(PROT_READ | PROT_WRITE);
}

void FakeMemory::close() {
  std::lock_guard lock(mutex_);
  if (--open_count_ == 0) protect(PROT_NONE);
}

void FakeMemory::protect(int access) {
  for (const auto& [data, bytes] : segments_) mprotect(data, bytes, access);
}

void FakeMemory::set_hooks(std::function<void(void*, size_t)> poison, std::function<void()> wait) {
  poison_ = std::move(poison);
  wait_ = std::move(wait);
}

}  // namespace pelton::fake
