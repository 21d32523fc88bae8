// Owns RepeatedRun: one program that runs many times in a row, whose frame and memory for
// temporaries are made once.
#pragma once
#include "program/exec/frame.h"
#include "program/exec/replay.h"

namespace pelton {

// For one thread at a time.
class RepeatedRun {
 public:
  // `fixed`: the program's last inputs, the same in each run.
  RepeatedRun(Replay& replay, std::vector<Tensor> fixed);
  RepeatedRun(const RepeatedRun&) = delete;
  RepeatedRun& operator=(const RepeatedRun&) = delete;

  // As Replay::run of `inputs` and the fixed ones; `outputs` are replaced. The inputs are taken:
  // the run writes over those that nobody else holds, where the program allows for it.
  void run(std::span<Tensor> inputs, std::vector<Tensor>& outputs);

 private:
  void begin(size_t block);
  void run_frame(std::vector<Tensor>& outputs);
  void make_frame();

  Replay& replay_;
  const std::vector<Tensor> fixed_;
  std::vector<Tensor> inputs_;
  std::shared_ptr<const CompiledProgram> program_;
  std::optional<Frame> frame_;
  Tensor arena_;
  std::vector<size_t> changing_;  // blocks of inputs and outputs
  bool is_tried_ = false;
};

}  // namespace pelton
