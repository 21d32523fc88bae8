// Owns automatic names: "Conv2D" to "conv2d", then "conv2d_1"; counters are process-wide.
#pragma once
#include <string>
#include <string_view>

namespace pelton {

std::string lower_case(std::string_view text);
// Keras's snake case of a class name: "MaxPooling2D" gives "max_pooling2d", "ReLU" "re_lu".
std::string to_snake_case(std::string_view class_name);
// The next free automatic name of a class: "dense", "dense_1", ...
std::string auto_name(std::string_view class_name);
// The same for a prefix that is already in snake case.
std::string unique_name(const std::string& prefix);
// Starts all counters anew, as `keras.backend.clear_session()` does.
void reset_names();

}  // namespace pelton
