// Declares the gradient of attention's gradient.
#pragma once
#include "runtime/dispatch/op_def.h"

namespace pelton {

// Of attention_grad. Its inputs `result` and `logsumexp` are what attention makes of the others and
// get no gradient of their own.
void attention_second_order(GradContext& context);

}  // namespace pelton
