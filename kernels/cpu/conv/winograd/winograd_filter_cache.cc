// Owns what is kept, for how long, and when buffers are used again.
#include "kernels/cpu/conv/winograd/winograd_filter_cache.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <utility>

namespace pelton::cpu {
namespace {

constexpr std::align_val_t kCacheLine{64};

std::shared_ptr<float[]> aligned_floats(int64_t count) {
  const auto bytes = static_cast<size_t>(count) * sizeof(float);
  return {static_cast<float*>(::operator new(bytes, kCacheLine)),
          [](float* data) { ::operator delete(data, kCacheLine); }};
}

}  // namespace

// A lock that is not free at once is not waited for: a forked child may have inherited it locked.
WinogradFilterCache::Known WinogradFilterCache::find(const FilterForm& form,
                                                     const Storage* storage) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return {};
  const auto at = std::find_if(entries_.begin(), entries_.end(),
                               [&](const auto& entry) { return entry->form == form; });
  if (at == entries_.end()) return {};
  std::rotate(at, at + 1, entries_.end());
  const Storage* const held = entries_.back()->held.get();
  return {entries_.back(), held != nullptr && held == storage};
}

// Taps that were found to be those of `entry`.
void WinogradFilterCache::hold(const Entry& entry, const Storage* storage) {
  if (storage == nullptr || !storage->is_owned()) return;
  Ref<const Storage> held(storage);  // what it takes the place of goes without the lock
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  for (const auto& known : entries_)
    if (known.get() == &entry) std::swap(known->held, held);
}

// An entry to write: that of the same form where nobody reads it, else a new one.
std::shared_ptr<WinogradFilterCache::Entry> WinogradFilterCache::take(const FilterForm& form) {
  std::shared_ptr<Entry> entry;
  if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) {
    const auto at = std::find_if(entries_.begin(), entries_.end(),
                                 [&](const auto& known) { return known->form == form; });
    if (at != entries_.end()) {
      entry = std::move(*at);
      entries_.erase(at);
    }
  }
  if (entry != nullptr && entry.use_count() == 1 && entry->packed.use_count() == 1) {
    std::atomic_thread_fence(std::memory_order_acquire);  // behind the last reader
    return entry;
  }
  entry = std::make_shared<Entry>();
  entry->form = form;
  entry->taps.resize(static_cast<size_t>(9 * form.in * form.out));
  entry->packed = aligned_floats(form.size);
  return entry;
}

void WinogradFilterCache::keep(std::shared_ptr<Entry> entry) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || entry->bytes() > kMostBytes) return;
  entries_.push_back(std::move(entry));
  int64_t all = 0;
  size_t kept = 0;
  while (kept < entries_.size() && all <= kMostBytes) {
    ++kept;
    all += entries_[entries_.size() - kept]->bytes();
  }
  if (all > kMostBytes) --kept;
  entries_.erase(entries_.begin(), entries_.end() - static_cast<std::ptrdiff_t>(kept));
}

std::shared_ptr<const float[]> WinogradFilterCache::get(const FilterForm& form,
                                                        const Storage* storage, const Pack& pack) {
  const size_t bytes = static_cast<size_t>(9 * form.in * form.out) * sizeof(float);
  {
    const auto [known, is_same] = find(form, storage);
    if (is_same) return known->packed;
    if (known != nullptr && std::memcmp(known->taps.data(), form.address, bytes) == 0) {
      hold(*known, storage);
      return known->packed;
    }
  }
  const std::shared_ptr<Entry> entry = take(form);
  entry->held = nullptr;
  std::memcpy(entry->taps.data(), form.address, bytes);
  // From the copy: somebody may write the filters meanwhile.
  pack(entry->taps.data(), entry->packed.get());
  std::shared_ptr<const float[]> packed = entry->packed;
  keep(entry);
  return packed;
}

int64_t WinogradFilterCache::bytes() const {
  const std::lock_guard lock(mutex_);
  int64_t all = 0;
  for (const auto& entry : entries_) all += entry->bytes();
  return all;
}

WinogradFilterCache& winograd_filter_cache() {
  static WinogradFilterCache* const cache = new WinogradFilterCache;
  return *cache;
}

}  // namespace pelton::cpu
