#include "program/exec/cuda_graph.h"

#include "autograd/held_values.h"
#include "runtime/runtime.h"
#include "runtime/switches.h"

namespace pelton {
namespace {

// A capture costs about as much as two runs kernel by kernel.
constexpr int64_t kFewRuns = 4;
constexpr int kMostShortLives = 8;

}  // namespace

bool uses_graphs(Device device) {
  constexpr const char* kSwitch = "PELTON_CUDA_GRAPHS";
  if (device.type == DeviceType::cpu) return false;
  return is_switched_on(kSwitch, true);
}

CudaGraphExecutor::CudaGraphExecutor(std::shared_ptr<const CompiledProgram> program)
    : program_(std::move(program)),
      serial_(program_),
      variables_(variables_of(*program_->program)),
      copied_(program_->blocks.size()),
      obstacle_(CapturedProgram::obstacle(*program_)),
      spare_(runtime().devices().backend(program_->device).allocator(program_->device.index),
             [this] { return give_back(); }) {}

std::vector<Tensor> CudaGraphExecutor::run(std::span<const Tensor> inputs, size_t partial_from) {
  {
    const std::unique_lock lock(turn_, std::try_to_lock);
    const HeldValues held(lock.owns_lock() ? variables_ : std::vector<VariableRef>());
    if (lock.owns_lock() && prepare()) {
      ++runs_;
      return captured_->run(inputs);
    }
  }
  return serial_.run(inputs, partial_from);
}

bool CudaGraphExecutor::prepare() {
  if (!obstacle_.empty()) return false;
  if (captured_ == nullptr || !captured_->has_variables()) return capture();
  return spare_held_outputs();
}

bool CudaGraphExecutor::capture() {
  forget("its variables are replaced again and again");
  if (!obstacle_.empty()) return false;
  try {
    captured_ = std::make_unique<CapturedProgram>(*program_, copied_);
  } catch (const Error& error) {
    if (error.code() == Code::interrupted) throw;
    obstacle_ = error.message();  // the run kernel by kernel raises what it must
    return false;
  }
  return true;
}

void CudaGraphExecutor::forget(const char* why) {
  if (captured_ != nullptr && runs_ < kFewRuns && ++short_lives_ == kMostShortLives)
    obstacle_ = why;
  captured_.reset();
  runs_ = 0;
}

bool CudaGraphExecutor::give_back() {
  const std::unique_lock lock(turn_, std::try_to_lock);
  if (!lock.owns_lock() || captured_ == nullptr) return false;
  forget("others need its memory again and again");
  return true;
}

// Results that are kept from run to run are copied from now on; this run leaves them alone.
bool CudaGraphExecutor::spare_held_outputs() {
  const std::vector<size_t> held = captured_->held_outputs();
  if (held.empty()) return true;
  for (size_t block : held) copied_[block] = true;
  captured_.reset();
  runs_ = 0;
  return false;
}

std::string CudaGraphExecutor::describe() const {
  const std::lock_guard lock(turn_);
  if (captured_ != nullptr) return "one launch of a captured graph";
  return obstacle_.empty() ? "not captured yet" : cat("kernel by kernel: ", obstacle_);
}

}  // namespace pelton
