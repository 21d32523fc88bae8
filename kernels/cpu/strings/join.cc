// Owns the kernels that lay strings one after the other.
#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

// Writes what part(0), part(1), ... give, with separators between, as element i.
template <class Part>
void join(StringOutput& out, int64_t i, int64_t parts, std::string_view separator, Part&& part) {
  size_t size = parts > 0 ? static_cast<size_t>(parts - 1) * separator.size() : 0;
  for (int64_t k = 0; k < parts; ++k) size += part(k).size();
  char* to = out.room(i, size);
  const auto write = [&](std::string_view text) {
    if (text.empty()) return;
    std::memcpy(to, text.data(), text.size());
    to += text.size();
  };
  for (int64_t k = 0; k < parts; ++k) {
    if (k > 0) write(separator);
    write(part(k));
  }
}

}  // namespace

void string_join(const KernelContext& context) {
  StringOutput out(context.out(0));
  const std::string_view separator = context.attrs<SeparatorAttrs>().separator.view();
  for (int64_t i = 0; i < context.out(0).size; ++i)
    join(out, i, static_cast<int64_t>(context.input_count()), separator, [&](int64_t k) {
      const TensorView& in = context.in(static_cast<size_t>(k));
      return in.as<StringElement>()[in.rank() == 0 ? 0 : i].view();
    });
}

void string_join_rows(const KernelContext& context) {
  StringOutput out(context.out(0));
  const TensorView& in = context.in(0);
  const std::string_view separator = context.attrs<SeparatorAttrs>().separator.view();
  const int64_t width = in.dim(1);
  for (int64_t i = 0; i < context.out(0).size; ++i)
    join(out, i, width, separator,
         [&](int64_t k) { return in.as<StringElement>()[i * width + k].view(); });
}

}  // namespace pelton::cpu
