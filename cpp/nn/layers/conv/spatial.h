// Owns what convolution and pooling layers share: sizes of windows, data formats, output sizes.
#pragma once
#include "core/tensor.h"
#include "nn/config/config.h"
#include "ops/array/array.h"

namespace pelton {

// A size per image axis: height, width. Python gives one integer for both, or two.
struct Pair {
  int64_t height = 1;
  int64_t width = 1;
  bool operator==(const Pair&) const = default;
};
template <>
struct FieldType<Pair> {
  // Raises value_error unless one or two positive integers.
  static Pair parse(const Value& value, const FieldSite& site);
  static Value write(const Pair& pair) { return List{{pair.height, pair.width}, true}; }
  static std::string text() { return "int | tuple[int, int] | list[int]"; }
};
inline Axes axes_of(const Pair& pair) { return {pair.height, pair.width}; }

enum class DataFormat : uint8_t { channels_last, channels_first };
template <>
inline constexpr auto enum_names<DataFormat> =
    std::array<const char*, 2>{"channels_last", "channels_first"};

// The same enumerators as the ops' Padding, under Keras's names.
enum class WindowPadding : uint8_t { valid, same };
template <>
inline constexpr auto enum_names<WindowPadding> = std::array<const char*, 2>{"valid", "same"};
template <>
struct FieldType<WindowPadding> {
  static WindowPadding parse(const Value& value, const FieldSite& site);
  static Value write(WindowPadding value) {
    return enum_names<WindowPadding>[static_cast<size_t>(value)];
  }
  static std::string text() { return "str"; }
};
inline Padding padding_of(WindowPadding padding) { return static_cast<Padding>(padding); }

// How a window slides over an image.
struct Window {
  Pair size;
  Pair strides;
  WindowPadding padding = WindowPadding::valid;
  Pair dilation;
};

// Index of the channel axis in a rank 4 shape.
inline size_t channel_axis(DataFormat format) {
  return format == DataFormat::channels_last ? 3 : 1;
}
// The shape with the image axes replaced by the number of window positions; unknown stays unknown.
// Sizes may come out <= 0 where the window does not fit.
Shape slide(const Shape& shape, const Window& window, DataFormat format);

// NCHW to NHWC and back when `format` is channels_first; else x itself.
Tensor to_channels_last(const Tensor& x, DataFormat format);
Tensor from_channels_last(const Tensor& x, DataFormat format);

}  // namespace pelton
