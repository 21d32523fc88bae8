#include "program/exec/replay.h"

#include <algorithm>

#include "program/exec/serial.h"
#include "program/plan/compiler.h"
#include "program/plan/row_slices.h"
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

std::shared_ptr<const Replay::Compiled> Replay::compiled() const {
  const std::lock_guard lock(mutex_);
  if (compiled_ == nullptr || !compiled_->guard.still_hold()) return nullptr;
  return compiled_;
}

bool Replay::runs_in_slices() const {
  const auto ready = compiled();
  return ready != nullptr && !ready->program->slices.empty();
}

bool Replay::may_gain_slices() const {
  const auto ready = compiled();
  return ready != nullptr && pelton::may_gain_slices(*ready->program);
}

std::shared_ptr<const CompiledProgram> Replay::serial_program() const {
  const auto ready = compiled();
  const bool is_serial =
      ready != nullptr && dynamic_cast<SerialExecutor*>(ready->executor.get()) != nullptr;
  return is_serial ? ready->program : nullptr;
}

std::vector<Tensor> Replay::run(std::span<const Tensor> inputs, size_t partial_from) {
  if (is_op_by_op(inputs)) return pelton::run(*program_, inputs);
  const auto ready = compiled();
  if (ready == nullptr || !ready->program->fits(inputs)) return compile(inputs);
  return ready->executor->run(inputs, partial_from);
}

// What has been compiled stays: inputs of another kind come between those that it is for.
std::vector<Tensor> Replay::compile(std::span<const Tensor> inputs) {
  bool runs_op_by_op = false;
  {
    const std::lock_guard lock(mutex_);
    runs_op_by_op = compiled_ != nullptr || !obstacle_.empty();
  }
  if (runs_op_by_op) return pelton::run(*program_, inputs);
  const Guard guard = Guard::now();
  Compiler compiler(program_, inputs);
  std::vector<Tensor> outputs = compiler.run();
  const std::lock_guard lock(mutex_);
  if (const auto program = compiler.finish())
    compiled_ = std::make_shared<const Compiled>(Compiled{program, make_executor(program), guard});
  obstacle_ = compiler.obstacle();
  return outputs;
}

namespace {

std::string way_of(const Executor& executor) {
  const std::string text = executor.describe();
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::string Replay::steps() const {
  const std::lock_guard lock(mutex_);
  if (compiled_ == nullptr) return to_string(*program_);
  return to_string(*program_, [&](ValueId id) { return compiled_->program->place_of(id); });
}

std::string Replay::place() const {
  const std::lock_guard lock(mutex_);
  if (compiled_ == nullptr) return obstacle_.empty() ? "" : "\nrun op by op: " + obstacle_;
  return cat("\n", compiled_->program->describe_arena(), way_of(*compiled_->executor));
}

std::string Replay::way() const {
  const std::lock_guard lock(mutex_);
  return compiled_ == nullptr ? "" : way_of(*compiled_->executor);
}

}  // namespace pelton
