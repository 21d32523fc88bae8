#include "nn/module/argument_note.h"

#include "nn/config/config.h"

namespace pelton {
namespace {

constexpr std::string_view kHeading = "\n\nArguments received by ";

}  // namespace

std::string training_note(std::optional<bool> training) {
  return cat("\n  • training=", training ? (*training ? "True" : "False") : "None");
}

std::string arguments_heading(std::string_view callee) { return cat(kHeading, callee, "():"); }

std::string tensor_note(std::string_view name, const Tensor& tensor) {
  if (!tensor.defined()) return cat("\n  • ", name, "=None");
  return cat("\n  • ", name, "=tf.Tensor(shape=", tensor.shape(), ", dtype=", tensor.dtype(), ")");
}

void throw_noted(const Error& error, const Configured& owner, const char* method,
                 std::initializer_list<TensorArgument> arguments) {
  if (error.code() == Code::interrupted || error.message().find(kHeading) != std::string::npos)
    throw;
  std::string message = error.message() + arguments_heading(cat(owner.class_name(), ".", method));
  for (const TensorArgument& argument : arguments)
    message += tensor_note(argument.name, argument.tensor);
  throw Error(error.code(), std::move(message));
}

}  // namespace pelton
