// Owns named(): gives errors raised in a composite op's own checks the op's name and argument.
#pragma once
#include <utility>

#include "core/tensor.h"

namespace pelton {

// Runs f(); an Error leaves as "name: message; argument: dtype shape".
template <class F>
auto named(const char* name, const char* argument, const Tensor& value, F&& f) {
  try {
    check(value.defined(), Code::value_error, "an input has no value");
    return std::forward<F>(f)();
  } catch (const Error& error) {
    std::string message = cat(name, ": ", error.message());
    if (value.defined()) message += cat("; ", argument, ": ", value);
    throw Error(error.code(), std::move(message));
  }
}

}  // namespace pelton
