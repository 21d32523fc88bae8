#include "nn/layers/conv/conv_checks.h"

#include <algorithm>

namespace pelton {

void check_above_0(const char* name, int64_t value, const std::string& owner) {
  check(value > 0, Code::value_error, "Invalid value for argument `", name,
        "`. Expected a strictly positive value. Received ", name, "=", value, ". [", owner, "]");
}

void check_window(const Window& window, bool takes_both, const std::string& owner) {
  const auto check_sizes = [&](const Axes& sizes, const char* name) {
    parse_sizes(write_sizes(sizes), {owner, name}, sizes.size());
  };
  check_sizes(window.size, "kernel_size");
  check_sizes(window.strides, "strides");
  check_sizes(window.dilation, "dilation_rate");
  const auto are_1 = [](const Axes& sizes) {
    return std::all_of(sizes.begin(), sizes.end(), [](int64_t size) { return size == 1; });
  };
  check(takes_both || are_1(window.strides) || are_1(window.dilation), Code::value_error,
        "`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides=",
        to_text(write_sizes(window.strides)),
        " and dilation_rate=", to_text(write_sizes(window.dilation)), " [", owner, "]");
}

int64_t defined_channels(const Shape& shape, DataFormat format, int64_t groups,
                         const std::string& owner) {
  const int64_t channels = shape[channel_axis(format, shape.size())];
  check(channels >= 0, Code::value_error,
        "The channel dimension of the inputs should be defined. Received: input_shape=",
        shape_text(shape), " [", owner, "]");
  check(channels % groups == 0, Code::value_error,
        "The number of input channels must be evenly divisible by the number of groups. Received "
        "groups=",
        groups, ", but the input has ", channels, " channels (full input shape is ",
        shape_text(shape), "). [", owner, "]");
  return channels;
}

void check_dtypes(const Tensor& input, const Tensor& kernel, const std::string& owner,
                  const std::string& name) {
  check(input.dtype() == kernel.dtype(), Code::value_error, owner, " '", name,
        "': the input has dtype ", input.dtype(), " and the kernel ", kernel.dtype(),
        "; cast the input first, for example with a Rescaling layer.");
}

}  // namespace pelton
