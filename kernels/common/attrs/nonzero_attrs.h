// Owns the attributes of nonzero: `count` is how many elements are true, which decides the result's
// shape.
#pragma once
#include "core/fields.h"
#include "core/shape.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

struct NonzeroAttrs {
  int64_t count = kUnknown;
};
template <>
inline constexpr auto fields<NonzeroAttrs> =
    std::tuple{derived_field("count", &NonzeroAttrs::count)};

}  // namespace pelton
