// Owns Readers, by which passes find chains of steps. Must not know which ops there are.
#pragma once
#include <optional>
#include <vector>

#include "program/passes.h"

namespace pelton::passes {

// Who reads each value; a program's output counts as a reader.
class Readers {
 public:
  explicit Readers(const Program& program) : program_(program) {
    const auto n = static_cast<size_t>(program.value_count);
    counts_.resize(n);
    last_.resize(n);
    for (ValueId id : program.outputs) ++counts_[static_cast<size_t>(id)];
    for (size_t s = 0; s < program.steps.size(); ++s)
      for (const auto* ids : {&program.steps[s].inputs, &program.steps[s].named})
        for (ValueId id : *ids) {
          ++counts_[static_cast<size_t>(id)];
          last_[static_cast<size_t>(id)] = s;
        }
  }
  // The call of `op` that alone reads the first output of step `producer`, as its first input, if
  // both run in the same device scope.
  std::optional<size_t> only_reader(size_t producer, const OpDef* op) const {
    const ValueId value = program_.steps[producer].outputs[0];
    const size_t s = last_[static_cast<size_t>(value)];
    const bool alone = counts_[static_cast<size_t>(value)] == 1 && s < program_.steps.size();
    if (!alone) return std::nullopt;
    const Step& step = program_.steps[s];
    if (step.op != op || step.inputs.empty() || step.inputs[0] != value) return std::nullopt;
    if (step.scope != program_.steps[producer].scope) return std::nullopt;
    return s;
  }

 private:
  const Program& program_;
  std::vector<int> counts_;
  std::vector<size_t> last_;
};

}  // namespace pelton::passes
