// Owns the attributes of nonzero: `count` is how many elements are true, which decides the result's
// shape and so must be known before the op runs.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

struct NonzeroAttrs {
  int64_t count = 0;
};
template <>
inline constexpr auto fields<NonzeroAttrs> =
    std::tuple{required_field("count", &NonzeroAttrs::count)};

}  // namespace pelton
