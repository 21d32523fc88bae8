// Owns the kernels that read and write UTF-8.
#include <limits>
#include <string>

#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/cpu/strings/utf8.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

// Calls take(code, where it begins) for each character that counts.
template <class Attrs, class Take>
void decode(std::string_view text, const Attrs& attrs, Take&& take) {
  for (size_t at = 0; at < text.size();) {
    const Character next = first_character(text.substr(at));
    check(next.is_valid || attrs.errors != BadUnicode::strict,
          "Invalid formatting on input string");
    if (next.is_valid)
      take(static_cast<int32_t>(next.code), static_cast<int64_t>(at));
    else if (attrs.errors == BadUnicode::replace)
      take(static_cast<int32_t>(attrs.replacement_char), static_cast<int64_t>(at));
    at += static_cast<size_t>(next.size);
  }
}

}  // namespace

void unicode_counts(const KernelContext& context) {
  const auto* const in = context.in(0).as<StringElement>();
  for (int64_t i = 0; i < context.out(0).size; ++i) {
    int64_t count = 0;
    decode(in[i].view(), context.attrs<DecodeAttrs>(), [&](int32_t, int64_t) { ++count; });
    context.out(0).as<int64_t>()[i] = count;
  }
}

void unicode_codes(const KernelContext& context) {
  const auto* const in = context.in(0).as<StringElement>();
  const int64_t most = context.out(0).size;
  int64_t at = 0;
  for (int64_t i = 0; i < context.in(0).size; ++i)
    decode(in[i].view(), context.attrs<DecodedAttrs>(), [&](int32_t code, int64_t begin) {
      check(at < most, "there are more characters than the ", most, " that were counted");
      context.out(0).as<int32_t>()[at] = code;
      context.out(1).as<int64_t>()[at++] = begin;
    });
  check(at == most, "there are ", at, " characters, not ", most);
}

void unicode_encode(const KernelContext& context) {
  const TensorView &codes = context.in(0), &splits = context.in(1);
  const auto& attrs = context.attrs<DecodeAttrs>();
  StringOutput out(context.out(0));
  for (int64_t row = 0; row < context.out(0).size; ++row) {
    const int64_t first = splits.as<int64_t>()[row], last = splits.as<int64_t>()[row + 1];
    check(first >= 0 && first <= last && last <= codes.size, "row splits ", first, " and ", last,
          " do not fit to ", codes.size, " codes");
    std::string text;
    for (int64_t i = first; i < last; ++i) {
      const int32_t code = codes.as<int32_t>()[i];
      check(is_character(code) || attrs.errors != BadUnicode::strict,
            "Code point is out of range: ", code);
      if (is_character(code))
        append_utf8(text, static_cast<uint32_t>(code));
      else if (attrs.errors == BadUnicode::replace)
        append_utf8(text, static_cast<uint32_t>(attrs.replacement_char));
    }
    out.set(row, text);
  }
}

}  // namespace pelton::cpu
