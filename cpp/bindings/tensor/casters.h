// Teaches pybind11 Tensor, VariableRef, DType and Shape, so that bound functions take and give
// them.
#pragma once
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/tensor/convert.h"
#include "bindings/tensor/dtype_object.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/tensor/variable_type.h"

namespace pybind11::detail {

// From Python: tensors, variables, numbers, nested lists and arrays.
template <>
struct type_caster<pelton::Tensor> {
  PYBIND11_TYPE_CASTER(pelton::Tensor, const_name("pelton.Tensor"));
  bool load(handle source, bool convert) {
    if (pelton::bindings::is_tensor(source.ptr())) {
      value = pelton::bindings::unwrap(source.ptr());
      return true;
    }
    if (!convert || source.is_none()) return false;
    value = pelton::bindings::to_tensor(source.ptr());
    return true;
  }
  static handle cast(const pelton::Tensor& tensor, return_value_policy, handle) {
    if (!tensor.defined()) return none().release();
    return pelton::bindings::wrap(tensor);
  }
};

template <>
struct type_caster<pelton::VariableRef> {
  PYBIND11_TYPE_CASTER(pelton::VariableRef, const_name("pelton.Variable"));
  bool load(handle source, bool) {
    if (!pelton::bindings::is_variable(source.ptr())) return false;
    value = pelton::bindings::unwrap_variable(source.ptr());
    return true;
  }
  static handle cast(const pelton::VariableRef& variable, return_value_policy, handle) {
    if (!variable) return none().release();
    return pelton::bindings::wrap(variable);
  }
};

// From Python: DType objects, their names, NumPy dtypes and scalar types, bool, int and float.
template <>
struct type_caster<pelton::DType> {
  PYBIND11_TYPE_CASTER(pelton::DType, const_name("pelton.DType"));
  bool load(handle source, bool) {
    if (source.is_none()) return false;
    value = pelton::bindings::to_dtype(source.ptr());
    return true;
  }
  static handle cast(pelton::DType dtype, return_value_policy, handle) {
    return handle(pelton::bindings::dtype_object(dtype)).inc_ref();
  }
};

// Sizes; None stands for -1, an unknown size, in both directions.
template <>
struct type_caster<pelton::Shape> {
  PYBIND11_TYPE_CASTER(pelton::Shape, const_name("tuple[int | None, ...]"));
  bool load(handle source, bool) {
    if (source.is_none()) return false;
    value = pelton::bindings::to_shape(source.ptr());
    return true;
  }
  static handle cast(const pelton::Shape& shape, return_value_policy, handle) {
    return pelton::bindings::shape_tuple(shape);
  }
};

}  // namespace pybind11::detail
