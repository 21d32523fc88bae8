#include "program/exec/captured_program.h"

#include <algorithm>

#include "program/control/control_flow.h"
#include "program/exec/serial.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/transfer.h"

namespace pelton {
namespace {

Block::Kind kind_of(const CompiledProgram& program, int32_t id) {
  return program.blocks[static_cast<size_t>(program.value(id).block)].kind;
}

// A transfer that can be done before the launch: of an input or a constant.
bool comes_first(const CompiledProgram& program, const Action& action) {
  const Block::Kind kind = kind_of(program, action.inputs[0]);
  return kind == Block::Kind::input || kind == Block::Kind::constant;
}

void overwrite_on_device(const Frame& frame, const Tensor& to, const Tensor& from) {
  frame.backend().copy_strided(frame.program().device.index, view_of(from), view_of(to));
}

}  // namespace

std::string CapturedProgram::obstacle(const CompiledProgram& program) {
  const auto is_overwritten = [](const Block& block) { return block.is_overwritten; };
  if (std::any_of(program.blocks.begin(), program.blocks.end(), is_overwritten))
    return "it writes over an input";
  for (const Action& action : program.actions) {
    const Variable* const variable = action.step == nullptr ? nullptr : action.step->variable.get();
    if (action.kind == Action::Kind::control)
      return cat("it runs ", action.step->control->name(), ", which reads values");
    if (action.kind == Action::Kind::guard) return "it has guards, which read values";
    if (action.kind == Action::Kind::host) return cat("it runs ", action.step->work->name);
    if (action.kind == Action::Kind::transfer && !comes_first(program, action))
      return "values move between devices in it";
    if (variable != nullptr && variable->device() != program.device)
      return cat("variable ", variable->path(), " is on ", variable->device());
    if (action.kind == Action::Kind::assign && variable->declared_shape() != nullptr)
      return cat("variable ", variable->path(), " may change its shape");
  }
  return {};
}

CapturedProgram::CapturedProgram(const CompiledProgram& program, std::vector<bool> copied)
    : program_(program),
      frame_(program),
      scratch_(frame_.backend().allocator(program.device.index)),
      copied_(std::move(copied)) {
  place_fixed();
  note_variables();
  capture();
}

// Inputs on the device have memory of their own here; those that are transferred have it behind
// the transfer.
void CapturedProgram::place_fixed() {
  for (size_t b = 0; b < program_.blocks.size(); ++b) {
    const Block& block = program_.blocks[b];
    const bool is_on_device = program_.value(block.root).device == program_.device;
    if (block.kind == Block::Kind::input) {
      if (is_on_device) frame_.allocate(b);
    } else {
      frame_.begin(b, {});
    }
  }
  for (const Action& action : program_.actions) {
    if (action.kind != Action::Kind::transfer) continue;
    frame_.allocate(static_cast<size_t>(program_.value(action.outputs[0]).block));
    if (kind_of(program_, action.inputs[0]) == Block::Kind::constant) move(action, frame_);
  }
  arena_ = empty({static_cast<int64_t>(program_.arena_bytes)}, DType::uint8, program_.device);
  frame_.place_arena(arena_);
  constexpr auto kWords = static_cast<int64_t>(sizeof(RandomStream) / sizeof(int64_t));
  streams_ = empty({program_.program->draw_count, kWords}, DType::int64, program_.device);
}

void CapturedProgram::note_variables() {
  const auto note = [&](Variable& variable, bool is_assigned) {
    const auto is_same = [&](const Address& known) { return known.variable == &variable; };
    auto at = std::find_if(variables_.begin(), variables_.end(), is_same);
    if (at == variables_.end()) at = variables_.insert(at, Address{&variable});
    at->is_assigned |= is_assigned;
  };
  for (const Action& action : program_.actions) {
    for (size_t i = 0; i < action.written(); ++i) note(*action.step->written[i], true);
    if (action.kind != Action::Kind::read && action.kind != Action::Kind::assign) continue;
    note(*action.step->variable, action.kind == Action::Kind::assign);
  }
  for (Address& at : variables_) {
    // Now it has bytes that nobody else sees.
    if (at.is_assigned) at.variable->write_in_place([](const Tensor&) {});
    at.data = at.variable->value().data();
  }
}

bool CapturedProgram::Address::is_here() const { return variable->lies_at(data, is_assigned); }

bool CapturedProgram::has_variables() const {
  return std::all_of(variables_.begin(), variables_.end(),
                     [](const Address& at) { return at.is_here(); });
}

void CapturedProgram::capture() {
  const auto capture = frame_.backend().begin_capture(program_.device.index);
  const auto* const streams = static_cast<const RandomStream*>(streams_.data());
  for (const Action& action : program_.actions) capture_action(action, *capture, streams);
  // A variable's value was lent to the frame for its address.
  for (const Action& action : program_.actions) {
    for (size_t i = 0; i < action.written(); ++i)
      frame_.release(static_cast<size_t>(program_.value(action.inputs[i]).block));
    if (action.kind == Action::Kind::read) {
      const auto b = static_cast<size_t>(program_.value(action.outputs[0]).block);
      if (frame_.tensor(b).data() == action.step->variable->value().data()) frame_.release(b);
    }
  }
  graph_ = capture->finish();
}

void CapturedProgram::capture_action(const Action& action, DeviceCapture& capture,
                                     const RandomStream* streams) {
  switch (action.kind) {
    case Action::Kind::launch:
      for (size_t i = 0; i < action.written(); ++i)
        frame_.set(static_cast<size_t>(program_.value(action.inputs[i]).block),
                   action.step->written[i]->value());
      return launch(frame_, action, frame_.streams(), {scratch_, capture.stream(), streams});
    case Action::Kind::copy:
      return capture.copy_strided(frame_.view(action.inputs[0]), frame_.view(action.outputs[0]));
    case Action::Kind::read:
      return capture_read(action, capture);
    case Action::Kind::assign:
      return capture.copy_strided(frame_.view(action.inputs[0]),
                                  view_of(action.step->variable->value()));
    case Action::Kind::transfer:
    case Action::Kind::host:
    case Action::Kind::control:
    case Action::Kind::guard:
      return;  // before the launch; refused
  }
}

// Whether the variable is assigned while the value that was read of it is in use.
bool CapturedProgram::outlives_assignment(const Action& read) const {
  const Block& block = program_.blocks[static_cast<size_t>(program_.value(read.outputs[0]).block)];
  const std::vector<ValueId>& outputs = program_.program->outputs;
  const bool is_output = std::any_of(outputs.begin(), outputs.end(), [&](ValueId id) {
    return program_.value(id).block == program_.value(read.outputs[0]).block;
  });
  const auto is_assigned = [&](size_t a) {
    const Action& action = program_.actions[a];
    if (action.kind == Action::Kind::assign) return action.step->variable == read.step->variable;
    const auto end = action.inputs.begin() + static_cast<ptrdiff_t>(action.written());
    return std::any_of(action.inputs.begin(), end, [&](const int32_t& id) {
      const auto i = static_cast<size_t>(&id - action.inputs.data());
      return action.step->written[i] == read.step->variable;
    });
  };
  const auto first = static_cast<size_t>(&read - program_.actions.data());
  for (size_t a = first; a < program_.actions.size(); ++a)
    if (is_assigned(a) && (is_output || a < block.last)) return true;
  return false;
}

void CapturedProgram::capture_read(const Action& action, DeviceCapture& capture) {
  const auto b = static_cast<size_t>(program_.value(action.outputs[0]).block);
  const Variable& variable = *action.step->variable;
  if (!outlives_assignment(action)) return frame_.set(b, variable.value());
  frame_.allocate(b);
  capture.copy_strided(view_of(variable.value()), view_of(frame_.tensor(b)));
}

std::vector<size_t> CapturedProgram::held_outputs() const {
  std::vector<size_t> out;
  for (size_t b = 0; b < program_.blocks.size(); ++b)
    if (program_.blocks[b].kind == Block::Kind::output && !copied_[b] &&
        !frame_.tensor(b).is_exclusive())
      out.push_back(b);
  return out;
}

void CapturedProgram::fill(std::span<const Tensor> inputs) {
  for (size_t b = 0; b < program_.blocks.size(); ++b) {
    const Block& block = program_.blocks[b];
    if (block.kind == Block::Kind::input && frame_.tensor(b).defined())
      overwrite_on_device(frame_, frame_.tensor(b), inputs[block.at]);
  }
  Frame sources(program_);  // where the inputs are that come from elsewhere
  for (const Action& action : program_.actions) {
    if (action.kind != Action::Kind::transfer) continue;
    if (kind_of(program_, action.inputs[0]) == Block::Kind::constant) continue;
    sources.begin(static_cast<size_t>(program_.value(action.inputs[0]).block), inputs);
    move(action, sources);
  }
}

// From where `sources` has it.
void CapturedProgram::move(const Action& action, const Frame& sources) {
  const Tensor moved =
      transfer(*action.step->op, action.operand, sources.kept(action.inputs[0]), program_.device);
  const auto b = static_cast<size_t>(program_.value(action.outputs[0]).block);
  overwrite_on_device(frame_, frame_.tensor(b), moved);
}

// The draws of this run, in the order in which single calls would draw.
void CapturedProgram::draw() {
  std::vector<RandomStream>& streams = frame_.streams();
  if (streams.empty()) return;
  for (const Action& action : program_.actions)
    if (action.kind == Action::Kind::launch) draw_stream_of(*action.step, streams);
  frame_.backend().copy_from_host(program_.device.index, streams_.data(), streams.data(),
                                  streams.size() * sizeof(RandomStream));
}

std::vector<Tensor> CapturedProgram::run(std::span<const Tensor> inputs) {
  fill(inputs);
  draw();
  graph_->launch();
  for (const Address& at : variables_)
    if (at.is_assigned) at.variable->renew_value();
  std::vector<Tensor> outputs;
  outputs.reserve(program_.program->outputs.size());
  for (ValueId id : program_.program->outputs) outputs.push_back(output(id, inputs));
  return outputs;
}

Tensor CapturedProgram::output(ValueId id, std::span<const Tensor> inputs) const {
  const auto b = static_cast<size_t>(program_.value(id).block);
  const Block& block = program_.blocks[b];
  if (block.kind == Block::Kind::input && block.root == id) return inputs[block.at];
  if (block.kind == Block::Kind::output && !copied_[b]) {
    const Tensor lent = frame_.kept(id);  // as a tensor of its own: each run makes new ones
    return lent.view(lent.layout());
  }
  if (frame_.tensor(b).defined()) return copy(frame_.kept(id));
  // A variable's value, or an input from elsewhere.
  Frame now(program_);
  now.begin(b, inputs);
  for (const Action& action : program_.actions)
    if (action.kind == Action::Kind::read &&
        program_.value(action.outputs[0]).block == static_cast<int32_t>(b))
      now.set(b, action.step->variable->value());
  return now.kept(id);
}

}  // namespace pelton
