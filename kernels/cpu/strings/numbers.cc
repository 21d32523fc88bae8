// Owns the kernels between strings and numbers.
#include <algorithm>
#include <charconv>
#include <string>

#include "core/number_text.h"
#include "kernels/common/attrs/string_attrs.h"
#include "kernels/cpu/strings/string_output.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

// As C's printf has it, without the locale.
template <class T>
std::string number_text(T value, const NumberTextAttrs& attrs) {
  char out[512];
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    return std::string(out, std::to_chars(out, out + sizeof out, value).ptr);
  } else {
    const auto real = static_cast<double>(value);
    const int precision = attrs.precision < 0 ? 6 : static_cast<int>(attrs.precision);
    if (attrs.scientific)
      std::snprintf(out, sizeof out, "%.*e", precision, real);
    else if (attrs.shortest)
      std::snprintf(out, sizeof out, "%.*g", precision, real);
    else
      std::snprintf(out, sizeof out, "%.*f", precision, real);
    return out;
  }
}

// With the sign, the space or the zeros that `fill` asks for, as printf's flags; the width counts
// them.
std::string padded(std::string text, const NumberTextAttrs& attrs) {
  const auto width = static_cast<size_t>(std::max<int64_t>(attrs.width, 0));
  const std::string_view fill = attrs.fill.view();
  if ((fill == "+" || fill == " ") && !text.starts_with('-')) text.insert(0, fill);
  if (text.size() >= width) return text;
  const size_t missing = width - text.size();
  if (fill == "-") return text + std::string(missing, ' ');
  if (fill == "0") return text.insert(text.starts_with('-') ? 1 : 0, missing, '0');
  return text.insert(0, missing, ' ');
}

}  // namespace

void string_to_number(const KernelContext& context) {
  const auto* const in = context.in(0).as<StringElement>();
  visit(Types<int32_t, int64_t, uint32_t, uint64_t, float, double>{}, context.out(0).dtype,
        [&]<class T>() {
          auto* const out = context.out(0).as<T>();
          for (int64_t i = 0; i < context.out(0).size; ++i)
            check(parse_number(in[i].view(), out[i]),
                  "StringToNumberOp could not correctly convert string: ", in[i].view());
        });
}

void as_string(const KernelContext& context) {
  const auto& attrs = context.attrs<NumberTextAttrs>();
  const TensorView& in = context.in(0);
  StringOutput out(context.out(0));
  visit(Join<Types<bool>, RealTypes>{}, in.dtype, [&]<class T>() {
    for (int64_t i = 0; i < in.size; ++i) {
      if constexpr (sizeof(T) == 2 && !std::is_integral_v<T>)
        out.set(i, padded(number_text(static_cast<float>(in.as<T>()[i]), attrs), attrs));
      else if constexpr (std::is_same_v<T, bool>)
        out.set(i, number_text(in.as<T>()[i], attrs));
      else
        out.set(i, padded(number_text(in.as<T>()[i], attrs), attrs));
    }
  });
}

}  // namespace pelton::cpu
