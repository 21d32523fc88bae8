#include "runtime/dispatch/call_error.h"

namespace pelton {
namespace {

// "x: float32 (2, 3), y: int32 ()".
std::string describe(const OpDef& op, std::span<const Tensor> inputs) {
  std::string out;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (i > 0) out += ", ";
    if (i >= 8) return out + "...";
    out += op.variadic ? op.inputs[0].name : i < op.inputs.size() ? op.inputs[i].name : "?";
    if (op.variadic) out += cat('[', i, ']');
    out += inputs[i].defined() ? cat(": ", inputs[i]) : std::string(": undefined");
  }
  return out;
}

}  // namespace

Error with_call(const Error& error, const OpDef& op, std::span<const Tensor> inputs,
                const void* attrs) {
  // One op that waits for a device may learn what another has done there.
  if (error.code() == Code::interrupted || error.names_op()) return error;
  std::string message = cat(op.name, ": ", error.message());
  if (!inputs.empty()) message += cat("; ", describe(op, inputs));
  if (op.attrs != nullptr) message += cat("; ", to_string(*op.attrs, attrs));
  return Error(error.code(), cat(message, " [Op:", op.tf_name, "]"));
}

Error no_room() {
  return {Code::resource_exhausted, "out of memory for what the op needs beside its outputs"};
}

}  // namespace pelton
