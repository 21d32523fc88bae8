// Removes steps whose results nobody reads. What writes variables stays, and so do draws: the
// numbers that come after must not change.
#include <algorithm>

#include "program/control/control_flow.h"
#include "program/passes.h"

namespace pelton::passes {

void remove_dead(Program& program) {
  std::vector<bool> read(static_cast<size_t>(program.value_count));
  const auto mark = [&](ValueId id) { read[static_cast<size_t>(id)] = true; };
  const auto is_read = [&](ValueId id) { return read[static_cast<size_t>(id)]; };
  std::for_each(program.outputs.begin(), program.outputs.end(), mark);
  std::vector<Step> kept;
  for (size_t i = program.steps.size(); i-- > 0;) {
    Step& step = program.steps[i];
    const bool needed = step.kind == Step::Kind::assign || step.kind == Step::Kind::guard ||
                        step.kind == Step::Kind::host ||
                        (step.control != nullptr && step.control->has_effects()) || step.draws ||
                        (step.op != nullptr && step.op->is_stateful) || !step.written.empty() ||
                        std::any_of(step.outputs.begin(), step.outputs.end(), is_read);
    if (!needed) continue;
    std::for_each(step.inputs.begin(), step.inputs.end(), mark);
    std::for_each(step.named.begin(), step.named.end(), mark);
    kept.push_back(std::move(step));
  }
  std::reverse(kept.begin(), kept.end());
  program.steps = std::move(kept);
}

}  // namespace pelton::passes
