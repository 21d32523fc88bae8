#include "core/string_bytes.h"

#include <algorithm>
#include <cstring>

namespace pelton {

StringElement StringBytes::add(std::string_view text) {
  if (text.empty()) return {};
  char* const to = room(text.size());
  std::memcpy(to, text.data(), text.size());
  return {to, static_cast<int64_t>(text.size())};
}

char* StringBytes::room(size_t bytes) {
  constexpr size_t kFirst = 256, kMost = 64 * 1024;
  if (bytes > left_) {
    block_size_ = std::clamp(2 * block_size_, kFirst, kMost);
    const size_t size = std::max(bytes, block_size_);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    if (size > block_size_) return blocks_.back().get();  // the rest of the last block stays in use
    next_ = blocks_.back().get();
    left_ = size;
  }
  left_ -= bytes;
  return std::exchange(next_, next_ + bytes);
}

void StringBytes::keep(const Ref<StringBytes>& other) {
  if (!other || other.get() == this) return;
  const auto add_once = [&](const Ref<StringBytes>& bytes) {
    if (std::find(kept_.begin(), kept_.end(), bytes) == kept_.end()) kept_.push_back(bytes);
  };
  // What only keeps others needs not be kept itself, so that no chains grow.
  if (!other->blocks_.empty()) add_once(other);
  if (other->blocks_.empty()) std::for_each(other->kept_.begin(), other->kept_.end(), add_once);
}

}  // namespace pelton
