// Owns the kernels of regular expressions over strings.
#include <algorithm>
#include <string>

#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/regex/regex.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/cpu/strings/utf8.h"
#include "kernels/declared/strings.h"
#include "runtime/threads/interrupt.h"

namespace pelton::cpu {
namespace {

// What RE2 does with a rewrite that has faults. Nothing is replaced where it names a group that the
// pattern has not. A backslash before anything but a digit and a backslash ends what each match
// becomes, and where one match alone is asked for nothing is replaced.
struct Rewrite {
  std::string_view text;
  bool replaces;
};

Rewrite usable_rewrite(const RegexReplaceAttrs& attrs, int groups) {
  const std::string_view text = attrs.rewrite.view();
  size_t end = std::string_view::npos;  // of what comes before the first fault
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') continue;
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool is_digit = next >= '0' && next <= '9';
    if (is_digit && next - '0' > groups) return {{}, false};
    if (!is_digit && next != '\\') end = std::min(end, i);
    ++i;
  }
  return {text.substr(0, end), end == std::string_view::npos || attrs.replace_global};
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
std::string replaced(const regex::Regex& regex, std::string_view text, std::string_view rewrite,
                     bool replaces_all) {
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
    append_rewrite(out, rewrite, text, *match);
    at = last_end = end;
    if (!replaces_all) break;
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
  const Rewrite rewrite = usable_rewrite(attrs, regex->groups());
  const auto* const in = context.in(0).as<StringElement>();
  StringOutput out(context.out(0));
  for (int64_t i = 0; i < context.out(0).size; ++i) {
    poll_interrupt();
    if (rewrite.replaces)
      out.set(i, replaced(*regex, in[i].view(), rewrite.text, attrs.replace_global));
    else
      out.set(i, std::string(in[i].view()));
  }
}

}  // namespace pelton::cpu
