// Owns the serial executor: one action after the other, on the calling thread or on one device.
#pragma once
#include "program/exec/executor.h"
#include "program/exec/frame.h"

namespace pelton {

// What the kernels of a run are launched with.
struct LaunchSite {
  Allocator& allocator;
  void* stream = nullptr;
  // Where on the device the streams of the program's draws lie; null: in the kernels' attributes.
  const RandomStream* streams = nullptr;
};

// Launches the kernel of `action`, with `first` as the number of its first element where it draws
// random numbers of some rows. Errors name the op as dispatch does.
void launch(const Frame& frame, const Action& action, std::span<const RandomStream> streams,
            const LaunchSite& site, int64_t first = 0);

// Performs all actions of a program whose arena, inputs, constants and outputs are in `frame`.
void run_placed_actions(Frame& frame, const RowSlice* slice = nullptr);
// Performs all actions of a program whose inputs, constants and outputs are in `frame`: of rows
// from `slice` where there is one, whose draws are in the frame already.
void run_actions(Frame& frame, const RowSlice* slice = nullptr);

class SerialExecutor : public Executor {
 public:
  explicit SerialExecutor(std::shared_ptr<const CompiledProgram> program)
      : program_(std::move(program)) {}
  std::vector<Tensor> run(std::span<const Tensor> inputs, size_t partial_from) override;

 private:
  const std::shared_ptr<const CompiledProgram> program_;
};

}  // namespace pelton
