// Owns Executor, the one interface of what runs compiled programs, and the choice between them.
#pragma once
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "program/plan/compiled_program.h"

namespace pelton {

// No output is left in partial sums.
inline constexpr size_t kNoPartialSums = std::numeric_limits<size_t>::max();

class Executor {
 public:
  virtual ~Executor() = default;
  // The program's outputs for inputs that it fits, which share no bytes with the arena. Threads may
  // run one at the same time. Each run takes its memory before it computes anything. Raises
  // resource_exhausted where there is no room, and what the kernels raise. Outputs from number
  // `partial_from` on may stay partial sums where they are sums over the rows: those of the slices
  // along one more axis in front, for who adds them up.
  virtual std::vector<Tensor> run(std::span<const Tensor> inputs,
                                  size_t partial_from = kNoPartialSums) = 0;
  // What explain() says of it besides the program; may be empty.
  virtual std::string describe() const { return {}; }
};

// In slices of rows where the program has them, as a graph of the device where those are in use
// (docs/config.md), else kernel by kernel.
std::unique_ptr<Executor> make_executor(std::shared_ptr<const CompiledProgram> program);

}  // namespace pelton
