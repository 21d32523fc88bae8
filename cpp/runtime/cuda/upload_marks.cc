#include "runtime/cuda/upload_marks.h"

namespace pelton::cuda {

void UploadMarks::take(void* data) {
  std::lock_guard lock(mutex_);
  marks_[data].is_empty = true;
}

bool UploadMarks::begin_fill(void* data, Event*& mark) {
  std::lock_guard lock(mutex_);
  const auto found = marks_.find(data);
  if (found == marks_.end() || !found->second.is_empty) return false;
  found->second.is_empty = false;
  mark = found->second.last_use.get();
  return true;
}

bool UploadMarks::release(void* data, const Stream& stream) noexcept {
  try {
    std::lock_guard lock(mutex_);
    std::unique_ptr<Event>& last_use = marks_[data].last_use;
    if (!last_use) last_use = std::make_unique<Event>(card_);
    card_.use();
    card_.check(card_.api().record_event(last_use->get(), stream.get()), "recording an event");
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void UploadMarks::forget(void* data) noexcept {
  std::lock_guard lock(mutex_);
  marks_.erase(data);
}

}  // namespace pelton::cuda
