// Owns the list of all update rules, from which ops and kernels are made.
#pragma once
#include "kernels/common/training/adagrad.h"
#include "kernels/common/training/adam.h"
#include "kernels/common/training/ftrl.h"
#include "kernels/common/training/lamb.h"
#include "kernels/common/training/lion.h"
#include "kernels/common/training/rmsprop.h"
#include "kernels/common/training/sgd.h"

namespace pelton::updates {

using AllRules = Types<Sgd, Rmsprop, Adam, Adagrad, Adadelta, Adamax, Nadam, Ftrl, Lion, Lamb>;

}  // namespace pelton::updates
