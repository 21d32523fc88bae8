// Owns Replay: a Program that is run again and again, bound to kernels and memory where nobody
// watches its ops. Knows nothing of where the program comes from.
#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "program/plan/bound_program.h"
#include "runtime/dispatch/placement.h"

namespace pelton {

class Replay {
 public:
  // `program` has been through apply_passes.
  explicit Replay(std::shared_ptr<const Program> program) : program_(std::move(program)) {}

  // As run(program, inputs). Without observers, placement log and GPUs only the first run goes
  // through dispatch, and so do those with other devices, dtypes or shapes than it had. Threads may
  // run it at the same time. `parts_from`: as in BoundProgram::run; what goes through dispatch has
  // no parts.
  std::vector<Tensor> run(std::span<const Tensor> inputs,
                          size_t parts_from = BoundProgram::kNoParts);
  const Program& program() const { return *program_; }
  // One line per step as to_string(program), with where each value lies; then place().
  std::string explain() const { return steps() + place(); }
  std::string steps() const;
  // A line on the arena's size, or why there is none; empty before the first run.
  std::string place() const;
  bool is_bound() const { return bound() != nullptr; }

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
  std::shared_ptr<const BoundProgram> bound() const;
  std::vector<Tensor> bind(std::span<const Tensor> inputs);

  std::shared_ptr<const Program> program_;
  mutable std::mutex mutex_;  // of what follows
  std::shared_ptr<const BoundProgram> bound_;
  Guard guard_;           // of bound_
  std::string obstacle_;  // says why it is not tried again
};

}  // namespace pelton
