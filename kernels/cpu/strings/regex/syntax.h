// Owns the tree that a regular expression is parsed into.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace pelton::cpu::regex {

// Characters as sorted ranges, both ends included.
using CharacterSet = std::vector<std::pair<uint32_t, uint32_t>>;

enum class Assertion : uint8_t { text_begin, text_end, line_begin, line_end, word, no_word };

struct Node {
  enum class Kind : uint8_t { empty, set, assertion, sequence, choice, repeat, group };
  Kind kind = Kind::empty;
  CharacterSet set;
  Assertion assertion = Assertion::text_begin;
  int least = 0, most = 0;  // of a repeat; most -1: any number
  bool is_greedy = true;
  int group = 0;  // its number
  std::vector<std::unique_ptr<Node>> parts;
};

struct Syntax {
  std::unique_ptr<Node> root;
  int groups = 0;  // that are numbered, without the whole match
};

// Raises invalid_argument with what is wrong and where.
Syntax parse(std::string_view pattern);

}  // namespace pelton::cpu::regex
