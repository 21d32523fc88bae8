// Owns how control flow reads the scalar that it depends on, unseen by tapes and tracers.
#pragma once
#include "core/tensor.h"
#include "runtime/memory/memory.h"

namespace pelton {

// A boolean, int32 or int64 scalar; waits for its device. Raises invalid_argument for any other.
inline int64_t integer_of(const Tensor& scalar) {
  check(scalar.size() == 1, "a branch or loop depends on ", scalar, ", which is no scalar");
  const Tensor here = scalar.device().type == DeviceType::cpu ? scalar : copy_to(scalar, Device{});
  switch (here.dtype()) {
    case DType::boolean:
      return *here.data_as<bool>() ? 1 : 0;
    case DType::int32:
      return *here.data_as<int32_t>();
    case DType::int64:
      return *here.data_as<int64_t>();
    default:
      raise(Code::invalid_argument, "a branch or loop depends on ", scalar,
            ", which is neither bool nor int32 nor int64");
  }
}

}  // namespace pelton
