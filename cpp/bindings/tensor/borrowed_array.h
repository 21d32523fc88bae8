// Owns borrow_array(): a user's array as a tensor over the same bytes.
#pragma once
#include <pybind11/pybind11.h>

#include "core/tensor.h"

namespace pelton::bindings {

// A tensor that shares the bytes of `array` (anything with the buffer protocol), whatever its
// strides, and keeps it alive; it must never be written. Where sharing is not possible (other byte
// order, odd strides, lists) a copy. Tensors are returned as they are. Raises what to_tensor
// raises.
Tensor borrow_array(pybind11::handle array);

}  // namespace pelton::bindings
