#include "runtime/cpu/arena.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

namespace pelton {
namespace {

constexpr size_t kAlignment = 64;
constexpr size_t kSmallest = 64;

}  // namespace

// Class 4k + j holds blocks of 64 * 2^k * (1 + j/4) bytes.
size_t Arena::class_of(size_t bytes) {
  const size_t units = std::max<size_t>(1, (bytes + kSmallest - 1) / kSmallest);
  const int power = std::bit_width(units) - 1;
  const size_t base = size_t{1} << power;
  const size_t quarter = base >= 4 ? (4 * (units - base) + base - 1) / base : units > base ? 4 : 0;
  return 4 * static_cast<size_t>(power) + quarter;
}

size_t Arena::class_bytes(size_t index) {
  const size_t base = kSmallest << (index / 4);
  return base + base / 4 * (index % 4);
}

Arena::~Arena() { empty_cache(); }

void* Arena::allocate(size_t bytes) {
  std::lock_guard lock(mutex_);
  constexpr size_t kMost = std::numeric_limits<int64_t>::max() / 2;
  const auto wanted = static_cast<int64_t>(std::min(bytes, kMost));
  const bool allowed = bytes < kMost && (limit_ == 0 || current_ + wanted <= limit_);
  void* data = allowed ? take(bytes) : nullptr;
  if (allowed && data == nullptr && cached_ > 0) {
    release_cache();
    data = take(bytes);
  }
  if (data == nullptr)
    raise(Code::resource_exhausted, "out of memory on the CPU: requested ", wanted,
          " bytes, in use ", current_, ", cached ", cached_, ", limit ",
          limit_ > 0 ? cat(limit_) : std::string("none"));
  current_ += wanted;
  peak_ = std::max(peak_, current_);
  return data;
}

// A cached block of the class or a new one; null when the system has none.
void* Arena::take(size_t bytes) {
  const size_t index = class_of(bytes);
  if (index >= kClasses)
    return std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  auto& list = free_[index];
  if (!list.empty()) {
    void* data = list.back();
    list.pop_back();
    cached_ -= static_cast<int64_t>(class_bytes(index));
    return data;
  }
  return std::aligned_alloc(kAlignment, class_bytes(index));
}

void Arena::free(void* data, size_t bytes) noexcept {
  std::lock_guard lock(mutex_);
  current_ -= static_cast<int64_t>(bytes);
  const size_t index = class_of(bytes);
  if (index >= kClasses) return std::free(data);
  try {
    free_[index].push_back(data);
    cached_ += static_cast<int64_t>(class_bytes(index));
  } catch (const std::bad_alloc&) {
    std::free(data);
  }
}

MemoryStats Arena::stats() const {
  std::lock_guard lock(mutex_);
  return {current_, peak_, cached_, limit_};
}

void Arena::reset_peak() {
  std::lock_guard lock(mutex_);
  peak_ = current_;
}

void Arena::empty_cache() {
  std::lock_guard lock(mutex_);
  release_cache();
}

void Arena::release_cache() {
  for (auto& list : free_) {
    for (void* data : list) std::free(data);
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
