#include "program/exec/guards_apart.h"

#include <algorithm>

#include "program/trace/guard_order.h"

namespace pelton {
namespace {

// The steps of what is not a guard: those that only guards need are left out.
std::vector<bool> steps_of_rest(const Program& program, const std::vector<bool>& guards) {
  std::vector<bool> used(static_cast<size_t>(program.value_count)), out(program.steps.size());
  const auto mark = [&](ValueId id) { used[static_cast<size_t>(id)] = true; };
  const auto is_used = [&](ValueId id) { return used[static_cast<size_t>(id)]; };
  std::for_each(program.outputs.begin(), program.outputs.end(), mark);
  for (size_t i = program.steps.size(); i-- > 0;) {
    const Step& step = program.steps[i];
    out[i] = !guards[i] || std::any_of(step.outputs.begin(), step.outputs.end(), is_used);
    if (!out[i]) continue;
    std::for_each(step.inputs.begin(), step.inputs.end(), mark);
    std::for_each(step.named.begin(), step.named.end(), mark);
  }
  return out;
}

// Whether the steps of both may run twice: what follows from the inputs alone is little work beside
// what follows from weights.
bool may_repeat(const Program& program, const std::vector<bool>& guards,
                const std::vector<bool>& rest) {
  std::vector<bool> from_variables(static_cast<size_t>(program.value_count));
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    const bool is_read = step.kind == Step::Kind::read;
    bool follows = is_read || step.kind == Step::Kind::control;
    for (ValueId id : step.inputs) follows |= from_variables[static_cast<size_t>(id)];
    for (ValueId id : step.outputs) from_variables[static_cast<size_t>(id)] = follows;
    if (guards[i] && (step.draws || step.draw >= 0)) return false;
    if (guards[i] && rest[i] && follows && !is_read) return false;
  }
  return true;
}

// These steps, without outputs.
Program part_of(const Program& program, const std::vector<bool>& steps) {
  Program out;
  out.inputs = program.inputs;
  out.constants = program.constants;
  out.value_count = program.value_count;
  out.draw_count = program.draw_count;
  for (size_t i = 0; i < program.steps.size(); ++i)
    if (steps[i]) out.steps.push_back(copy_of(program.steps[i]));
  return out;
}

std::shared_ptr<const Program> finished_part(Program part) {
  find_last_uses(part);
  return std::make_shared<const Program>(std::move(part));
}

}  // namespace

GuardsApart set_guards_apart(std::shared_ptr<const Program> program) {
  const std::vector<bool> guards = steps_of_guards(*program);
  if (std::find(guards.begin(), guards.end(), true) == guards.end())
    return {nullptr, std::move(program)};
  const std::vector<bool> rest = steps_of_rest(*program, guards);
  if (!may_repeat(*program, guards, rest)) return {nullptr, std::move(program)};
  Program remaining = part_of(*program, rest);
  remaining.outputs = program->outputs;
  return {finished_part(part_of(*program, guards)), finished_part(std::move(remaining))};
}

}  // namespace pelton
