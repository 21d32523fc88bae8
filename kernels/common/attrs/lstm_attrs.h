// Owns the attributes of the LSTM op and its gradient.
// The gates' activation is the sigmoid, that of candidate and cell tanh; there are no others.
#pragma once
#include "kernels/common/attrs/attrs.h"
#include "kernels/common/attrs/recurrent_sizes.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton {

struct LstmAttrs {
  bool go_backwards = false;          // from the last time to the first; outputs in that order
  bool zero_output_for_mask = false;  // at masked times, instead of the output before
};
template <>
inline constexpr auto fields<LstmAttrs> =
    std::tuple{field("go_backwards", &LstmAttrs::go_backwards),
               field("zero_output_for_mask", &LstmAttrs::zero_output_for_mask)};

struct LstmGradAttrs {
  bool go_backwards = false;
  bool zero_output_for_mask = false;
  bool input_needed = true;  // else the gradient of x has no elements
  bool has_bias = true;      // else the weights' gradient has no row for it
};
template <>
inline constexpr auto fields<LstmGradAttrs> =
    std::tuple{field("go_backwards", &LstmGradAttrs::go_backwards),
               field("zero_output_for_mask", &LstmGradAttrs::zero_output_for_mask),
               field("input_needed", &LstmGradAttrs::input_needed),
               field("has_bias", &LstmGradAttrs::has_bias)};

// What `saved` keeps of each step, in rows of `units`: the gates i, f and o behind the sigmoid, the
// candidate behind tanh, all zero where the step is masked, and the cell's state.
enum class LstmSaved : uint8_t { input, forget, candidate, output, cell };
inline constexpr int64_t kLstmGates = 4;
inline constexpr int64_t kLstmSaved = 5;

}  // namespace pelton
