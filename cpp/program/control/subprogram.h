// Owns Subprogram, a function that a branch or a loop calls, as a program of its own, and how such
// functions are traced.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "program/exec/replay.h"
#include "program/program.h"

namespace pelton {

// What is known of a tensor before it is there; a size that is not known is negative.
struct TensorKind {
  DType dtype = DType::float32;
  Shape shape;
  // Raises invalid_argument, in the name of `what`, for a tensor that is none of these.
  void check_holds(const Tensor& tensor, std::string_view what) const;
};
TensorKind kind_of(const Tensor& tensor);

// A function's program as it was traced: what it used from outside are inputs after its arguments.
struct TracedFunction {
  Program program;
  std::vector<Tensor> captures;
  std::vector<TensorKind> outputs;
};

using TensorFunction = std::function<std::vector<Tensor>(std::span<const Tensor>)>;

// Traces `function` without running anything; nothing where it reads values, of which this thread's
// tracers hear. Raises what the function raises.
std::optional<TracedFunction> trace_function(const TensorFunction& function,
                                             std::span<const TensorKind> arguments);

class Subprogram {
 public:
  // `program` has been through apply_passes. `taken`: which of the captures that it shares with its
  // siblings come after its arguments.
  Subprogram(Program program, std::vector<size_t> taken);

  const Program& program() const { return replay_->program(); }
  Replay& replay() const { return *replay_; }
  // The inputs of its program.
  std::vector<Tensor> inputs(std::span<const Tensor> arguments,
                             std::span<const Tensor> captures) const;
  std::span<const size_t> taken() const { return taken_; }

 private:
  std::shared_ptr<Replay> replay_;
  std::vector<size_t> taken_;
};

// Functions of one branch or loop, which share what they capture. Variables that none of them
// writes are read once, now, and captured.
struct JoinedFunctions {
  std::vector<Subprogram> bodies;
  std::vector<Tensor> captures;
};
JoinedFunctions join(std::vector<TracedFunction> functions);

}  // namespace pelton
