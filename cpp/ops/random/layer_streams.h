// Owns the streams of what TensorFlow does not number: layers, initializers and control flow.
#pragma once
#include <optional>

#include "runtime/dispatch/random_state.h"

namespace pelton {

// The stream of a draw by a layer or initializer with a seed, after `count` others: that of Keras
// on TensorFlow.
RandomStream seeded_stream(int64_t seed, int64_t count = 0);

// A stream of the process's state, with the number of a counting seed the next of that; the calling
// thread's observers hear of it.
RandomStream draw_own_stream(const std::optional<int64_t>& counting);

}  // namespace pelton
