// Owns the arithmetic of windows over images.
#include "nn/layers/conv/spatial.h"

namespace pelton {

namespace {

int64_t positions(int64_t size, int64_t window, int64_t stride, int64_t dilation,
                  WindowPadding padding) {
  if (size < 0) return -1;
  const int64_t covered =
      padding == WindowPadding::same ? 1 : checked_add(checked_multiply(dilation, window - 1), 1);
  if (size < covered) return 0;
  return (size - covered) / stride + 1;
}

}  // namespace

Pair FieldType<Pair>::parse(const Value& value, const FieldSite& site) {
  const auto refuse = [&](const std::string& why) {
    raise(Code::value_error, "The `", site.name,
          "` argument must be a tuple of 2 integers. Received ", site.name, "=", value, why, " [",
          site.owner, "]");
  };
  std::vector<Value> items = {value, value};
  if (const List* list = value.get_if<List>()) items = list->items;
  if (items.size() != 2) refuse("");
  int64_t sizes[2];
  std::string bad;
  for (size_t i = 0; i < 2; ++i) {
    const int64_t* number = items[i].get_if<int64_t>();
    if (number == nullptr) refuse("");
    sizes[i] = *number;
    const std::string text = std::to_string(*number);
    if (*number <= 0 && bad != text) bad += (bad.empty() ? "" : ", ") + text;
  }
  if (!bad.empty()) refuse(", including values {" + bad + "} that do not satisfy `value > 0`");
  return {sizes[0], sizes[1]};
}

WindowPadding FieldType<WindowPadding>::parse(const Value& value, const FieldSite& site) {
  const auto& names = enum_names<WindowPadding>;
  const auto found = find_choice(value, names.data(), names.size());
  check(found.has_value(), Code::value_error, "The `", site.name,
        "` argument must be a list/tuple or one of {'same', 'valid'}. Received: ", value, " [",
        site.owner, "]");
  return static_cast<WindowPadding>(*found);
}

Shape slide(const Shape& shape, const Window& window, DataFormat format) {
  Shape out = shape;
  const size_t first = format == DataFormat::channels_last ? 1 : 2;
  out[first] = positions(shape[first], window.size.height, window.strides.height,
                         window.dilation.height, window.padding);
  out[first + 1] = positions(shape[first + 1], window.size.width, window.strides.width,
                             window.dilation.width, window.padding);
  return out;
}

Tensor to_channels_last(const Tensor& x, DataFormat format) {
  if (format == DataFormat::channels_last) return x;
  return transpose(x, {.perm = Axes{0, 2, 3, 1}});
}

Tensor from_channels_last(const Tensor& x, DataFormat format) {
  if (format == DataFormat::channels_last) return x;
  return transpose(x, {.perm = Axes{0, 3, 1, 2}});
}

}  // namespace pelton
