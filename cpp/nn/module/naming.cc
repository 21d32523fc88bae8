// Owns the snake case rule and the name counters.
#include "nn/module/naming.h"

#include <cctype>
#include <cstdint>
#include <map>
#include <mutex>

namespace pelton {

namespace {

struct Counters {
  std::mutex mutex;
  std::map<std::string, int64_t> next;
};

Counters& counters() {
  static Counters instance;
  return instance;
}

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

// True when a word begins at `i`: "Max|Pooling2D", "rm|Sprop", "Re|LU".
bool begins_word(std::string_view text, size_t i) {
  if (i == 0 || !is_upper(text[i])) return false;
  return is_lower(text[i - 1]) || (i + 1 < text.size() && is_lower(text[i + 1]));
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string to_snake_case(std::string_view class_name) {
  std::string out;
  for (size_t i = 0; i < class_name.size(); ++i) {
    const char c = class_name[i];
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') continue;
    if (begins_word(class_name, i)) out += '_';
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

std::string auto_name(std::string_view class_name) {
  return unique_name(to_snake_case(class_name));
}

std::string unique_name(const std::string& prefix) {
  std::lock_guard lock(counters().mutex);
  const int64_t used = counters().next[prefix]++;
  return used == 0 ? prefix : prefix + "_" + std::to_string(used);
}

void reset_names() {
  std::lock_guard lock(counters().mutex);
  counters().next.clear();
}

}  // namespace pelton
