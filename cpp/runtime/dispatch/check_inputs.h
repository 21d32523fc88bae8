// Owns what is checked of a call's inputs before its shape function: their number and dtypes.
#pragma once
#include <span>

#include "runtime/dispatch/op_def.h"

namespace pelton {

// Raises type_error for another number of inputs than `op` takes.
inline void check_input_count(const OpDef& op, size_t count) {
  const bool fits = op.variadic ? count > 0 : count == op.inputs.size();
  check(fits, Code::type_error, op.name, " takes ", op.inputs.size(), " inputs, got ", count);
}

// Raises invalid_argument for dtypes that `op` does not take, or not together.
inline void check_dtypes(const OpDef& op, std::span<const Tensor> inputs) {
  const Tensor* first = nullptr;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Arg& arg = op.inputs[op.variadic ? 0 : i];
    const DType dtype = inputs[i].dtype();
    const DTypeSet allowed = arg.dtypes.empty() ? op.dtypes : arg.dtypes;
    check(allowed.contains(dtype), "argument '", arg.name, "' has dtype ", dtype,
          ", which is not in the list of allowed values: ", allowed);
    if (!arg.dtypes.empty()) continue;
    if (first == nullptr) first = &inputs[i];
    if (dtype == first->dtype()) continue;
    raise(Code::invalid_argument, "cannot compute ", op.tf_name, " as input #", i,
          "(zero-based) was expected to be a ", kernel_name(first->dtype()), " tensor but is a ",
          kernel_name(dtype), " tensor");
  }
}

}  // namespace pelton
