// Owns the executor that runs a program in slices of rows, each from the inputs to the outputs on
// one thread, so that what lies between stays in that thread's caches.
#pragma once
#include "program/exec/executor.h"

namespace pelton {

class RowSlicedExecutor : public Executor {
 public:
  // `program` has slices.
  explicit RowSlicedExecutor(std::shared_ptr<const CompiledProgram> program)
      : program_(std::move(program)) {}
  // An error of a slice, which would tell its rows only, is raised by a run of all rows instead.
  std::vector<Tensor> run(std::span<const Tensor> inputs, size_t partial_from) override;

 private:
  const std::shared_ptr<const CompiledProgram> program_;
};

}  // namespace pelton
