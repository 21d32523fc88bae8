#include "program/plan/row_partition.h"

#include <algorithm>

#include "program/plan/sharding_trace.h"

namespace pelton {
namespace {

constexpr int64_t kMostHandedOver = 64 * 1024;  // bytes of rows: they are written and read again

bool changes_variables(const Step& step) {
  return step.kind == Step::Kind::assign || !step.written.empty();
}

class Partition {
 public:
  Partition(const Program& program, std::span<const Tensor> inputs)
      : program_(program),
        trace_(program, inputs),
        is_after_(static_cast<size_t>(program.value_count)),
        row_bytes_(static_cast<size_t>(program.value_count)),
        is_possible_(trace_.rows() > 0) {}

  // Takes in the next step, which has run.
  void add(const Step& step, std::span<const Tensor> values) {
    const bool is_after =
        follows(step) || changes_variables(step) || !trace_.may_note(step, values);
    comes_after_.push_back(is_after);
    if (is_after) {
      is_possible_ &= step.draw < 0 && !step.draws;  // the rows' numbers were drawn before
      for (ValueId id : step.inputs) take_over(id);
      for (ValueId id : step.outputs) is_after_[static_cast<size_t>(id)] = true;
      if (step.kind == Step::Kind::assign) changed_.push_back(step.variable);
      changed_.insert(changed_.end(), step.written.begin(), step.written.end());
      return;
    }
    for (ValueId id : step.outputs) {
      const Tensor& value = values[static_cast<size_t>(id)];
      is_possible_ &= value.device().type == DeviceType::cpu;
      if (trace_.of(id).is_sharded()) row_bytes_[static_cast<size_t>(id)] = value.bytes();
    }
  }

  std::vector<bool> comes_after() {
    for (ValueId id : program_.outputs) take_over(id);
    return is_possible_ && handed_over_ <= kMostHandedOver ? comes_after_ : std::vector<bool>();
  }

 private:
  bool follows(const Step& step) const {
    if (step.kind == Step::Kind::read)
      return std::find(changed_.begin(), changed_.end(), step.variable) != changed_.end();
    return std::any_of(step.inputs.begin(), step.inputs.end(),
                       [&](ValueId id) { return is_after_[static_cast<size_t>(id)]; });
  }
  void take_over(ValueId id) {
    handed_over_ += std::exchange(row_bytes_[static_cast<size_t>(id)], 0);
  }

  const Program& program_;
  ShardingTrace trace_;
  std::vector<bool> comes_after_;   // by steps
  std::vector<bool> is_after_;      // by values: who makes them
  std::vector<int64_t> row_bytes_;  // by values: of those made of rows, until they are taken over
  std::vector<VariableRef> changed_;
  int64_t handed_over_ = 0;
  bool is_possible_;
};

}  // namespace

bool may_be_cut(const Program& program) {
  const auto is_plain = [](const Step& step) {
    const bool is_known = step.kind == Step::Kind::call || step.kind == Step::Kind::read ||
                          step.kind == Step::Kind::assign;
    return is_known && step.named.empty();
  };
  return std::all_of(program.steps.begin(), program.steps.end(), is_plain) &&
         std::any_of(program.steps.begin(), program.steps.end(), changes_variables);
}

RowPartition run_and_partition(const Program& program, std::span<const Tensor> inputs) {
  Partition partition(program, inputs);
  RunState state(program);
  for (size_t i = 0; i < inputs.size(); ++i)
    state.values[static_cast<size_t>(program.inputs[i])] = inputs[i];
  for (const auto& [id, tensor] : program.constants) state.values[static_cast<size_t>(id)] = tensor;
  for (const Step& step : program.steps) {
    run_step(step, state);
    partition.add(step, state.values);
    for (ValueId id : step.last_uses) state.values[static_cast<size_t>(id)] = Tensor();
  }
  RowPartition out;
  for (ValueId id : program.outputs) out.outputs.push_back(state.values[static_cast<size_t>(id)]);
  out.comes_after = partition.comes_after();
  return out;
}

}  // namespace pelton
