// Owns the attributes of the GRU op and its gradient.
// The activation of update and reset is the sigmoid, that of the candidate tanh, and the reset gate
// weighs what comes from h behind its product (Keras's reset_after); there are no others.
#pragma once
#include "kernels/common/attrs/attrs.h"
#include "kernels/common/attrs/recurrent_sizes.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton {

struct GruAttrs {
  bool go_backwards = false;          // from the last time to the first; outputs in that order
  bool zero_output_for_mask = false;  // at masked times, instead of the output before
};
template <>
inline constexpr auto fields<GruAttrs> =
    std::tuple{field("go_backwards", &GruAttrs::go_backwards),
               field("zero_output_for_mask", &GruAttrs::zero_output_for_mask)};

struct GruGradAttrs {
  bool go_backwards = false;
  bool zero_output_for_mask = false;
  bool has_bias = true;  // else the weights' gradient has no row for it
};
template <>
inline constexpr auto fields<GruGradAttrs> =
    std::tuple{field("go_backwards", &GruGradAttrs::go_backwards),
               field("zero_output_for_mask", &GruGradAttrs::zero_output_for_mask),
               field("has_bias", &GruGradAttrs::has_bias)};

// What `saved` keeps of each step, in rows of `units`: update and reset gate, the candidate behind
// tanh and what came from h into it, all zero where the step is masked, and the new h.
enum class GruSaved : uint8_t { update, reset, candidate, inner, state };
inline constexpr int64_t kGruGates = 3;
inline constexpr int64_t kGruSaved = 5;

}  // namespace pelton
