// Owns the classes of Unicode: general categories, their first letters, and scripts.
#include "kernels/cpu/strings/regex/character_classes.h"

namespace pelton::cpu::regex {
namespace {

// Characters before each range and in it, in turns.
struct UnicodeSet {
  std::string_view name;
  std::vector<uint32_t> steps;
};

const std::vector<UnicodeSet>& unicode_sets() {
  static const auto* const sets = new std::vector<UnicodeSet>{
#include "kernels/cpu/strings/regex/unicode_sets.inc"
  };
  return *sets;
}

void append(CharacterSet& set, const std::vector<uint32_t>& steps) {
  uint32_t next = 0;
  for (size_t i = 0; i + 1 < steps.size(); i += 2) {
    const uint32_t first = next + steps[i];
    next = first + steps[i + 1];
    set.push_back({first, next - 1});
  }
}

}  // namespace

CharacterSet unicode_class(std::string_view name) {
  if (name == "Any") return negated({});
  CharacterSet out;
  for (const UnicodeSet& set : unicode_sets())
    if (set.name == name || (name.size() == 1 && set.name.size() == 2 && set.name[0] == name[0]))
      append(out, set.steps);
  return normalized(std::move(out));
}

}  // namespace pelton::cpu::regex
