// Owns the attributes of iota.
#pragma once
#include "core/fields.h"
#include "runtime/dispatch/attrs.h"

namespace pelton {

struct IotaAttrs {
  int64_t size = 0;
  DType dtype = DType::int32;
};
template <>
inline constexpr auto fields<IotaAttrs> =
    std::tuple{required_field("size", &IotaAttrs::size), field("dtype", &IotaAttrs::dtype)};

}  // namespace pelton
