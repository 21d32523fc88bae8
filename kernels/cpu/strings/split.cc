// Owns the kernels that split strings.
#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// As Python's str.split() without a separator.
template <class Take>
void split_at_blanks(std::string_view text, int64_t most, Take&& take) {
  const auto skip = [&] {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  };
  skip();
  for (int64_t n = 0; !text.empty(); ++n) {
    size_t end = 0;
    if (most >= 0 && n == most) return take(text);
    while (end < text.size() && !is_blank(text[end])) ++end;
    take(text.substr(0, end));
    text.remove_prefix(end);
    skip();
  }
}

// As Python's str.split(separator).
template <class Take>
void split_at(std::string_view text, std::string_view separator, int64_t most, Take&& take) {
  for (int64_t n = 0; most < 0 || n < most; ++n) {
    const size_t at = text.find(separator);
    if (at == std::string_view::npos) break;
    take(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  take(text);
}

template <class Attrs, class Take>
void split(std::string_view text, const Attrs& attrs, Take&& take) {
  if (attrs.sep.view().empty()) return split_at_blanks(text, attrs.maxsplit, take);
  split_at(text, attrs.sep.view(), attrs.maxsplit, take);
}

}  // namespace

void string_split_counts(const KernelContext& context) {
  const auto* const in = context.in(0).as<StringElement>();
  for (int64_t i = 0; i < context.out(0).size; ++i) {
    int64_t count = 0;
    split(in[i].view(), context.attrs<SplitStringAttrs>(), [&](std::string_view) { ++count; });
    context.out(0).as<int64_t>()[i] = count;
  }
}

void string_split_parts(const KernelContext& context) {
  const auto* const in = context.in(0).as<StringElement>();
  StringOutput out(context.out(0));
  out.keep(context.in(0));
  const int64_t most = context.out(0).size;
  int64_t at = 0;
  for (int64_t i = 0; i < context.in(0).size; ++i)
    split(in[i].view(), context.attrs<StringPartsAttrs>(), [&](std::string_view part) {
      check(at < most, "there are more parts than the ", most, " that were counted");
      out.set_part(at++, part);
    });
  check(at == most, "there are ", at, " parts, not ", most);
}

}  // namespace pelton::cpu
