// Owns the kernels that change letters, strip and count.
#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/cpu/strings/utf8.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

template <class F>
void change_bytes(const KernelContext& context, F&& change) {
  const auto* const in = context.in(0).as<StringElement>();
  StringOutput out(context.out(0));
  for (int64_t i = 0; i < context.out(0).size; ++i) {
    const std::string_view text = in[i].view();
    char* const to = out.room(i, text.size());
    for (size_t k = 0; k < text.size(); ++k) to[k] = change(text[k]);
  }
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int64_t count_characters(std::string_view text) {
  int64_t count = 0;
  for (char c : text) count += (c & 0xC0) != 0x80;
  return count;
}

}  // namespace

void string_lower(const KernelContext& context) {
  change_bytes(context,
               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
}

void string_upper(const KernelContext& context) {
  change_bytes(context,
               [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
}

void string_strip(const KernelContext& context) {
  const auto* const in = context.in(0).as<StringElement>();
  StringOutput out(context.out(0));
  out.keep(context.in(0));
  for (int64_t i = 0; i < context.out(0).size; ++i) {
    std::string_view text = in[i].view();
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    out.set_part(i, text);
  }
}

void string_length(const KernelContext& context) {
  const auto* const in = context.in(0).as<StringElement>();
  auto* const out = context.out(0).as<int32_t>();
  const bool counts_bytes = context.attrs<StringUnitAttrs>().unit == StringUnit::bytes;
  for (int64_t i = 0; i < context.out(0).size; ++i)
    out[i] = static_cast<int32_t>(counts_bytes ? in[i].size : count_characters(in[i].view()));
}

}  // namespace pelton::cpu
