#include "program/plan/compiler.h"

#include <algorithm>

#include "program/control/control_flow.h"
#include "program/plan/row_slices.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"

namespace pelton {
namespace {

// Plans take time that grows with the square of the number of steps.
constexpr size_t kMostSteps = 10'000;

int64_t byte_offset(const Tensor& tensor) {
  return tensor.layout().offset * size_of(tensor.dtype());
}

}  // namespace

Compiler::Compiler(std::shared_ptr<const Program> program, std::span<const Tensor> inputs)
    : state_(*program), trace_(*program, inputs), compiled_(std::make_shared<CompiledProgram>()) {
  compiled_->program = std::move(program);
  compiled_->values.resize(state_.values.size());
  is_ended_.resize(state_.values.size());
  const Program& p = *compiled_->program;
  if (p.steps.size() > kMostSteps) refuse(cat("it has more than ", kMostSteps, " steps"));
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

void Compiler::refuse(std::string reason) {
  if (obstacle_.empty()) obstacle_ = std::move(reason);
}

int32_t Compiler::add_block(Block::Kind kind, size_t at, int32_t root) {
  Block block;
  block.kind = kind;
  block.at = at;
  block.root = root;
  block.first = block.last = compiled_->actions.size();
  compiled_->blocks.push_back(block);
  return static_cast<int32_t>(compiled_->blocks.size()) - 1;
}

void Compiler::note_value(int32_t id, const Tensor& tensor, int32_t block, int64_t offset) {
  // Whose the bytes of strings are, only tensors know.
  if (tensor.dtype() == DType::string) refuse("it has strings");
  CompiledValue& value = compiled_->values[static_cast<size_t>(id)];
  value.block = block;
  value.offset = offset;
  value.layout = tensor.layout();
  value.dtype = tensor.dtype();
  value.device = tensor.device();
  value.size = tensor.size();
  value.contiguous = tensor.is_contiguous();
}

void Compiler::note_block(int32_t id, Block::Kind kind, size_t at) {
  note_value(id, tensor(id), add_block(kind, at, id), 0);
  if (kind == Block::Kind::temporary)
    compiled_->blocks.back().bytes = static_cast<size_t>(tensor(id).bytes());
}

void Compiler::add_action(Action action) {
  const auto use = [&](int32_t id) {
    const int32_t block = compiled_->value(id).block;
    if (block >= 0) compiled_->blocks[static_cast<size_t>(block)].last = compiled_->actions.size();
  };
  for (int32_t id : action.inputs) use(id);
  for (int32_t id : action.outputs) use(id);
  compiled_->actions.push_back(std::move(action));
}

int32_t Compiler::add_copy(int32_t id, Block::Kind kind, Device device) {
  const auto copy = static_cast<int32_t>(compiled_->values.size());
  CompiledValue value = compiled_->value(id);
  value.block = add_block(kind, 0, copy);
  value.offset = 0;
  value.layout = Layout::contiguous(value.layout.shape);
  value.contiguous = true;
  value.device = device;
  if (kind == Block::Kind::temporary)
    compiled_->blocks.back().bytes = static_cast<size_t>(value.size * size_of(value.dtype));
  compiled_->values.push_back(std::move(value));
  trace_.note_copy(id, copy);
  return copy;
}

int32_t Compiler::copy_of(int32_t id) {
  const int32_t copy = add_copy(id, Block::Kind::temporary, compiled_->value(id).device);
  add_action({.kind = Action::Kind::copy, .inputs = {id}, .outputs = {copy}});
  return copy;
}

// What is taken whole has memory of its own.
void Compiler::keep(int32_t id) {
  Block& block = compiled_->blocks[static_cast<size_t>(compiled_->value(id).block)];
  if (block.kind == Block::Kind::temporary) block.kind = Block::Kind::output;
}

int32_t Compiler::transfer_of(const Step& step, size_t operand, Device device) {
  const int32_t id = step.inputs[operand];
  keep(id);
  const int32_t copy = add_copy(id, Block::Kind::held, device);
  has_transfers_ = true;
  add_action({.kind = Action::Kind::transfer,
              .step = &step,
              .operand = operand,
              .inputs = {id},
              .outputs = {copy}});
  return copy;
}

// A view op made a view of its input's bytes, or of a row-major copy of them.
void Compiler::note_view(const Step& step) {
  const int32_t in = step.inputs[0], out = step.outputs[0];
  const Tensor &from = tensor(in), &to = tensor(out);
  int32_t source = in;
  int64_t offset = byte_offset(to);
  if (to.device() != from.device()) {
    source = transfer_of(step, 0, to.device());
  } else if (to.storage() == from.storage()) {
    offset += compiled_->value(in).offset - byte_offset(from);
  } else {
    if (!to.is_contiguous() || to.size() != from.size() || to.dtype() != from.dtype() ||
        offset != 0)
      return refuse(cat("op ", step.op->name, " made other bytes"));
    source = copy_of(in);
  }
  note_value(out, to, compiled_->value(source).block, offset);
}

void Compiler::note_device(const Step& step) {
  const Device device =
      step.written.empty() ? tensor(step.outputs[0]).device() : step.written[0]->device();
  if (!has_device_) compiled_->device = device;
  has_device_ = true;
  if (device != compiled_->device)
    refuse(cat("op ", step.op->name, " runs on ", device, " and others on ", compiled_->device));
}

void Compiler::note_written(const Step& step, Action& action) {
  for (const VariableRef& variable : step.written) {
    const auto id = static_cast<int32_t>(compiled_->values.size());
    compiled_->values.emplace_back();
    note_value(id, variable->value(), add_block(Block::Kind::held, 0, id), 0);
    if (!variable->value().is_contiguous()) refuse(cat(variable->path(), " is not row-major"));
    if (variable->device() != compiled_->device)
      refuse(cat("variable ", variable->path(), " is on ", variable->device()));
    action.inputs.push_back(id);
  }
}

void Compiler::note_call(const Step& step) {
  if (!step.named.empty())
    return refuse(cat("the attributes of op ", step.op->name, " follow from sizes of values"));
  if (step.op->mutates && step.written.empty())
    return refuse(cat("op ", step.op->name, " writes in place"));
  if (step.op->view != nullptr) return note_view(step);
  note_device(step);
  if (!obstacle_.empty()) return;
  Action action{.step = &step};
  action.kernel = runtime().devices().backend(compiled_->device).kernel(step.op->kernels);
  if (action.kernel == nullptr) return refuse(cat("op ", step.op->name, " has no kernel"));
  note_written(step, action);
  for (size_t i = 0; i < step.inputs.size(); ++i) {
    const int32_t id = step.inputs[i];
    const CompiledValue& value = compiled_->value(id);
    if (value.device != compiled_->device)
      action.inputs.push_back(transfer_of(step, i, compiled_->device));
    else
      action.inputs.push_back(step.op->strided || value.contiguous ? id : copy_of(id));
  }
  note_outputs(step, action);
  add_action(std::move(action));
}

// Nobody may read of those bytes afterwards, nor this call anything but its first input.
bool Compiler::may_reuse_input(const Step& step) const {
  const int32_t id = step.inputs[0];
  const CompiledValue& value = compiled_->value(id);
  const Block& block = compiled_->blocks[static_cast<size_t>(value.block)];
  const bool is_own = block.kind == Block::Kind::temporary || block.kind == Block::Kind::input;
  if (!is_own || block.root != id || !value.contiguous || value.device != compiled_->device)
    return false;
  const auto ends = [&](int32_t v) {
    const bool is_last =
        std::find(step.last_uses.begin(), step.last_uses.end(), v) != step.last_uses.end();
    return is_ended_[static_cast<size_t>(v)] || is_last;
  };
  const auto is_there = [&](int32_t v) { return compiled_->value(v).block == value.block; };
  for (int32_t v = 0; v < compiled_->program->value_count; ++v)
    if (is_there(v) && !ends(v)) return false;
  return std::none_of(step.inputs.begin() + 1, step.inputs.end(), is_there);
}

void Compiler::note_outputs(const Step& step, Action& action) {
  for (int32_t id : step.outputs) {
    action.outputs.push_back(id);
    const auto& ends = step.last_uses;
    const bool is_unread = std::find(ends.begin(), ends.end(), id) != ends.end();
    if (step.op->reuses_input_0 && may_reuse_input(step)) {
      const CompiledValue& reused = compiled_->value(step.inputs[0]);
      Block& block = compiled_->blocks[static_cast<size_t>(reused.block)];
      block.is_overwritten = block.kind == Block::Kind::input;
      note_value(id, tensor(id), reused.block, reused.offset);
    } else if (compiled_->device.type == DeviceType::cpu && step.op->spares_output_1 &&
               id == step.outputs[1] && is_unread)
      note_value(id, tensor(id), -1, 0);
    else
      note_block(id, Block::Kind::temporary, 0);
  }
}

// It may keep what it gets: that has memory of its own. What it gives is row-major in every run.
void Compiler::note_kept(const Step& step, Action::Kind kind) {
  Action action{.kind = kind, .step = &step};
  for (int32_t id : step.inputs) {
    keep(id);
    action.inputs.push_back(id);
  }
  for (int32_t id : step.outputs) {
    Tensor& given = state_.values[static_cast<size_t>(id)];
    given = contiguous(given);
    note_block(id, Block::Kind::held, 0);
    action.outputs.push_back(id);
  }
  add_action(std::move(action));
}

void Compiler::note_host(const Step& step) {
  const auto is_open = [](const auto& output) { return !is_fully_known(output.second); };
  const auto& outputs = step.work->outputs;
  if (outputs && std::any_of(outputs->begin(), outputs->end(), is_open))
    return refuse(cat("the shapes that ", step.work->name, " gives follow from values"));
  note_kept(step, Action::Kind::host);
}

void Compiler::note_control(const Step& step) {
  std::vector<Tensor> inputs;
  for (int32_t id : step.inputs) inputs.push_back(tensor(id));
  for (const auto& [dtype, shape] : step.control->outputs(inputs))
    if (!is_fully_known(shape))
      return refuse(cat("the shapes that ", step.control->name(), " gives follow from values"));
  note_kept(step, Action::Kind::control);
}

void Compiler::note_step(const Step& step) {
  switch (step.kind) {
    case Step::Kind::call:
      return note_call(step);
    case Step::Kind::read:
      note_block(step.outputs[0], Block::Kind::held, 0);
      return add_action({.kind = Action::Kind::read, .step = &step, .outputs = {step.outputs[0]}});
    case Step::Kind::assign:
      return add_action({.kind = Action::Kind::assign, .step = &step, .inputs = {step.inputs[0]}});
    case Step::Kind::host:
      return note_host(step);
    case Step::Kind::control:
      return note_control(step);
    case Step::Kind::guard:
      return note_kept(step, Action::Kind::guard);
  }
}

std::vector<Tensor> Compiler::run() {
  const Program& program = *compiled_->program;
  for (const Step& step : program.steps) {
    run_step(step, state_);
    if (obstacle_.empty()) note_step(step);
    trace_.note(step, state_.values);
    for (ValueId id : step.last_uses) {
      state_.values[static_cast<size_t>(id)] = Tensor();
      is_ended_[static_cast<size_t>(id)] = true;
    }
  }
  std::vector<Tensor> outputs;
  for (ValueId id : program.outputs) outputs.push_back(tensor(id));
  state_.values.clear();
  return outputs;
}

void Compiler::place_outputs() {
  for (ValueId id : compiled_->program->outputs) keep(id);
}

void Compiler::end_held() {
  std::vector<bool> is_output(compiled_->blocks.size(), false);
  for (ValueId id : compiled_->program->outputs)
    is_output[static_cast<size_t>(compiled_->value(id).block)] = true;
  for (size_t b = 0; b < compiled_->blocks.size(); ++b)
    if (const Block& block = compiled_->blocks[b]; block.kind == Block::Kind::held && !is_output[b])
      compiled_->actions[block.last].ends.push_back(static_cast<int32_t>(b));
}

// Copies on the host came before the device was known.
void Compiler::check_temporaries() {
  for (const Block& block : compiled_->blocks) {
    const bool is_made = block.kind == Block::Kind::temporary || block.kind == Block::Kind::output;
    const Device device = compiled_->value(block.root).device;
    if (is_made && device != compiled_->device) refuse(cat("a value is on ", device));
  }
}

std::shared_ptr<const CompiledProgram> Compiler::finish() {
  if (obstacle_.empty()) check_temporaries();
  if (!obstacle_.empty()) return nullptr;
  place_outputs();
  end_held();
  if (compiled_->device.type != DeviceType::cpu)
    compiled_->unsliced = cat("it runs on ", compiled_->device);
  else if (has_transfers_)
    compiled_->unsliced = "it takes in values from another device";
  else
    choose_slices(*compiled_, trace_);
  if (compiled_->slices.empty()) compiled_->plan_arena();
  return compiled_;
}

}  // namespace pelton
