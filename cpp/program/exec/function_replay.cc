#include "program/exec/function_replay.h"

#include "program/plan/row_partition.h"
#include "runtime/dispatch/watched.h"

namespace pelton {

FunctionReplay::FunctionReplay(std::shared_ptr<const Program> program)
    : program_(std::move(program)),
      written_(written_variables(*program_)),
      apart_(set_guards_apart(program_)),
      whole_(apart_.rest),
      is_open_(may_be_cut(*apart_.rest)) {
  if (apart_.guards != nullptr) guards_ = std::make_unique<Replay>(apart_.guards);
}

std::vector<Tensor> FunctionReplay::run(std::span<const Tensor> inputs) {
  const VariableTurn turn(written_);
  if (is_op_by_op(inputs)) return pelton::run(*program_, inputs);
  if (guards_ != nullptr) guards_->run(inputs);
  std::shared_ptr<SplitReplay> split;
  bool splits = false;
  {
    const std::lock_guard lock(mutex_);
    splits = is_open_ && whole_.may_gain_slices();
    is_open_ = is_open_ && !whole_.is_compiled();
    split = split_;
  }
  if (splits) return run_and_split(inputs);
  return split == nullptr ? whole_.run(inputs) : run_split(*split, inputs);
}

std::vector<Tensor> FunctionReplay::run_and_split(std::span<const Tensor> inputs) {
  RowPartition partition = run_and_partition(*apart_.rest, inputs);
  if (!partition.comes_after.empty()) {
    const std::lock_guard lock(mutex_);
    split_ = std::make_shared<SplitReplay>(apart_.rest, partition.comes_after);
  }
  return std::move(partition.outputs);
}

// Two parts stay where the first one has turned out to run in slices.
std::vector<Tensor> FunctionReplay::run_split(SplitReplay& split, std::span<const Tensor> inputs) {
  bool is_updating = false;
  std::vector<Tensor> outputs = split.run(inputs, is_updating);
  const std::lock_guard lock(mutex_);
  is_split_for_good_ |= split.runs_in_slices();
  if (!is_split_for_good_) split_.reset();
  return outputs;
}

std::string FunctionReplay::explain() const {
  const std::lock_guard lock(mutex_);
  const std::string guards = guards_ == nullptr ? "" : guards_->steps() + "\nthen ";
  return guards + (split_ == nullptr ? whole_.explain() : split_->explain());
}

}  // namespace pelton
