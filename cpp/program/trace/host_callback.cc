#include "program/trace/host_callback.h"

#include "program/trace/tracer.h"
#include "runtime/dispatch/context.h"

namespace pelton {

thread_local int HostCallbacksOff::count_ = 0;

std::vector<Tensor> perform(const std::string& name, const std::vector<Tensor>& arguments,
                            HostCallback::Body body, decltype(HostCallback::outputs) outputs,
                            std::string stored) {
  if (Tracer::current() == nullptr) {
    // An effect waits for values in a layer's call on a model's symbolic tensors.
    const bool is_effect = outputs.has_value() && outputs->empty();
    if (is_effect && context().symbolic_scope() != nullptr) return {};
    return body(arguments);
  }
  std::vector<Tensor> present;
  std::vector<bool> is_present;
  for (const Tensor& argument : arguments) {
    is_present.push_back(argument.defined());
    if (argument.defined()) present.push_back(argument);
  }
  const auto unpacked = [is_present, body = std::move(body)](std::span<const Tensor> inputs) {
    std::vector<Tensor> all(is_present.size());
    size_t next = 0;
    for (size_t i = 0; i < all.size(); ++i)
      if (is_present[i]) all[i] = inputs[next++];
    return body(all);
  };
  if (present.size() < arguments.size()) stored.clear();
  return Tracer::perform({name, unpacked, std::move(outputs), std::move(stored)}, present);
}

}  // namespace pelton
