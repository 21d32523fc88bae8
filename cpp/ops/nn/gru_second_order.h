// Owns the gradient of gru_grad, for the file of the GRU's ops only.
#pragma once
#include "runtime/dispatch/op_def.h"

namespace pelton {

void gru_second_order(GradContext& context);

}  // namespace pelton
