// Owns the CUDA-graph executor: a program on a GPU (or a fake one) runs as one launch of a graph
// that was captured from its kernels, and kernel by kernel where that would not give the same.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "program/exec/captured_program.h"
#include "program/exec/serial.h"
#include "runtime/memory/spare_memory.h"
#include "runtime/threads/turn_lock.h"

namespace pelton {

// Whether programs on `device` run as graphs: GPUs', unless PELTON_CUDA_GRAPHS says 0.
bool uses_graphs(Device device);

class CudaGraphExecutor : public Executor {
 public:
  explicit CudaGraphExecutor(std::shared_ptr<const CompiledProgram> program);
  // Captures at the first run, and again when variables have moved. A run while another thread's
  // is under way, or while results that the graph's memory holds are in use, goes kernel by kernel.
  std::vector<Tensor> run(std::span<const Tensor> inputs, size_t partial_from) override;
  std::string describe() const override;

 private:
  // Whether captured_ can run now; captures where it must.
  bool prepare();
  bool capture();
  bool spare_held_outputs();
  // Forgets captured_; `why` it is not captured again once it has been forgotten early too often.
  void forget(const char* why);
  // For others that find no memory; not while it runs.
  bool give_back();

  const std::shared_ptr<const CompiledProgram> program_;
  SerialExecutor serial_;
  const std::vector<VariableRef> variables_;  // that the program reads or writes
  mutable TurnLock turn_;                     // of what follows
  std::unique_ptr<CapturedProgram> captured_;
  std::vector<bool> copied_;  // blocks of outputs that were found in use
  int64_t runs_ = 0;          // of captured_
  int short_lives_ = 0;       // captures that ran a few times only
  std::string obstacle_;      // says why it is not captured again
  const SpareMemory spare_;   // of captured_
};

}  // namespace pelton
