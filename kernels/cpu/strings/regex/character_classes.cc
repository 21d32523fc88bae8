#include "kernels/cpu/strings/regex/character_classes.h"

#include <algorithm>

namespace pelton::cpu::regex {
namespace {

constexpr uint32_t kLastCharacter = 0x10FFFF;

struct NamedSet {
  std::string_view name;
  std::vector<std::pair<uint32_t, uint32_t>> set;
};

const NamedSet* find_posix(std::string_view name) {
  static const auto* const sets = new std::vector<NamedSet>{
      {"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
      {"alpha", {{'A', 'Z'}, {'a', 'z'}}},
      {"ascii", {{0, 127}}},
      {"blank", {{'\t', '\t'}, {' ', ' '}}},
      {"cntrl", {{0, 31}, {127, 127}}},
      {"digit", {{'0', '9'}}},
      {"graph", {{'!', '~'}}},
      {"lower", {{'a', 'z'}}},
      {"print", {{' ', '~'}}},
      {"punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
      {"space", {{'\t', '\r'}, {' ', ' '}}},
      {"upper", {{'A', 'Z'}}},
      {"word", {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}},
      {"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
  };
  for (const NamedSet& set : *sets)
    if (set.name == name) return &set;
  return nullptr;
}

}  // namespace

CharacterSet normalized(CharacterSet set) {
  std::sort(set.begin(), set.end());
  CharacterSet out;
  for (const auto& [first, last] : set) {
    if (!out.empty() && first <= out.back().second + 1)
      out.back().second = std::max(out.back().second, last);
    else
      out.push_back({first, last});
  }
  return out;
}

CharacterSet negated(const CharacterSet& set) {
  CharacterSet out;
  uint32_t next = 0;
  for (const auto& [first, last] : normalized(set)) {
    if (first > next) out.push_back({next, first - 1});
    next = last + 1;
  }
  if (next <= kLastCharacter) out.push_back({next, kLastCharacter});
  return out;
}

CharacterSet without_case(CharacterSet set) {
  CharacterSet out = set;
  const auto add = [&](uint32_t first, uint32_t last, uint32_t low, int32_t shift) {
    const uint32_t from = std::max(first, low), to = std::min(last, low + 25);
    if (from <= to)
      out.push_back({from + static_cast<uint32_t>(shift), to + static_cast<uint32_t>(shift)});
  };
  for (const auto& [first, last] : set) {
    add(first, last, 'a', -32);
    add(first, last, 'A', 32);
  }
  return normalized(std::move(out));
}

CharacterSet perl_class(char letter) {
  switch (letter) {
    case 'd':
      return {{'0', '9'}};
    case 's':
      return {{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}};
    case 'w':
      return {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
    case 'D':
    case 'S':
    case 'W':
      return negated(perl_class(static_cast<char>(letter + 32)));
    default:
      return {};
  }
}

CharacterSet posix_class(std::string_view name) {
  const bool is_negated = name.starts_with('^');
  if (is_negated) name.remove_prefix(1);
  const NamedSet* const found = find_posix(name);
  if (found == nullptr) return {};
  return is_negated ? negated(found->set) : found->set;
}

}  // namespace pelton::cpu::regex
