#include "program/exec/split_replay.h"

#include <algorithm>
#include <iterator>

#include "runtime/threads/interrupt.h"

namespace pelton {
namespace {

bool contains(std::span<const ValueId> ids, ValueId id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// Whether `step` may come after those that follow it: nobody reads its variable again.
bool may_wait(const Program& program, size_t at) {
  const Step& step = program.steps[at];
  if (step.kind != Step::Kind::assign) return false;
  return std::none_of(program.steps.begin() + static_cast<ptrdiff_t>(at), program.steps.end(),
                      [&](const Step& later) {
                        return later.kind == Step::Kind::host ||
                               later.kind == Step::Kind::control ||
                               (later.kind == Step::Kind::read && later.variable == step.variable);
                      });
}

struct Parts {
  Program values, updates;
};

bool is_read_by(const Program& program, ValueId id) {
  return std::any_of(program.steps.begin(), program.steps.end(),
                     [&](const Step& step) { return contains(step.inputs, id); });
}

bool is_made_by(const Program& program, ValueId id) {
  return std::any_of(program.steps.begin(), program.steps.end(),
                     [&](const Step& step) { return contains(step.outputs, id); });
}

bool assigns(const Program& program, const VariableRef& variable) {
  return std::any_of(program.steps.begin(), program.steps.end(), [&](const Step& step) {
    return step.kind == Step::Kind::assign && step.variable == variable;
  });
}

// Variables that the updates want as they were are read again: as outputs of the values, all slices
// of rows would hand them over.
void repeat_reads(const Program& values, Program& updates) {
  std::vector<Step> reads;
  for (const Step& step : values.steps)
    if (step.kind == Step::Kind::read && is_read_by(updates, step.outputs[0]) &&
        !assigns(values, step.variable))
      reads.push_back(copy_of(step));
  updates.steps.insert(updates.steps.begin(), std::make_move_iterator(reads.begin()),
                       std::make_move_iterator(reads.end()));
}

std::vector<bool> updates_of(const Program& program) {
  std::vector<bool> out;
  for (size_t i = 0; i < program.steps.size(); ++i)
    out.push_back(program.steps[i].is_update || may_wait(program, i));
  return out;
}

Parts split(const Program& program, const std::vector<bool>& comes_after) {
  Parts out;
  for (size_t i = 0; i < program.steps.size(); ++i)
    (comes_after[i] ? out.updates : out.values).steps.push_back(copy_of(program.steps[i]));
  repeat_reads(out.values, out.updates);
  for (Program* part : {&out.values, &out.updates}) {
    part->constants = program.constants;
    part->value_count = program.value_count;
    part->draw_count = program.draw_count;
  }
  out.values.inputs = program.inputs;
  for (ValueId id : program.outputs)
    (is_made_by(out.updates, id) ? out.updates : out.values).outputs.push_back(id);
  return out;
}

// The values that the updates read and do not make, those that calls in place alone read last.
void connect(Parts& parts, size_t& first_partial) {
  std::vector<ValueId> made, read;
  for (const auto& [id, tensor] : parts.updates.constants) made.push_back(id);
  for (const Step& step : parts.updates.steps)
    made.insert(made.end(), step.outputs.begin(), step.outputs.end());
  for (const Step& step : parts.updates.steps)
    for (ValueId id : step.inputs)
      if (!contains(made, id) && !contains(read, id)) read.push_back(id);
  const auto may_be_partial = [&](ValueId id) {
    if (contains(parts.values.outputs, id) || contains(parts.values.inputs, id)) return false;
    return std::none_of(
        parts.updates.steps.begin(), parts.updates.steps.end(),
        [&](const Step& step) { return step.written.empty() && contains(step.inputs, id); });
  };
  std::stable_partition(read.begin(), read.end(), [&](ValueId id) { return !may_be_partial(id); });
  const auto first = std::find_if(read.begin(), read.end(), may_be_partial);
  for (auto id = read.begin(); id != read.end(); ++id) {
    if (contains(parts.values.inputs, *id)) continue;
    if (id == first) first_partial = parts.values.outputs.size();
    parts.values.outputs.push_back(*id);
  }
  parts.updates.inputs = read;
}

std::shared_ptr<const Program> finished(Program program) {
  find_last_uses(program);
  return std::make_shared<const Program>(std::move(program));
}

// Random numbers of an update would come from another run's streams.
bool draws(const Program& program) {
  return std::any_of(program.steps.begin(), program.steps.end(),
                     [](const Step& step) { return step.draws || step.draw >= 0; });
}

size_t place_of(std::span<const ValueId> ids, ValueId id) {
  return static_cast<size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
}

}  // namespace

SplitReplay::SplitReplay(std::shared_ptr<const Program> program)
    : SplitReplay(set_guards_apart(std::move(program))) {}

SplitReplay::SplitReplay(GuardsApart apart) : SplitReplay(apart.rest, updates_of(*apart.rest)) {
  if (apart.guards != nullptr) guards_ = std::make_unique<Replay>(apart.guards);
}

SplitReplay::SplitReplay(std::shared_ptr<const Program> program,
                         const std::vector<bool>& comes_after)
    : written_(written_variables(*program)) {
  Parts parts = split(*program, comes_after);
  if (parts.updates.steps.empty() || draws(parts.updates)) {
    values_ = std::make_unique<Replay>(std::move(program));
    return;
  }
  for (ValueId id : program->outputs) {
    const bool is_of_updates = contains(parts.updates.outputs, id);
    const Program& part = is_of_updates ? parts.updates : parts.values;
    outputs_.push_back({is_of_updates, place_of(part.outputs, id)});
  }
  connect(parts, partial_from_);
  for (ValueId id : parts.updates.inputs) {
    const bool is_input = contains(parts.values.inputs, id);
    sources_.push_back(
        {is_input, place_of(is_input ? parts.values.inputs : parts.values.outputs, id)});
  }
  values_ = std::make_unique<Replay>(finished(std::move(parts.values)));
  updates_ = std::make_unique<Replay>(finished(std::move(parts.updates)));
}

// What the first run gives has no parts yet: the updates are compiled for what later runs give.
std::vector<Tensor> SplitReplay::run(std::span<const Tensor> inputs, bool& is_updating) {
  const VariableTurn turn(written_);
  if (guards_ != nullptr) guards_->run(inputs);
  const bool was_compiled = values_->is_compiled();
  std::vector<Tensor> values = values_->run(inputs, partial_from_);
  if (updates_ == nullptr) return values;
  std::vector<Tensor> given;
  for (const Source& source : sources_)
    given.push_back(source.is_input ? inputs[source.at] : values[source.at]);
  is_updating = true;
  const DeferInterrupts whole;  // half of the updates would leave what no step gives
  const std::vector<Tensor> updated =
      was_compiled ? updates_->run(given) : pelton::run(updates_->program(), given);
  std::vector<Tensor> outputs;
  for (const Output& output : outputs_)
    outputs.push_back((output.is_of_updates ? updated : values)[output.at]);
  return outputs;
}

std::string SplitReplay::explain() const {
  const std::string guards = guards_ == nullptr ? "" : guards_->steps() + "\nthen ";
  if (updates_ == nullptr) return guards + values_->explain();
  const std::string updates =
      updates_->is_compiled() ? updates_->steps() + updates_->way() : updates_->explain();
  return cat(guards, values_->steps(), "\nupdates of ", updates, values_->place());
}

}  // namespace pelton
