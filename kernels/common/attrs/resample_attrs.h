// Owns the attributes of resample, which gives an axis another size.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

// By what function of the distance, in TensorFlow's words; area: by the overlap with an output.
enum class ResampleMethod : uint8_t {
  bilinear,
  bicubic,
  area,
  lanczos3,
  lanczos5,
  gaussian,
  mitchellcubic
};
template <>
inline constexpr auto enum_names<ResampleMethod> = std::array<const char*, 7>{
    "bilinear", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"};

struct ResampleAttrs {
  int64_t axis = 0;
  int64_t size = 1;  // of the output there
  ResampleMethod method = ResampleMethod::bilinear;
  bool antialias = false;  // wider where the axis shrinks
};
template <>
inline constexpr auto fields<ResampleAttrs> = std::tuple{
    required_field("axis", &ResampleAttrs::axis), required_field("size", &ResampleAttrs::size),
    field("method", &ResampleAttrs::method), field("antialias", &ResampleAttrs::antialias)};

}  // namespace pelton
