// Owns Program: what a stretch of computation did, as data that can be rewritten and run again on
// other inputs. Knows nothing of layers and training.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "autograd/variable.h"
#include "runtime/dispatch/op_def.h"
#include "runtime/dispatch/random_state.h"

namespace pelton {

// The number of a value within its Program.
using ValueId = int32_t;

class ControlFlow;

// Engine code that is no op, as a step: the same code runs again on other inputs.
struct HostCallback {
  using Body = std::function<std::vector<Tensor>(std::span<const Tensor>)>;
  std::string name;
  Body body;
  // Dtypes and shapes of what it gives, where that is known before it has run.
  std::optional<std::vector<std::pair<DType, Shape>>> outputs = {};
  // What files say of it, from which the body can be made again; empty where they cannot hold it.
  std::string stored = {};
};

struct Step {
  enum class Kind : uint8_t { call, read, assign, host, control, guard };

  Kind kind = Kind::call;
  const OpDef* op = nullptr;  // call
  AttrBox attrs;              // call
  // Call of a random op, or control flow over some: in each run it draws a stream, with this seed
  // of its own, if any, or number of an op in a graph, and reserves so many blocks, if that is
  // known.
  bool draws = false;
  std::optional<int64_t> op_seed;
  int64_t blocks = -1;
  // The draw whose stream is in the attributes: the step's own, or an earlier one's in a gradient.
  int32_t draw = -1;
  // Call in a device scope that the recorded code entered: its name, "" for automatic placement.
  std::optional<std::string> scope;
  VariableRef variable;  // read and assign
  // Call of an op that mutates: the variables whose bytes it writes, its first operands.
  std::vector<VariableRef> written;
  // One of the last steps, which bring variables up to date: no value that is asked for, no check
  // of values and no read of the others' variables comes after it.
  bool is_update = false;
  std::shared_ptr<const HostCallback> work;
  std::shared_ptr<const ControlFlow> control;  // a branch or loop
  // Guard: what its input must be, on the host, as what follows was traced under it; nothing is
  // written before it. Its number counts the program's guards; `place` is where the code that read
  // the value stands, "model.py:12", or empty.
  Tensor expected;
  size_t guard = 0;
  std::string place;
  std::vector<ValueId> inputs;  // of a call that writes variables: the operands after these
  std::vector<ValueId> outputs;
  // Values whose sizes or elements fill the attributes, which name them as SizeName of a ValueId.
  std::vector<ValueId> named;
  std::vector<ValueId> last_uses;  // values that nothing reads after this step
};

struct Program {
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::vector<std::pair<ValueId, Tensor>> constants;
  std::vector<Step> steps;
  ValueId value_count = 0;
  int32_t draw_count = 0;
};

// What one run holds: values and random streams by their numbers.
struct RunState {
  explicit RunState(const Program& program)
      : values(static_cast<size_t>(program.value_count)),
        streams(static_cast<size_t>(program.draw_count)) {}
  std::vector<Tensor> values;
  std::vector<RandomStream> streams;
};

// The random stream that the attributes of some call hold; nothing where its op has none.
std::optional<RandomStream> stream_in(const AttrSpec* spec, const void* attrs);

// Puts the sizes of these values in place of the names among the attributes of a step.
void put_sizes(const Step& step, std::span<const Tensor> values, AttrBox& attrs);

// The variables that the steps of some programs read or write, those of branches and loops among
// them, each once, in the order of their first use.
class VariablesInUse {
 public:
  void add(const Program& program);
  std::vector<VariableRef> take() { return std::move(variables_); }

 private:
  void add(const VariableRef& variable);
  std::vector<VariableRef> variables_;
  std::unordered_set<const Variable*> seen_;
};
std::vector<VariableRef> variables_of(const Program& program);
// Those that its steps write, branches and loops among them.
std::vector<VariableRef> written_variables(const Program& program);

// The same step of another program with the same values; last_uses are to be found there.
Step copy_of(const Step& step);

// Fills every step's last_uses; to be called after the last change.
void find_last_uses(Program& program);

// The outputs for `inputs`, which have the dtypes and shapes that were recorded. Ops go through
// dispatch, so that tapes and other observers see them as if they were called one by one.
std::vector<Tensor> run(const Program& program, std::span<const Tensor> inputs);

// Throws GuardFailed where `value` is not what the guard expects; observers hear of the reading.
void check_guard(const Step& step, const Tensor& value);

// Runs one step through dispatch.
void run_step(const Step& step, RunState& state);
// Draws the stream of a step that draws, for this run; nothing for other steps.
void draw_stream_of(const Step& step, std::span<RandomStream> streams);
// The attributes of a step of some draw with the stream of this run, from the number of element
// `first` on where it runs on some rows.
AttrBox drawn_attrs(const Step& step, std::span<const RandomStream> streams, int64_t first = 0);

// One line per step: "v3 = conv2d(v0, v1; strides=[1, 1], ...)", and after it what `place` says of
// each output.
using PlaceOf = std::function<std::string(ValueId)>;
std::string to_string(const Program& program, const PlaceOf& place = {});

}  // namespace pelton
