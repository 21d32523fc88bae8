#include "runtime/cuda/staging_ring.h"

#include <algorithm>
#include <cstring>

namespace pelton::cuda {
namespace {

constexpr size_t kAlign = 64;

}  // namespace

StagingRing::~StagingRing() {
  for (Slot& slot : slots_)
    if (slot.data != nullptr && card_.can_use()) card_.api().release_pinned(slot.data);
}

void StagingRing::send(void* to, const void* from, size_t bytes) {
  std::lock_guard lock(mutex_);
  auto* target = static_cast<char*>(to);
  const auto* source = static_cast<const char*>(from);
  while (bytes > 0) {
    size_t part = bytes;
    char* const staged = take(part);
    std::memcpy(staged, source, part);
    card_.check(card_.api().copy(target, staged, part, stream_), "copying from the host");
    target += part;
    source += part;
    bytes -= part;
  }
}

char* StagingRing::take(size_t& wanted) {
  if (used_ == kSlotBytes) {
    close(slots_[current_]);
    current_ = (current_ + 1) % kSlots;
    used_ = 0;
  }
  Slot& slot = slots_[current_];
  if (used_ == 0) open(slot);
  wanted = std::min(wanted, kSlotBytes - used_);
  char* const room = slot.data + used_;
  used_ += std::min((wanted + kAlign - 1) / kAlign * kAlign, kSlotBytes - used_);
  return room;
}

// Its copies are done when the stream gets past this point.
void StagingRing::close(Slot& slot) {
  if (!slot.sent) slot.sent = std::make_unique<Event>(card_);
  card_.check(card_.api().record_event(slot.sent->get(), stream_), "copying from the host");
  slot.in_flight = true;
}

void StagingRing::open(Slot& slot) {
  if (slot.in_flight)
    card_.check(card_.api().synchronize_event(slot.sent->get()), "waiting for a copy");
  slot.in_flight = false;
  if (slot.data != nullptr) return;
  void* data = nullptr;
  card_.check(card_.api().allocate_pinned(&data, kSlotBytes), "taking pinned host memory");
  slot.data = static_cast<char*>(data);
}

}  // namespace pelton::cuda
