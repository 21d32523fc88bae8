#include "bindings/tensor/tensor_argument.h"

namespace pelton::bindings {

Tensor to_tensor_argument(std::string_view owner, std::string_view name, const TensorLike& value) {
  try {
    return to_tensor(value.object.ptr());
  } catch (const Error& error) {
    raise(error.code(), owner, ": argument `", name, "`: ", error.message());
  }
}

Tensor to_optional_tensor(std::string_view owner, std::string_view name, const TensorLike& value) {
  return value.is_none() ? Tensor() : to_tensor_argument(owner, name, value);
}

}  // namespace pelton::bindings
