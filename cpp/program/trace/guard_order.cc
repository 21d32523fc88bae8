#include "program/trace/guard_order.h"

#include <algorithm>
#include <unordered_set>

#include "program/control/control_flow.h"

namespace pelton {
namespace {

bool is_guard(const Step& step) { return step.kind == Step::Kind::guard; }

// May write any variable, and draw.
bool has_hidden_effects(const Step& step) {
  return step.kind == Step::Kind::host || (step.op != nullptr && step.op->is_stateful) ||
         (step.control != nullptr && step.control->has_effects());
}

bool writes(const Step& step) {
  return step.kind == Step::Kind::assign || !step.written.empty() || has_hidden_effects(step);
}

// The steps that some values need, found from the last step to the first.
class Needed {
 public:
  explicit Needed(const Program& program)
      : program_(program),
        values_(static_cast<size_t>(program.value_count)),
        steps_(program.steps.size()) {}

  void want(ValueId value) { values_[static_cast<size_t>(value)] = true; }
  // Whether they can come before all steps that write.
  bool find(bool with_guards) {
    for (size_t i = program_.steps.size(); i-- > 0;) {
      const Step& step = program_.steps[i];
      steps_[i] = is_needed(step) || (with_guards && is_guard(step));
      if (steps_[i] ? writes(step) : would_be_late(step)) return false;
      if (steps_[i]) take(step);
    }
    return true;
  }
  const std::vector<bool>& steps() const { return steps_; }

 private:
  // Streams are drawn in the order of the code: before one that is needed come all before it.
  bool is_needed(const Step& step) const {
    return (step.draws && draws_) ||
           std::any_of(step.outputs.begin(), step.outputs.end(),
                       [&](ValueId id) { return values_[static_cast<size_t>(id)]; });
  }
  void take(const Step& step) {
    for (ValueId id : step.inputs) want(id);
    for (ValueId id : step.named) want(id);
    draws_ |= step.draws || step.draw >= 0;
    if (step.variable) read_.insert(step.variable.get());
    if (step.control == nullptr) return;
    for (const VariableRef& variable : step.control->variables()) read_.insert(variable.get());
  }
  // Whether a step that is not needed changes what the needed ones after it see.
  bool would_be_late(const Step& step) const {
    if (has_hidden_effects(step)) return draws_ || !read_.empty();
    const auto is_read = [&](const VariableRef& variable) {
      return read_.contains(variable.get());
    };
    if (step.kind == Step::Kind::assign) return is_read(step.variable);
    return std::any_of(step.written.begin(), step.written.end(), is_read);
  }

  const Program& program_;
  std::vector<bool> values_, steps_;
  std::unordered_set<const Variable*> read_;
  bool draws_ = false;
};

}  // namespace

bool is_known_before_writes(const Program& program, ValueId value) {
  Needed needed(program);
  needed.want(value);
  return needed.find(false);
}

void put_guards_first(Program& program) {
  const auto last = std::find_if(program.steps.rbegin(), program.steps.rend(), &is_guard);
  if (std::none_of(last, program.steps.rend(), &writes)) return;
  Needed needed(program);
  check(needed.find(true), Code::internal, "a guard comes after what it follows from was written");
  std::vector<Step> first, others;
  for (size_t i = 0; i < program.steps.size(); ++i)
    (needed.steps()[i] ? first : others).push_back(std::move(program.steps[i]));
  for (Step& step : first) step.is_update = false;
  std::move(others.begin(), others.end(), std::back_inserter(first));
  program.steps = std::move(first);
}

std::vector<bool> steps_of_guards(const Program& program) {
  Needed needed(program);
  return needed.find(true) ? needed.steps() : std::vector<bool>(program.steps.size());
}

std::vector<Tensor> guarded_values_of(const Program& program) {
  std::vector<Tensor> out;
  for (const Step& step : program.steps)
    if (is_guard(step)) out.push_back(step.expected);
  return out;
}

}  // namespace pelton
