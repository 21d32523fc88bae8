// Owns FunctionReplay: a recorded function that is run again and again, as a whole or, where it
// changes variables and what it computes before is faster in slices of rows, in two parts.
#pragma once
#include <memory>
#include <mutex>
#include <string>

#include "autograd/variable_turn.h"
#include "program/exec/split_replay.h"

namespace pelton {

class FunctionReplay {
 public:
  // `program` has been through apply_passes.
  explicit FunctionReplay(std::shared_ptr<const Program> program);

  // As Replay::run; where it changes variables, others take their turns before or after. Whether
  // there are to be two parts is found by a run through dispatch, the one after that in which the
  // whole was compiled.
  std::vector<Tensor> run(std::span<const Tensor> inputs);
  const Program& program() const { return *program_; }
  // As Replay::explain.
  std::string explain() const;

 private:
  std::vector<Tensor> run_and_split(std::span<const Tensor> inputs);
  std::vector<Tensor> run_split(SplitReplay& split, std::span<const Tensor> inputs);

  std::shared_ptr<const Program> program_;
  const VariableOrder written_;
  GuardsApart apart_;
  std::unique_ptr<Replay> guards_;  // null: there are none, or they are in the whole
  Replay whole_;
  mutable std::mutex mutex_;  // of what follows
  bool is_open_;              // it is not known yet whether there are two parts
  std::shared_ptr<SplitReplay> split_;
  bool is_split_for_good_ = false;
};

}  // namespace pelton
