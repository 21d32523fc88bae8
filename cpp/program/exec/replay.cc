#include "program/exec/replay.h"

#include <algorithm>

#include "program/plan/binder.h"
#include "runtime/dispatch/watched.h"

namespace pelton {
Replay::Guard Replay::Guard::now() {
  const DeviceManager& devices = runtime().devices();
  const auto all = devices.devices();
  return {context().has_scope(),
          context().request(),
          {all.begin(), all.end()},
          devices.soft_placement()};
}

bool Replay::Guard::still_hold() const {
  const DeviceManager& manager = runtime().devices();
  const auto all = manager.devices();
  const DeviceRequest asked = context().request();
  return scoped == context().has_scope() && soft == manager.soft_placement() &&
         request.is_local == asked.is_local && request.is_known == asked.is_known &&
         request.type == asked.type && request.index == asked.index &&
         std::equal(all.begin(), all.end(), devices.begin(), devices.end());
}

std::shared_ptr<const BoundProgram> Replay::bound() const {
  const std::lock_guard lock(mutex_);
  if (bound_ == nullptr || !guard_.still_hold()) return nullptr;
  return bound_;
}

std::vector<Tensor> Replay::run(std::span<const Tensor> inputs, size_t parts_from) {
  if (is_watched()) return pelton::run(*program_, inputs);
  const auto ready = bound();
  if (ready == nullptr || !ready->fits(inputs)) return bind(inputs);
  try {
    return ready->run(inputs, parts_from);
  } catch (const Error& error) {
    // An error of a slice tells its rows only, and nothing has changed yet.
    if (ready->slices.empty() || error.code() == Code::interrupted) throw;
  }
  return pelton::run(*program_, inputs);
}

// What has been bound stays: inputs of another kind come between those that it is for.
std::vector<Tensor> Replay::bind(std::span<const Tensor> inputs) {
  {
    const std::lock_guard lock(mutex_);
    if (bound_ != nullptr || !obstacle_.empty()) return pelton::run(*program_, inputs);
  }
  const Guard guard = Guard::now();
  Binder binder(program_, inputs);
  std::vector<Tensor> outputs = binder.run();
  const std::lock_guard lock(mutex_);
  bound_ = binder.finish();
  guard_ = guard;
  obstacle_ = binder.obstacle();
  return outputs;
}

std::string Replay::steps() const {
  const std::lock_guard lock(mutex_);
  if (bound_ == nullptr) return to_string(*program_);
  return to_string(*program_, [&](ValueId id) { return bound_->place_of(id); });
}

std::string Replay::place() const {
  const std::lock_guard lock(mutex_);
  if (bound_ != nullptr) return "\n" + bound_->describe_arena();
  return obstacle_.empty() ? "" : "\nrun op by op: " + obstacle_;
}

}  // namespace pelton
