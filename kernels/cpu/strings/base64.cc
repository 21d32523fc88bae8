// Owns the kernels of web-safe base 64.
#include <string>

#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encoded(std::string_view text, bool pads) {
  std::string out;
  for (size_t at = 0; at < text.size(); at += 3) {
    const size_t count = std::min<size_t>(3, text.size() - at);
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; ++i)
      bits = bits << 8 | (i < count ? static_cast<uint8_t>(text[at + i]) : 0);
    for (size_t i = 0; i < 4; ++i) {
      if (i <= count)
        out += kDigits[bits >> (18 - 6 * i) & 63];
      else if (pads)
        out += '=';
    }
  }
  return out;
}

std::string decoded(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  check(text.size() % 4 != 1, "Invalid character found in base64.");
  std::string out;
  uint32_t bits = 0;
  int count = 0;
  for (char c : text) {
    const size_t value = kDigits.find(c);
    check(value != std::string_view::npos, "Invalid character found in base64.");
    bits = bits << 6 | static_cast<uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFF);
  }
  return out;
}

template <class F>
void change_all(const KernelContext& context, F&& change) {
  const auto* const in = context.in(0).as<StringElement>();
  StringOutput out(context.out(0));
  for (int64_t i = 0; i < context.out(0).size; ++i) out.set(i, change(in[i].view()));
}

}  // namespace

void encode_base64(const KernelContext& context) {
  const bool pads = context.attrs<PadBase64Attrs>().pad;
  change_all(context, [=](std::string_view text) { return encoded(text, pads); });
}

void decode_base64(const KernelContext& context) { change_all(context, decoded); }

}  // namespace pelton::cpu
