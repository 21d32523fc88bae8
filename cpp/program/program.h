// Owns Program: what a stretch of computation did, as data that can be rewritten and run again on
// other inputs. Knows nothing of layers and training.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autograd/variable.h"
#include "runtime/op_def.h"

namespace pelton {

// The number of a value within its Program.
using ValueId = int32_t;

struct Step {
  enum class Kind : uint8_t { call, read, assign };

  Kind kind = Kind::call;
  const OpDef* op = nullptr;  // call
  AttrBox attrs;              // call
  // Call of a random op: its stream is drawn anew in each run, with this seed of its own, if any.
  bool draws = false;
  std::optional<int64_t> op_seed;
  VariableRef variable;  // read and assign
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::vector<ValueId> last_uses;  // values that nothing reads after this step
};

struct Program {
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::vector<std::pair<ValueId, Tensor>> constants;
  std::vector<Step> steps;
  ValueId value_count = 0;
};

// Fills every step's last_uses; to be called after the last change.
void find_last_uses(Program& program);

// The outputs for `inputs`, which have the dtypes and shapes that were recorded. Ops go through
// dispatch, so that tapes and other observers see them as if they were called one by one.
std::vector<Tensor> run(const Program& program, std::span<const Tensor> inputs);

// One line per step: "v3 = conv2d(v0, v1; strides=[1, 1], ...)".
std::string to_string(const Program& program);

}  // namespace pelton
