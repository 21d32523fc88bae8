// Owns what Python sees of adaptation by low rank: the class, and enable_lora of the layers that
// have it.
#pragma once
#include "bindings/layers/python_layer.h"
#include "nn/layers/core/low_rank.h"

namespace pelton::bindings {

void bind_low_rank(py::module_& layers);

// enable_lora, which calls `enable`, lora_enabled and lora_kernel_a, lora_kernel_b, which are read
// by `low_rank`.
void def_low_rank(const py::object& cls, void (*enable)(Layer&, LowRankOptions),
                  LowRankPtr (*low_rank)(const Layer&));

}  // namespace pelton::bindings
