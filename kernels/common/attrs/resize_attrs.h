// Owns the attributes of resize_bilinear.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

struct ResizeAttrs {
  int64_t height = 1, width = 1;  // of the outputs
};
template <>
inline constexpr auto fields<ResizeAttrs> = std::tuple{
    required_field("height", &ResizeAttrs::height), required_field("width", &ResizeAttrs::width)};

}  // namespace pelton
