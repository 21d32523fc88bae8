// Owns the note on a call's arguments that errors inside layers, losses, metrics and regularizers
// carry, in Keras's form. Knows none of them.
#pragma once
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/tensor.h"

namespace pelton {

class Configured;

// "\n  • training=None".
std::string training_note(std::optional<bool> training);
// "\n\nArguments received by Dense.call():": lines of arguments follow.
std::string arguments_heading(std::string_view callee);
// "\n  • inputs=tf.Tensor(shape=(2, 3), dtype=float32)"; None for an undefined tensor.
std::string tensor_note(std::string_view name, const Tensor& tensor);

struct TensorArgument {
  const char* name;
  const Tensor& tensor;
};

// Throws `error`, which is being handled, with the note appended; unchanged when it carries one
// already or is an interrupt.
[[noreturn]] void throw_noted(const Error& error, const Configured& owner, const char* method,
                              std::initializer_list<TensorArgument> arguments);

// The result of `body`, the work of owner.method(arguments); errors leave it with the note.
template <class Body>
decltype(auto) noting(const Configured& owner, const char* method,
                      std::initializer_list<TensorArgument> arguments, Body&& body) {
  try {
    return body();
  } catch (const Error& error) {
    throw_noted(error, owner, method, arguments);
  }
}

}  // namespace pelton
