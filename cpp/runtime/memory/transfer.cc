#include "runtime/memory/transfer.h"

#include <tuple>

#include "runtime/dispatch/context.h"
#include "runtime/log.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

struct Totals {
  int64_t count = 0;
  int64_t bytes = 0;
};
using Key = std::tuple<std::string, DeviceType, int16_t, DeviceType, int16_t>;

std::mutex mutex;  // of the counts and of every tensor's mirror

std::map<Key, Totals>& counts() {
  static auto* const instance = new std::map<Key, Totals>;
  return *instance;
}

// TensorFlow lets these copy under every policy: they are how one asks for a copy.
bool is_copy(const OpDef& op) {
  const std::string_view name = op.tf_name;
  return name == "Identity" || name == "IdentityN" || name == "_EagerConst";
}

std::string conflict(const OpDef& op, size_t index, const Tensor& input, Device device) {
  return cat("cannot compute ", op.tf_name, " as input #", index, " was expected to be on ", device,
             " but is actually on ", input.device(), " (operation running on ", device, ")");
}

void apply_policy(const OpDef& op, size_t index, const Tensor& input, Device device) {
  const DevicePolicy policy = context().policy();
  if (policy == DevicePolicy::silent || is_copy(op)) return;
  if (policy == DevicePolicy::silent_for_int32 && input.dtype() == DType::int32) return;
  if (policy == DevicePolicy::warn)
    return log(LogLevel::warning,
               cat("before computing ", op.tf_name, " input #", index, " was expected to be on ",
                   device, " but is actually on ", input.device(), " (operation running on ",
                   device, "). This triggers a copy which can be a performance bottleneck."));
  raise(Code::invalid_argument,
        "Tensors on conflicting devices: ", conflict(op, index, input, device),
        " Tensors can be copied explicitly using: `with tf.device(device_name): x = "
        "tf.identity(x)` or transparently copied by using tf.config.experimental."
        "set_device_policy('silent'). Copying tensors between devices may slow down your model");
}

void count(const OpDef& op, const Tensor& input, Device device) {
  const Device from = input.device();
  Totals& totals = counts()[{op.tf_name, from.type, from.index, device.type, device.index}];
  ++totals.count;
  totals.bytes += input.bytes();
}

}  // namespace

Tensor transfer(const OpDef& op, size_t index, const Tensor& input, Device device) {
  if (input.device() == device) return input;
  apply_policy(op, index, input, device);
  {
    std::lock_guard lock(mutex);
    const Tensor mirror = input.mirror();
    if (mirror.defined() && mirror.device() == device) return mirror;
  }
  const Tensor copied = copy_to(input, device);
  if (is_copy(op)) return copied;
  std::lock_guard lock(mutex);
  count(op, input, device);
  Tensor(input).set_mirror(copied);
  return copied;
}

std::vector<CopyCount> copies() {
  std::lock_guard lock(mutex);
  std::vector<CopyCount> out;
  for (const auto& [key, totals] : counts()) {
    const auto& [op, from_type, from_index, to_type, to_index] = key;
    out.push_back({op, {from_type, from_index}, {to_type, to_index}, totals.count, totals.bytes});
  }
  return out;
}

void clear_copies() {
  std::lock_guard lock(mutex);
  counts().clear();
}

}  // namespace pelton
