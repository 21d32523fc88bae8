// Owns Readers, by which passes find chains of steps. Must not know which ops there are.
#pragma once
#include <optional>
#include <vector>

#include "program/passes.h"

namespace pelton::passes {

// Who reads each value; a program's output counts as a reader.
class Readers {
 public:
  static constexpr size_t kOutside = SIZE_MAX;  // whoever takes the program's outputs

  explicit Readers(const Program& program)
      : program_(program), steps_(static_cast<size_t>(program.value_count)) {
    for (ValueId id : program.outputs) steps_[static_cast<size_t>(id)].push_back(kOutside);
    for (size_t s = 0; s < program.steps.size(); ++s)
      for (const auto* ids : {&program.steps[s].inputs, &program.steps[s].named})
        for (ValueId id : *ids) steps_[static_cast<size_t>(id)].push_back(s);
  }
  // The steps that read a value, one as often as it does, and kOutside.
  const std::vector<size_t>& of(ValueId id) const { return steps_[static_cast<size_t>(id)]; }
  // The call of `op` that alone reads the first output of step `producer`, as its first input, if
  // both run in the same device scope.
  std::optional<size_t> only_reader(size_t producer, const OpDef* op) const {
    const ValueId value = program_.steps[producer].outputs[0];
    if (of(value).size() != 1 || of(value)[0] == kOutside) return std::nullopt;
    const size_t s = of(value)[0];
    const Step& step = program_.steps[s];
    if (step.op != op || step.inputs.empty() || step.inputs[0] != value) return std::nullopt;
    if (step.scope != program_.steps[producer].scope) return std::nullopt;
    return s;
  }

 private:
  const Program& program_;
  std::vector<std::vector<size_t>> steps_;  // by values
};

}  // namespace pelton::passes
