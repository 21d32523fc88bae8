// Owns the attributes of the cumulative ops.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

struct ScanAttrs {
  int64_t axis = 0;
  bool exclusive = false;  // an element's result leaves the element itself out
  bool reverse = false;    // from the last element to the first
};
template <>
inline constexpr auto fields<ScanAttrs> =
    std::tuple{field("axis", &ScanAttrs::axis), field("exclusive", &ScanAttrs::exclusive),
               field("reverse", &ScanAttrs::reverse)};

}  // namespace pelton
