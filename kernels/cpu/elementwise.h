// Declares the elementwise CPU kernels.
#pragma once
#include "kernels/cpu/slots.h"

namespace pelton::cpu {

PELTON_KERNEL(add)
PELTON_KERNEL(subtract)
PELTON_KERNEL(multiply)

}  // namespace pelton::cpu
