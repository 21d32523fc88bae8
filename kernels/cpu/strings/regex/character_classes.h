// Owns sets of characters: the named ones, and what is made of sets.
#pragma once
#include "kernels/cpu/strings/regex/syntax.h"

namespace pelton::cpu::regex {

// Sorted, without overlaps.
CharacterSet normalized(CharacterSet set);
CharacterSet negated(const CharacterSet& set);
// With both cases of each ASCII letter.
CharacterSet without_case(CharacterSet set);
// The set of \d, \w, \s or, for capitals, its complement; empty for other letters.
CharacterSet perl_class(char letter);
// The set of [:alpha:] and its fellows; empty for other names.
CharacterSet posix_class(std::string_view name);
// The set of a general category ("Lu"), of all that begin with a letter ("L"), of a script
// ("Greek"), or "Any"; empty for other names.
CharacterSet unicode_class(std::string_view name);

}  // namespace pelton::cpu::regex
