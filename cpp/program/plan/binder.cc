#include "program/plan/binder.h"

#include <algorithm>

#include "program/exec/row_slices.h"
#include "runtime/runtime.h"

namespace pelton {
namespace {

// Plans take time that grows with the square of the number of steps.
constexpr size_t kMostSteps = 10'000;

int64_t byte_offset(const Tensor& tensor) {
  return tensor.layout().offset * size_of(tensor.dtype());
}

}  // namespace

Binder::Binder(std::shared_ptr<const Program> program, std::span<const Tensor> inputs)
    : state_(*program), trace_(*program, inputs), bound_(std::make_shared<BoundProgram>()) {
  bound_->program = std::move(program);
  bound_->values.resize(state_.values.size());
  const Program& p = *bound_->program;
  if (p.steps.size() > kMostSteps) refuse(cat("it has more than ", kMostSteps, " steps"));
  if (!inputs.empty()) bound_->device = inputs[0].device();
  for (size_t i = 0; i < inputs.size(); ++i) {
    state_.values[static_cast<size_t>(p.inputs[i])] = inputs[i];
    if (!inputs[i].is_contiguous()) refuse(cat("input ", i, " is not row-major"));
    note_block(p.inputs[i], Block::Kind::input, i);
  }
  for (size_t i = 0; i < p.constants.size(); ++i) {
    state_.values[static_cast<size_t>(p.constants[i].first)] = p.constants[i].second;
    note_block(p.constants[i].first, Block::Kind::constant, i);
  }
}

void Binder::refuse(std::string reason) {
  if (obstacle_.empty()) obstacle_ = std::move(reason);
}

int32_t Binder::add_block(Block::Kind kind, size_t at, int32_t root) {
  Block block;
  block.kind = kind;
  block.at = at;
  block.root = root;
  block.first = block.last = bound_->actions.size();
  bound_->blocks.push_back(block);
  return static_cast<int32_t>(bound_->blocks.size()) - 1;
}

void Binder::note_value(int32_t id, const Tensor& tensor, int32_t block, int64_t offset) {
  BoundValue& value = bound_->values[static_cast<size_t>(id)];
  value.block = block;
  value.offset = offset;
  value.layout = tensor.layout();
  value.dtype = tensor.dtype();
  value.size = tensor.size();
  value.contiguous = tensor.is_contiguous();
  if (tensor.device() != bound_->device || tensor.device().type != DeviceType::cpu)
    refuse(cat("a value is on ", tensor.device()));
}

void Binder::note_block(int32_t id, Block::Kind kind, size_t at) {
  const Tensor& tensor = state_.values[static_cast<size_t>(id)];
  note_value(id, tensor, add_block(kind, at, id), 0);
  if (kind == Block::Kind::temporary)
    bound_->blocks.back().bytes = static_cast<size_t>(tensor.bytes());
}

void Binder::add_action(Action action) {
  const auto use = [&](int32_t id) {
    const int32_t block = bound_->values[static_cast<size_t>(id)].block;
    if (block >= 0) bound_->blocks[static_cast<size_t>(block)].last = bound_->actions.size();
  };
  for (int32_t id : action.inputs) use(id);
  for (int32_t id : action.outputs) use(id);
  bound_->actions.push_back(std::move(action));
}

int32_t Binder::copy_of(int32_t id) {
  const auto copy = static_cast<int32_t>(bound_->values.size());
  BoundValue value = bound_->values[static_cast<size_t>(id)];
  value.block = add_block(Block::Kind::temporary, 0, copy);
  value.offset = 0;
  value.layout = Layout::contiguous(value.layout.shape);
  value.contiguous = true;
  bound_->blocks.back().bytes = static_cast<size_t>(value.size * size_of(value.dtype));
  bound_->values.push_back(std::move(value));
  trace_.note_copy(id, copy);
  add_action({.inputs = {id}, .outputs = {copy}});
  return copy;
}

// A view op made a view of its input's bytes, or of a row-major copy of them.
void Binder::note_view(const Step& step) {
  const int32_t in = step.inputs[0], out = step.outputs[0];
  const Tensor& from = state_.values[static_cast<size_t>(in)];
  const Tensor& to = state_.values[static_cast<size_t>(out)];
  int32_t source = in;
  int64_t offset = byte_offset(to);
  if (to.storage() == from.storage()) {
    offset += bound_->values[static_cast<size_t>(in)].offset - byte_offset(from);
  } else {
    if (!to.is_contiguous() || to.size() != from.size() || to.dtype() != from.dtype() ||
        offset != 0)
      return refuse(cat("op ", step.op->name, " made other bytes"));
    source = copy_of(in);
  }
  note_value(out, to, bound_->values[static_cast<size_t>(source)].block, offset);
}

void Binder::note_written(const Step& step, Action& action) {
  for (const VariableRef& variable : step.written) {
    const auto id = static_cast<int32_t>(bound_->values.size());
    bound_->values.emplace_back();
    note_value(id, variable->value(), add_block(Block::Kind::variable, 0, id), 0);
    if (!variable->value().is_contiguous()) refuse(cat(variable->path(), " is not row-major"));
    action.inputs.push_back(id);
  }
}

void Binder::note_call(const Step& step) {
  if (!step.named.empty())
    return refuse(cat("the attributes of op ", step.op->name, " follow from sizes of values"));
  if (step.op->mutates && step.written.empty())
    return refuse(cat("op ", step.op->name, " writes in place"));
  if (step.op->view != nullptr) return note_view(step);
  Action action;
  action.step = &step;
  action.kernel = runtime().devices().backend(bound_->device).kernel(step.op->kernels);
  if (action.kernel == nullptr) return refuse(cat("op ", step.op->name, " has no kernel"));
  note_written(step, action);
  for (int32_t id : step.inputs) {
    const bool ready = step.op->strided || bound_->values[static_cast<size_t>(id)].contiguous;
    action.inputs.push_back(ready ? id : copy_of(id));
  }
  for (int32_t id : step.outputs) {
    action.outputs.push_back(id);
    const auto& ends = step.last_uses;
    const bool is_unread = std::find(ends.begin(), ends.end(), id) != ends.end();
    if (step.op->spares_output_1 && id == step.outputs[1] && is_unread)
      note_value(id, state_.values[static_cast<size_t>(id)], -1, 0);
    else
      note_block(id, Block::Kind::temporary, 0);
  }
  add_action(std::move(action));
}

// It may keep what it gets: that has memory of its own.
void Binder::note_host_callback(const Step& step) {
  Action action{.step = &step};
  for (int32_t id : step.inputs) {
    const BoundValue& value = bound_->values[static_cast<size_t>(id)];
    Block& block = bound_->blocks[static_cast<size_t>(value.block)];
    if (block.kind == Block::Kind::temporary) block.kind = Block::Kind::output;
    action.inputs.push_back(id);
  }
  for (int32_t id : step.outputs) {
    note_block(id, Block::Kind::variable, 0);
    action.outputs.push_back(id);
  }
  add_action(std::move(action));
}

void Binder::note_step(const Step& step) {
  switch (step.kind) {
    case Step::Kind::call:
      return note_call(step);
    case Step::Kind::read:
      note_block(step.outputs[0], Block::Kind::variable, 0);
      return add_action({.step = &step, .outputs = {step.outputs[0]}});
    case Step::Kind::assign:
      return add_action({.step = &step, .inputs = {step.inputs[0]}});
    case Step::Kind::host:
      return note_host_callback(step);
  }
}

std::vector<Tensor> Binder::run() {
  const Program& program = *bound_->program;
  for (const Step& step : program.steps) {
    run_step(step, state_);
    if (obstacle_.empty()) note_step(step);
    trace_.note(step, state_.values);
    for (ValueId id : step.last_uses) state_.values[static_cast<size_t>(id)] = Tensor();
  }
  std::vector<Tensor> outputs;
  for (ValueId id : program.outputs) outputs.push_back(state_.values[static_cast<size_t>(id)]);
  state_.values.clear();
  return outputs;
}

void Binder::place_outputs() {
  for (ValueId id : bound_->program->outputs) {
    const BoundValue& value = bound_->values[static_cast<size_t>(id)];
    Block& block = bound_->blocks[static_cast<size_t>(value.block)];
    if (block.kind == Block::Kind::temporary) block.kind = Block::Kind::output;
  }
}

void Binder::end_variables() {
  std::vector<bool> is_output(bound_->blocks.size(), false);
  for (ValueId id : bound_->program->outputs)
    is_output[static_cast<size_t>(bound_->values[static_cast<size_t>(id)].block)] = true;
  for (size_t b = 0; b < bound_->blocks.size(); ++b)
    if (bound_->blocks[b].kind == Block::Kind::variable && !is_output[b])
      bound_->actions[bound_->blocks[b].last].ends.push_back(static_cast<int32_t>(b));
}

std::shared_ptr<const BoundProgram> Binder::finish() {
  if (!obstacle_.empty()) return nullptr;
  place_outputs();
  end_variables();
  choose_slices(*bound_, trace_);
  if (bound_->slices.empty()) bound_->plan_arena();
  return bound_;
}

}  // namespace pelton
