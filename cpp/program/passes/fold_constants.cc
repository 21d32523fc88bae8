// Makes constants of what is computed from constants alone, unless it is large.
#include <algorithm>

#include "program/passes.h"
#include "runtime/dispatch/context.h"
#include "runtime/dispatch/dispatch.h"

namespace pelton::passes {
namespace {

// What a fill of this size costs is less than what it costs to read it from memory.
constexpr int64_t kMostBytes = 1 << 12;

bool may_fold(const Step& step) {
  return step.kind == Step::Kind::call && step.named.empty() && step.draw < 0 && !step.scope &&
         !step.op->mutates && !step.op->is_stateful;
}

}  // namespace

void fold_constants(Program& program) {
  const PauseObservers unseen;
  std::vector<Tensor> known(static_cast<size_t>(program.value_count));
  for (const auto& [id, tensor] : program.constants) known[static_cast<size_t>(id)] = tensor;
  std::vector<Step> kept;
  for (Step& step : program.steps) {
    std::vector<Tensor> inputs;
    for (ValueId id : step.inputs)
      if (known[static_cast<size_t>(id)].defined())
        inputs.push_back(known[static_cast<size_t>(id)]);
    if (!may_fold(step) || inputs.size() != step.inputs.size()) {
      kept.push_back(std::move(step));
      continue;
    }
    const Outputs outputs = call_all(*step.op, inputs, step.attrs.get());
    const auto is_small = [](const Tensor& x) { return x.bytes() <= kMostBytes; };
    if (!std::all_of(outputs.span().begin(), outputs.span().end(), is_small)) {
      kept.push_back(std::move(step));
      continue;
    }
    for (size_t i = 0; i < step.outputs.size(); ++i) {
      known[static_cast<size_t>(step.outputs[i])] = outputs.tensors[i];
      program.constants.emplace_back(step.outputs[i], outputs.tensors[i]);
    }
  }
  program.steps = std::move(kept);
}

}  // namespace pelton::passes
