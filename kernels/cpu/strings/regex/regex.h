// Owns Regex: a compiled regular expression. A search takes time in proportion to the lengths of
// expression and text, whatever they are: all ways of matching are followed at once.
#pragma once
#include <memory>
#include <optional>

#include "kernels/cpu/strings/regex/syntax.h"

namespace pelton::cpu::regex {

struct Instruction {
  enum class Kind : uint8_t { set, assertion, split, jump, save, match };
  Kind kind;
  Assertion assertion = Assertion::text_begin;
  int32_t next = 0;   // the place tried first, of a split
  int32_t other = 0;  // the place tried second, of a split; the number of a set or place to save
};

// Where the whole match and each group begin and end, in bytes; -1 for a group that took no part.
using Match = std::vector<int64_t>;

class Regex {
 public:
  // Raises invalid_argument for what is no expression, or one that is too large.
  explicit Regex(std::string_view pattern);

  int groups() const { return groups_; }
  // The leftmost match that begins at byte `from` or later, of equal ones the first alternative.
  std::optional<Match> search(std::string_view text, size_t from) const;
  bool matches_whole(std::string_view text) const;

  // The compiled form of `pattern`, kept for later calls.
  static std::shared_ptr<const Regex> cached(std::string_view pattern);

 private:
  friend class Searcher;
  std::vector<Instruction> code_;
  std::vector<CharacterSet> sets_;
  int groups_ = 0;
};

}  // namespace pelton::cpu::regex
