#include "runtime/memory/caching_allocator.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace pelton {
namespace {

constexpr size_t kRound = 256;  // of blocks: what CUDA aligns its memory to
constexpr size_t kSegment = size_t{2} << 20;
constexpr size_t kMostKeptUploads = 4;  // a batch and its labels, twice
constexpr size_t kMost = std::numeric_limits<int64_t>::max() / 2;

size_t rounded(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

CachingAllocator::CachingAllocator(SegmentSource& source, int64_t limit, int64_t first_segment)
    : source_(source), limit_(limit), first_segment_(static_cast<size_t>(first_segment)) {}

CachingAllocator::~CachingAllocator() {
  for (const auto& [data, bytes] : segments_) source_.release(data, bytes);
}

void* CachingAllocator::allocate(size_t bytes) {
  std::lock_guard lock(mutex_);
  return allocate_block(bytes);
}

void* CachingAllocator::allocate_upload(size_t bytes) {
  std::lock_guard lock(mutex_);
  if (void* const kept = take_kept_upload(bytes)) return kept;
  void* const data = allocate_block(bytes);
  blocks_.find(static_cast<char*>(data))->second.is_upload = true;
  return data;
}

void* CachingAllocator::take_kept_upload(size_t bytes) {
  const size_t size = rounded(std::max<size_t>(bytes, 1), kRound);
  for (auto kept = kept_uploads_.begin(); kept != kept_uploads_.end(); ++kept) {
    Block& block = blocks_.find(*kept)->second;
    if (block.bytes != size) continue;
    char* const data = *kept;
    kept_uploads_.erase(kept);
    block.is_kept = false;
    count_as_used(size);
    return data;
  }
  return nullptr;
}

void* CachingAllocator::allocate_block(size_t bytes) {
  if (bytes > kMost) raise_exhausted(bytes);
  const size_t size = rounded(std::max<size_t>(bytes, 1), kRound);
  if (first_segment_ > 0) add_segment(std::exchange(first_segment_, 0));
  void* data = take(size);
  if (data == nullptr && add_segment(size)) data = take(size);
  if (data == nullptr) {
    forget_kept_uploads();
    data = take(size);
  }
  if (data == nullptr) {
    release_cache();
    if (add_segment(size)) data = take(size);
  }
  if (data == nullptr) raise_exhausted(bytes);
  count_as_used(size);
  return data;
}

void CachingAllocator::count_as_used(size_t bytes) {
  current_ += static_cast<int64_t>(bytes);
  peak_ = std::max(peak_, current_);
}

// The smallest free block that fits, cut to size; null when there is none.
void* CachingAllocator::take(size_t bytes) {
  const auto found = free_.lower_bound({bytes, nullptr});
  if (found == free_.end()) return nullptr;
  const auto [size, data] = *found;
  const auto block = blocks_.find(data);
  if (size > bytes) {
    char* const rest = data + bytes;
    blocks_.emplace(rest, Block{size - bytes, block->second.segment, true, std::nullopt});
    free_.emplace(size - bytes, rest);
  }
  free_.erase(found);
  block->second.bytes = bytes;
  block->second.is_free = false;
  return data;
}

bool CachingAllocator::add_segment(size_t bytes) {
  size_t size = rounded(bytes, kSegment);
  if (limit_ > 0) {
    const int64_t room = limit_ - reserved_;
    if (room < static_cast<int64_t>(bytes)) return false;
    size = std::min(size, static_cast<size_t>(room));
  }
  auto* data = static_cast<char*>(source_.reserve(size));
  if (data == nullptr && size > bytes) data = static_cast<char*>(source_.reserve(size = bytes));
  if (data == nullptr) return false;
  segments_.emplace(data, size);
  blocks_.emplace(data, Block{size, data, true, std::nullopt});
  free_.emplace(size, data);
  reserved_ += static_cast<int64_t>(size);
  return true;
}

void CachingAllocator::join_with_next(Blocks::iterator block) {
  const auto next = std::next(block);
  if (next == blocks_.end() || !next->second.is_free ||
      next->second.segment != block->second.segment)
    return;
  free_.erase({next->second.bytes, next->first});
  block->second.bytes += next->second.bytes;
  blocks_.erase(next);
}

void CachingAllocator::free(void* data, size_t) noexcept {
  std::lock_guard lock(mutex_);
  const auto block = blocks_.find(static_cast<char*>(data));
  if (block == blocks_.end() || block->second.is_free || block->second.is_kept) return;
  current_ -= static_cast<int64_t>(block->second.bytes);
  block->second.tag.reset();
  if (!block->second.is_upload || !keep(block)) return make_free(block);
  if (kept_uploads_.size() <= kMostKeptUploads) return;
  const auto oldest = blocks_.find(kept_uploads_.front());
  kept_uploads_.pop_front();
  make_free(oldest);
}

bool CachingAllocator::keep(Blocks::iterator upload) noexcept {
  if (!source_.keep_upload(upload->first, upload->second.bytes)) return false;
  try {
    kept_uploads_.push_back(upload->first);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return upload->second.is_kept = true;
}

void CachingAllocator::forget_kept_uploads() noexcept {
  for (char* const data : std::exchange(kept_uploads_, {})) make_free(blocks_.find(data));
}

void CachingAllocator::make_free(Blocks::iterator block) noexcept {
  if (block->second.is_upload) source_.forget_upload(block->first);
  source_.on_free(block->first, block->second.bytes);
  block->second.is_upload = block->second.is_kept = false;
  block->second.is_free = true;
  join_with_next(block);
  if (block != blocks_.begin()) {
    const auto previous = std::prev(block);
    if (previous->second.is_free && previous->second.segment == block->second.segment) {
      free_.erase({previous->second.bytes, previous->first});
      join_with_next(previous);
      block = previous;
    }
  }
  try {
    free_.emplace(block->second.bytes, block->first);
  } catch (const std::bad_alloc&) {
    // The block is found again when a neighbour is freed.
  }
}

void CachingAllocator::release_cache() {
  forget_kept_uploads();
  for (auto segment = segments_.begin(); segment != segments_.end();) {
    const auto block = blocks_.find(segment->first);
    if (block == blocks_.end() || !block->second.is_free ||
        block->second.bytes != segment->second) {
      ++segment;
      continue;
    }
    free_.erase({block->second.bytes, block->first});
    blocks_.erase(block);
    source_.release(segment->first, segment->second);
    reserved_ -= static_cast<int64_t>(segment->second);
    segment = segments_.erase(segment);
  }
}

MemoryStats CachingAllocator::stats() const {
  std::lock_guard lock(mutex_);
  return {current_, peak_, reserved_ - current_, limit_};
}

void CachingAllocator::reset_peak() {
  std::lock_guard lock(mutex_);
  peak_ = current_;
}

void CachingAllocator::empty_cache() {
  std::lock_guard lock(mutex_);
  release_cache();
}

void CachingAllocator::describe(const void* data, DType dtype, const Shape& shape) {
  std::lock_guard lock(mutex_);
  const auto block = blocks_.find(static_cast<char*>(const_cast<void*>(data)));
  if (block != blocks_.end()) block->second.tag = Tag{dtype, shape};
}

bool CachingAllocator::has_live_blocks() const {
  std::lock_guard lock(mutex_);
  return current_ > 0;
}

std::string CachingAllocator::largest_blocks() const {
  constexpr size_t kShown = 5;
  std::vector<const Block*> live;
  for (const auto& [data, block] : blocks_)
    if (!block.is_free && !block.is_kept) live.push_back(&block);
  const size_t shown = std::min(kShown, live.size());
  std::partial_sort(live.begin(), live.begin() + static_cast<std::ptrdiff_t>(shown), live.end(),
                    [](const Block* a, const Block* b) { return a->bytes > b->bytes; });
  std::string out;
  for (size_t i = 0; i < shown; ++i) {
    out += i == 0 ? "" : ", ";
    if (live[i]->tag)
      out += cat(live[i]->tag->dtype, ' ', live[i]->tag->shape, ' ');
    else
      out += "scratch ";
    out += cat(live[i]->bytes, " bytes");
  }
  return out.empty() ? "none" : out;
}

void CachingAllocator::raise_exhausted(size_t bytes) const {
  raise(Code::resource_exhausted, "requested ", bytes, " bytes, in use ", current_, ", cached ",
        reserved_ - current_, ", limit ", limit_ > 0 ? cat(limit_) : std::string("none"),
        "; largest live tensors: ", largest_blocks());
}

}  // namespace pelton
