// Owns the attributes of the matrix product with a bias and an activation.
#pragma once
#include "kernels/common/attrs/attrs.h"

namespace pelton {

struct FusedMatmulAttrs {
  FusedActivation activation = FusedActivation::none;
};
template <>
inline constexpr auto fields<FusedMatmulAttrs> =
    std::tuple{field("activation", &FusedMatmulAttrs::activation)};

}  // namespace pelton
