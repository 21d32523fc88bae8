// Owns how an op's error is told: with the op's name, each argument's dtype and shape and the
// attributes.
#pragma once
#include <span>

#include "core/error.h"
#include "runtime/dispatch/op_def.h"

namespace pelton {

// `error`, raised by `op` on `inputs`, with the call in its message; as it is where it names an op
// already or where the user asked to stop.
Error with_call(const Error& error, const OpDef& op, std::span<const Tensor> inputs,
                const void* attrs);

}  // namespace pelton
