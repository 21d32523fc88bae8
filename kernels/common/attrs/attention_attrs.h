// Owns the attributes of attention and of its gradient.
#pragma once
#include "kernels/common/attrs/attrs.h"

namespace pelton {

struct AttentionAttrs {
  std::optional<double> scale;  // of the scores; absent: 1 / sqrt(depth)
  bool causal = false;          // query t sees keys 0 to t
};
template <>
inline constexpr auto fields<AttentionAttrs> =
    std::tuple{field("scale", &AttentionAttrs::scale), field("causal", &AttentionAttrs::causal)};

struct AttentionGradAttrs {
  std::optional<double> scale;
  bool causal = false;
  bool scores_needed = false;  // the gradient of the scores, for that of the bias
};
template <>
inline constexpr auto fields<AttentionGradAttrs> = std::tuple{
    field("scale", &AttentionGradAttrs::scale), field("causal", &AttentionGradAttrs::causal),
    field("scores_needed", &AttentionGradAttrs::scores_needed)};

}  // namespace pelton
