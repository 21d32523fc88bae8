// Owns how an op's error is told: with the op's name, each argument's dtype and shape and the
// attributes.
#pragma once
#include <new>
#include <span>
#include <utility>

#include "core/error.h"
#include "runtime/dispatch/op_def.h"

namespace pelton {

// `error`, raised by `op` on `inputs`, with the call in its message; as it is where it names an op
// already or where the user asked to stop.
Error with_call(const Error& error, const OpDef& op, std::span<const Tensor> inputs,
                const void* attrs);
// What is told of a std::bad_alloc: there was no room for what an op needs beside its outputs.
Error no_room();

// Runs f() as a call of `op`: what it throws leaves with the op's name and each argument.
template <class F>
auto named_call(const OpDef& op, std::span<const Tensor> inputs, const void* attrs, F&& f) {
  try {
    return std::forward<F>(f)();
  } catch (const Error& error) {
    throw with_call(error, op, inputs, attrs);
  } catch (const std::bad_alloc&) {
    throw with_call(no_room(), op, inputs, attrs);
  }
}

}  // namespace pelton
