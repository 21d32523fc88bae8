// Owns Replay: a Program that is run again and again, compiled where nobody watches its ops: which
// guards a compiled program stands under, and the way back to single ops. Knows nothing of where
// the program comes from.
#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "program/exec/executor.h"
#include "runtime/dispatch/placement.h"

namespace pelton {

class Replay {
 public:
  // `program` has been through apply_passes.
  explicit Replay(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

  // As run(program, inputs). Without observers and placement log only the first run goes through
  // dispatch, and so do those with other devices, dtypes or shapes than it had. Threads may run it
  // at the same time. `partial_from`: as in Executor::run; what goes through dispatch leaves no
  // partial sums.
  std::vector<Tensor> run(std::span<const Tensor> inputs, size_t partial_from = kNoPartialSums);
  const Program& program() const { return *program_; }
  // One line per step as to_string(program), with where each value lies; then place().
  std::string explain() const { return steps() + place(); }
  std::string steps() const;
  // A line on the arena's size, or why there is none; empty before the first run.
  std::string place() const;
  // A line on how it runs where that is worth saying, as on GPUs; else empty.
  std::string way() const;
  bool is_compiled() const { return compiled() != nullptr; }
  // Whether it is compiled, to run in slices of rows; to run otherwise, where they might pay.
  bool runs_in_slices() const;
  bool may_gain_slices() const;
  // What is compiled, where it would run now and one action after the other, else null.
  std::shared_ptr<const CompiledProgram> serial_program() const;

 private:
  // What placement depends on besides ops and tensors.
  struct Guard {
    bool scoped = false;
    DeviceRequest request;
    std::vector<Device> devices;
    bool soft = true;
    static Guard now();
    bool still_hold() const;
  };
  // What is compiled for one set of shapes and devices.
  struct Compiled {
    std::shared_ptr<const CompiledProgram> program;
    std::unique_ptr<Executor> executor;
    Guard guard;
  };
  std::shared_ptr<const Compiled> compiled() const;
  std::vector<Tensor> compile(std::span<const Tensor> inputs);

  std::shared_ptr<const Program> program_;
  mutable std::mutex mutex_;  // of what follows
  std::shared_ptr<const Compiled> compiled_;
  std::string obstacle_;  // says why it is not tried again
};

}  // namespace pelton
