#include "runtime/devices/visible_devices.h"

#include <algorithm>
#include <charconv>

namespace pelton {
namespace {

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

// The card that an entry names; -1 for none.
int ordinal_of(std::string_view entry, int count) {
  constexpr std::string_view kUuid = "GPU-";
  if (entry.substr(0, kUuid.size()) == kUuid) entry.remove_prefix(kUuid.size());
  int ordinal = -1;
  const auto [end, error] = std::from_chars(entry.data(), entry.data() + entry.size(), ordinal);
  const bool is_number = error == std::errc{} && end == entry.data() + entry.size();
  return is_number && ordinal >= 0 && ordinal < count ? ordinal : -1;
}

}  // namespace

std::vector<int> visible_ordinals(std::string_view text, int count) {
  std::vector<int> shown;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const int ordinal = ordinal_of(trimmed(text.substr(at, comma - at)), count);
    if (ordinal < 0) break;
    if (std::find(shown.begin(), shown.end(), ordinal) != shown.end()) return {};
    shown.push_back(ordinal);
    at = comma + 1;
  }
  return shown;
}

}  // namespace pelton
