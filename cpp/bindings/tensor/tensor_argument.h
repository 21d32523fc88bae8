// Owns TensorLike: an argument that is to become a tensor, so that a value that cannot is
// refused by the argument's name and not by its position.
#pragma once
#include <string_view>

#include "bindings/tensor/casters.h"

namespace pelton::bindings {

struct TensorLike {
  py::object object;
  bool is_none() const { return object.is_none(); }
};

// "MeanSquaredError: argument `y_true`: " before the reason why it is no tensor.
Tensor to_tensor_argument(std::string_view owner, std::string_view name, const TensorLike& value);
// The same; undefined for None.
Tensor to_optional_tensor(std::string_view owner, std::string_view name, const TensorLike& value);

}  // namespace pelton::bindings

namespace pybind11::detail {

template <>
struct type_caster<pelton::bindings::TensorLike> {
  PYBIND11_TYPE_CASTER(pelton::bindings::TensorLike, const_name("pelton.Tensor"));
  bool load(handle source, bool) {
    value.object = reinterpret_borrow<object>(source);
    return true;
  }
};

}  // namespace pybind11::detail
