// Owns the arithmetic of windows over the spatial axes.
#include "nn/layers/conv/spatial.h"

#include <atomic>

namespace pelton {

namespace {

std::atomic<DataFormat> the_default_data_format{DataFormat::channels_last};

int64_t positions(int64_t size, int64_t window, int64_t stride, int64_t dilation,
                  WindowPadding padding) {
  if (size < 0) return -1;
  const int64_t covered =
      padding != WindowPadding::valid ? 1 : checked_add(checked_multiply(dilation, window - 1), 1);
  if (size < covered) return 0;
  return (size - covered) / stride + 1;
}

// The enumerator that `value` names, of the first `count`.
WindowPadding parse_padding(const Value& value, const FieldSite& site, size_t count,
                            const char* choices) {
  const auto found = find_choice(value, enum_names<WindowPadding>.data(), count);
  check(found.has_value(), Code::value_error, "The `", site.name,
        "` argument must be a list/tuple or one of ", choices, ". Received: ", value, " [",
        site.owner, "]");
  return static_cast<WindowPadding>(*found);
}

// As NumPy prints a vector.
std::string spaced(const Axes& values) {
  std::string out;
  for (int64_t value : values)
    out += (out.empty() ? "[" : " ") + (is_known(value) ? std::to_string(value) : "None");
  return out + "]";
}

}  // namespace

DataFormat default_data_format() { return the_default_data_format; }
void set_default_data_format(DataFormat format) { the_default_data_format = format; }

DataFormat FieldType<DataFormat>::parse(const Value& value, const FieldSite& site) {
  if (value.is_none()) return default_data_format();
  const auto& names = enum_names<DataFormat>;
  return static_cast<DataFormat>(parse_choice(value, site, names.data(), names.size()));
}

Axes parse_sizes(const Value& value, const FieldSite& site, size_t count, int64_t least) {
  const auto refuse = [&](const std::string& why) {
    raise(Code::value_error, "The `", site.name, "` argument must be a tuple of ", count,
          " integers. Received ", site.name, "=", value, why, " [", site.owner, "]");
  };
  std::vector<Value> items(count, value);
  if (const List* list = value.get_if<List>()) items = list->items;
  if (items.size() != count) refuse("");
  Axes sizes;
  std::string bad;
  for (const Value& item : items) {
    const int64_t* number = item.get_if<int64_t>();
    if (number == nullptr) refuse("");
    sizes.push_back(*number);
    const std::string text = std::to_string(*number);
    if (*number < least && bad != text) bad += (bad.empty() ? "" : ", ") + text;
  }
  const char* const bound = least == 0 ? "value >= 0" : "value > 0";
  if (!bad.empty()) refuse(", including values {" + bad + "} that do not satisfy `" + bound + "`");
  return sizes;
}

Value write_sizes(const Axes& sizes) {
  List out{{}, true};
  for (int64_t size : sizes) out.items.push_back(size);
  return out;
}

std::string sizes_text(size_t count) {
  std::string each = "int";
  for (size_t i = 1; i < count; ++i) each += ", int";
  return "int | tuple[" + each + "] | list[int]";
}

WindowPadding FieldType<WindowPadding>::parse(const Value& value, const FieldSite& site) {
  return parse_padding(value, site, 2, "{'same', 'valid'}");
}

SequencePadding FieldType<SequencePadding>::parse(const Value& value, const FieldSite& site) {
  return {parse_padding(value, site, 3, "{'causal', 'same', 'valid'}")};
}

Shape slide(const Shape& shape, const Window& window, DataFormat format) {
  Shape out = shape;
  const size_t first = first_spatial(format);
  for (size_t i = 0; i < window.size.size(); ++i)
    out[first + i] = positions(shape[first + i], window.size[i], window.strides[i],
                               window.dilation[i], window.padding);
  return out;
}

void check_output(const Shape& output, const Shape& input, const Shape& kernel,
                  const Window& window, const std::string& owner) {
  if (input[0] == 0) return;
  for (int64_t size : output)
    if (size == 0)
      raise(Code::value_error,
            "Computed output size would be zero or negative. Received `inputs shape=",
            shape_text(input), "`, `kernel shape=", kernel,
            "`, `dilation_rate=", spaced(window.dilation),
            "`, `strides=", to_text(write_sizes(window.strides)),
            "`, `padding=", enum_names<WindowPadding>[static_cast<size_t>(window.padding)], "`. [",
            owner, "]");
}

void check_pooled(const Shape& output, const Shape& input, const Window& window) {
  for (size_t i = 1; i < output.size(); ++i)
    if (output[i] == 0 && input[i] != 0)
      raise(Code::value_error,
            "Computed output size would be zero or negative. Received: `inputs.shape=",
            spaced(input), "`, `pool_size=", spaced(window.size),
            "`, `strides=", to_text(write_sizes(window.strides)),
            "`, `padding=", enum_names<WindowPadding>[static_cast<size_t>(window.padding)], "`.");
}

Tensor to_channels_last(const Tensor& x, DataFormat format) {
  if (format == DataFormat::channels_last) return x;
  Axes perm{0};
  for (int64_t axis = 2; axis < x.rank(); ++axis) perm.push_back(axis);
  perm.push_back(1);
  return transpose(x, {.perm = perm});
}

Tensor from_channels_last(const Tensor& x, DataFormat format) {
  if (format == DataFormat::channels_last) return x;
  Axes perm{0, x.rank() - 1};
  for (int64_t axis = 1; axis < x.rank() - 1; ++axis) perm.push_back(axis);
  return transpose(x, {.perm = perm});
}

}  // namespace pelton
