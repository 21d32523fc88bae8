// Owns the gradient of lstm_grad, for the file of the LSTM's ops only.
#pragma once
#include "runtime/dispatch/op_def.h"

namespace pelton {

void lstm_second_order(GradContext& context);

}  // namespace pelton
