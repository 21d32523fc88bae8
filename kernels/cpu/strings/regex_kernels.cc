// Owns the kernels of regular expressions over strings.
#include <string>

#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/regex/regex.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/cpu/strings/utf8.h"
#include "kernels/declared/strings.h"
#include "runtime/threads/interrupt.h"

namespace pelton::cpu {
namespace {

void check_rewrite(std::string_view rewrite, int groups) {
  for (size_t i = 0; i < rewrite.size(); ++i) {
    if (rewrite[i] != '\\') continue;
    ++i;
    const bool is_digit = i < rewrite.size() && rewrite[i] >= '0' && rewrite[i] <= '9';
    check(is_digit || (i < rewrite.size() && rewrite[i] == '\\'), "Invalid rewrite: ", rewrite,
          ", error: \\ must be followed by a digit or \\");
    check(!is_digit || rewrite[i] - '0' <= groups, "Invalid rewrite: ", rewrite,
          ", error: it names group ", is_digit ? rewrite[i] - '0' : 0, " of ", groups);
  }
}

void append_rewrite(std::string& out, std::string_view rewrite, std::string_view text,
                    const regex::Match& match) {
  for (size_t i = 0; i < rewrite.size(); ++i) {
    if (rewrite[i] != '\\') {
      out += rewrite[i];
      continue;
    }
    ++i;
    if (rewrite[i] == '\\') {
      out += '\\';
      continue;
    }
    const auto group = static_cast<size_t>(rewrite[i] - '0');
    const int64_t first = match[2 * group], last = match[2 * group + 1];
    if (first >= 0)
      out += text.substr(static_cast<size_t>(first), static_cast<size_t>(last - first));
  }
}

// As RE2 replaces: after a match an empty one at its end does not count.
std::string replaced(const regex::Regex& regex, std::string_view text,
                     const RegexReplaceAttrs& attrs) {
  std::string out;
  size_t at = 0, last_end = std::string_view::npos;
  while (at <= text.size()) {
    const auto match = regex.search(text, at);
    if (!match) break;
    const auto begin = static_cast<size_t>((*match)[0]), end = static_cast<size_t>((*match)[1]);
    out += text.substr(at, begin - at);
    if (begin == end && begin == last_end) {
      if (begin == text.size()) return out;
      const auto size = static_cast<size_t>(first_character(text.substr(begin)).size);
      out += text.substr(begin, size);
      at = begin + size;
      last_end = std::string_view::npos;
      continue;
    }
    append_rewrite(out, attrs.rewrite.view(), text, *match);
    at = last_end = end;
    if (!attrs.replace_global) break;
  }
  if (at < text.size()) out += text.substr(at);
  return out;
}

}  // namespace

void regex_full_match(const KernelContext& context) {
  const auto regex = regex::Regex::cached(context.attrs<PatternAttrs>().pattern.view());
  const auto* const in = context.in(0).as<StringElement>();
  auto* const out = context.out(0).as<bool>();
  for (int64_t i = 0; i < context.out(0).size; ++i) {
    poll_interrupt();
    out[i] = regex->matches_whole(in[i].view());
  }
}

void regex_replace(const KernelContext& context) {
  const auto& attrs = context.attrs<RegexReplaceAttrs>();
  const auto regex = regex::Regex::cached(attrs.pattern.view());
  check_rewrite(attrs.rewrite.view(), regex->groups());
  const auto* const in = context.in(0).as<StringElement>();
  StringOutput out(context.out(0));
  for (int64_t i = 0; i < context.out(0).size; ++i) {
    poll_interrupt();
    out.set(i, replaced(*regex, in[i].view(), attrs));
  }
}

}  // namespace pelton::cpu
