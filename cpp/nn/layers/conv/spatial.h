// Owns what convolution and pooling layers share: sizes of windows, data formats, output sizes.
#pragma once
#include <array>

#include "core/tensor.h"
#include "nn/config/config.h"
#include "ops/array/array.h"

namespace pelton {

// A size per spatial axis, from the first one: height, width. Python gives one integer for all, or
// one each.
template <size_t kAxes>
struct Extents {
  std::array<int64_t, kAxes> values;
  Extents() { values.fill(1); }
  Extents(std::initializer_list<int64_t> sizes) : Extents(Axes(sizes)) {}
  explicit Extents(const Axes& axes) { std::copy_n(axes.begin(), kAxes, values.begin()); }
  bool operator==(const Extents&) const = default;
  static Extents all(int64_t size) { return Extents(Axes(kAxes, size)); }
};
template <size_t kAxes>
Axes axes_of(const Extents<kAxes>& sizes) {
  return Axes(sizes.values.begin(), sizes.values.end());
}

// Raises value_error unless one or `count` integers of at least `least`.
Axes parse_sizes(const Value& value, const FieldSite& site, size_t count, int64_t least = 1);
Value write_sizes(const Axes& sizes);  // a tuple
std::string sizes_text(size_t count);  // of the type, for stubs
template <size_t kAxes>
struct FieldType<Extents<kAxes>> {
  static Extents<kAxes> parse(const Value& value, const FieldSite& site) {
    return Extents<kAxes>(parse_sizes(value, site, kAxes));
  }
  static Value write(const Extents<kAxes>& sizes) { return write_sizes(axes_of(sizes)); }
  static std::string text() { return sizes_text(kAxes); }
};

enum class DataFormat : uint8_t { channels_last, channels_first };
template <>
inline constexpr auto enum_names<DataFormat> =
    std::array<const char*, 2>{"channels_last", "channels_first"};
// How images are laid out where a layer is not told, for all threads.
DataFormat default_data_format();
void set_default_data_format(DataFormat format);
template <>
struct FieldType<DataFormat> {
  // None is the default.
  static DataFormat parse(const Value& value, const FieldSite& site);
  static Value write(DataFormat value) {
    return enum_names<DataFormat>[static_cast<size_t>(value)];
  }
  static std::string text() { return "str | None"; }
};

// The first enumerators are those of the ops' Padding, under Keras's names; `causal` pads in front
// only, so that no output sees what comes after it.
enum class WindowPadding : uint8_t { valid, same, causal };
template <>
inline constexpr auto enum_names<WindowPadding> =
    std::array<const char*, 3>{"valid", "same", "causal"};
template <>
struct FieldType<WindowPadding> {
  // Refuses `causal`.
  static WindowPadding parse(const Value& value, const FieldSite& site);
  static Value write(WindowPadding value) {
    return enum_names<WindowPadding>[static_cast<size_t>(value)];
  }
  static std::string text() { return "str"; }
};
inline Padding padding_of(WindowPadding padding) { return static_cast<Padding>(padding); }
// Padding of a sequence, which may be causal.
struct SequencePadding {
  WindowPadding value = WindowPadding::valid;
  operator WindowPadding() const { return value; }
};
template <>
struct FieldType<SequencePadding> {
  static SequencePadding parse(const Value& value, const FieldSite& site);
  static Value write(SequencePadding padding) {
    return FieldType<WindowPadding>::write(padding.value);
  }
  static std::string text() { return "str"; }
};

// How a window slides over the spatial axes; an entry each.
struct Window {
  Axes size, strides;
  WindowPadding padding = WindowPadding::valid;
  Axes dilation;
};

// Index of the channel axis, and of the first spatial one, in a shape of so many axes.
inline size_t channel_axis(DataFormat format, size_t rank) {
  return format == DataFormat::channels_last ? rank - 1 : 1;
}
inline size_t first_spatial(DataFormat format) {
  return format == DataFormat::channels_last ? 1 : 2;
}
// The shape with the spatial axes replaced by the number of window positions; unknown stays
// unknown. Extents may come out <= 0 where the window does not fit.
Shape slide(const Shape& shape, const Window& window, DataFormat format);
// Raises value_error in Keras's words where `output`, computed for `input`, has a size of 0.
void check_output(const Shape& output, const Shape& input, const Shape& kernel,
                  const Window& window, const std::string& owner);
// The same of pooling.
void check_pooled(const Shape& output, const Shape& input, const Window& window);

// Channels to the last axis and back when `format` is channels_first; else x itself.
Tensor to_channels_last(const Tensor& x, DataFormat format);
Tensor from_channels_last(const Tensor& x, DataFormat format);

}  // namespace pelton
