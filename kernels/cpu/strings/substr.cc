// Owns substr: parts of strings by position and length, in bytes or characters.
#include <algorithm>

#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/cpu/strings/utf8.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

// Where each character begins, then the end.
std::vector<int64_t> character_starts(std::string_view text) {
  std::vector<int64_t> out;
  for (size_t i = 0; i < text.size(); ++i)
    if ((text[i] & 0xC0) != 0x80) out.push_back(static_cast<int64_t>(i));
  out.push_back(static_cast<int64_t>(text.size()));
  return out;
}

// Negative positions count from the end; a negative number of bytes is all that follow, of
// characters none.
std::string_view part_of(std::string_view text, int64_t position, int64_t length, StringUnit unit) {
  const bool is_bytes = unit == StringUnit::bytes;
  const std::vector<int64_t> starts = is_bytes ? std::vector<int64_t>{} : character_starts(text);
  const auto size = static_cast<int64_t>(is_bytes ? text.size() : starts.size() - 1);
  check(position >= -size && position <= size, "pos ", position, " out of range for string of ",
        is_bytes ? "" : "UTF-8 ", is_bytes ? "length " : "characters, ", size);
  const int64_t first = position < 0 ? position + size : position;
  const bool is_rest = length < 0 && is_bytes;
  const int64_t last = is_rest ? size : first + std::clamp<int64_t>(length, 0, size - first);
  const auto place = [&](int64_t at) {
    return static_cast<size_t>(is_bytes ? at : starts[static_cast<size_t>(at)]);
  };
  return text.substr(place(first), place(last) - place(first));
}

}  // namespace

void substr(const KernelContext& context) {
  const TensorView &in = context.in(0), &pos = context.in(1), &len = context.in(2);
  const TensorView& out = context.out(0);
  const StringUnit unit = context.attrs<StringUnitAttrs>().unit;
  StringOutput parts(out);
  parts.keep(in);
  BroadcastWalk<3> walk(out.shape(), {&in, &pos, &len});
  const auto integer = [](const TensorView& view, int64_t at) {
    return view.dtype == DType::int32 ? int64_t{view.as<int32_t>()[at]} : view.as<int64_t>()[at];
  };
  for (int64_t i = 0; i < out.size; ++i, walk.next())
    parts.set_part(i, part_of(in.as<StringElement>()[walk.at(0)].view(), integer(pos, walk.at(1)),
                              integer(len, walk.at(2)), unit));
}

}  // namespace pelton::cpu
