// Owns the attributes of the cross-entropy that also tells which rows are classified right.
#pragma once
#include "kernels/common/attrs/attrs.h"

namespace pelton {

struct CrossEntropyCorrectAttrs {
  // The best class by softmax(logits), whose rounding may make ties, instead of by the logits.
  bool of_softmax = false;
};
template <>
inline constexpr auto fields<CrossEntropyCorrectAttrs> =
    std::tuple{field("of_softmax", &CrossEntropyCorrectAttrs::of_softmax)};

}  // namespace pelton
