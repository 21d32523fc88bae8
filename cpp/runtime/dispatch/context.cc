#include "runtime/dispatch/context.h"

#include "runtime/dispatch/caller_location.h"

namespace pelton {

void Context::push_scope(const std::optional<std::string>& name) {
  if (!name) {
    scopes_.push_back({anywhere_, {}});
    return;
  }
  DeviceSpec outer = scope();
  if (outer == anywhere_) outer = DeviceSpec{"localhost", 0, 0, "CPU", 0};
  DeviceSpec merged = outer.merged_with(DeviceSpec::parse(*name));
  if (merged.index.value_or(0) < 0 || merged.replica.value_or(0) < 0 || merged.task.value_or(0) < 0)
    raise(Code::invalid_argument, "Malformed device specification '", merged.to_string(), "'");
  const DeviceRequest request = DeviceRequest::of(merged);
  scopes_.push_back({std::move(merged), request});
}

void Context::pop_scope(size_t depth) {
  check(scopes_.size() == depth + 1, Code::runtime_error,
        "Exiting device scope without proper scope nesting");
  scopes_.pop_back();
}

void notify_host_callback(std::string_view what) {
  for (Observer* observer : context().observers()) observer->on_host_callback(what);
}

void notify_host_read(const Tensor& tensor, std::string_view what) {
  for (Observer* observer : context().observers()) observer->on_host_read(tensor, what);
}

void raise_without_data(const Tensor& tensor, std::string_view what) {
  check(tensor.is_symbolic(), Code::value_error, what, ": the tensor has no value");
  notify_host_read(tensor, what);
  const std::string place = caller_location();
  raise(Code::type_error, what, " needs the values of the symbolic tensor '", symbolic_name(tensor),
        "' (", tensor, "), which has none before the function or model around it is called",
        place.empty() ? "" : " (at " + place + ")");
}

void notify_host_value(const Tensor& tensor) {
  for (Observer* observer : context().observers()) observer->on_host_value(tensor);
}

Context& Context::first_use() {
  static thread_local Context made;
  return *(current_ = &made);
}

}  // namespace pelton
