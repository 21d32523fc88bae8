// Owns the attributes of the ops that work on rows by number: segment_reduce and flat_index.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

enum class SegmentReduction : uint8_t { sum, prod, max, min };
template <>
inline constexpr auto enum_names<SegmentReduction> =
    std::array<const char*, 4>{"sum", "prod", "max", "min"};

struct SegmentAttrs {
  int64_t num_segments = 0;
  SegmentReduction reduction = SegmentReduction::sum;
};
template <>
inline constexpr auto fields<SegmentAttrs> =
    std::tuple{required_field("num_segments", &SegmentAttrs::num_segments),
               field("reduction", &SegmentAttrs::reduction)};

struct FlatIndexAttrs {
  Axes dims;  // the sizes of the axes that the indices are of
};
template <>
inline constexpr auto fields<FlatIndexAttrs> =
    std::tuple{required_field("dims", &FlatIndexAttrs::dims)};

}  // namespace pelton
