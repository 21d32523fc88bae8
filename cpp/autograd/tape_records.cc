#include "autograd/tape_records.h"

namespace pelton {

const void* AttrCopies::copy(const AttrSpec* spec, const void* attrs) {
  if (spec == nullptr || attrs == spec->defaults()) return attrs;
  constexpr size_t kAlignment = 16;
  const size_t size = (spec->size + kAlignment - 1) / kAlignment * kAlignment;
  if (chunk_ < chunks_.size() && used_ + size > kChunk) {
    ++chunk_;
    used_ = 0;
  }
  if (chunk_ == chunks_.size())
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunk));
  std::byte* const room = chunks_[chunk_].get() + used_;
  used_ += size;
  spec->copy(room, attrs);
  return room;
}

void TapeRecords::clear() noexcept {
  drop_records();
  slot_of.clear();
  slots.clear();
  watched_slot_of.clear();
  watched.clear();
  readings.clear();
}

void TapeRecords::drop_records() noexcept {
  records.clear();
  customs.clear();
  kept.clear();
  kept_slots.clear();
  attrs.clear();
  bytes = 0;
}

bool TapeRecords::is_small() const {
  constexpr size_t kMostBytes = 1 << 16;
  const auto bytes_of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return slot_of.bytes() + bytes_of(slots) + bytes_of(records) + bytes_of(customs) +
             bytes_of(kept) + bytes_of(kept_slots) + attrs.bytes() + watched_slot_of.bytes() +
             bytes_of(watched) + bytes_of(readings) <=
         kMostBytes;
}

}  // namespace pelton
