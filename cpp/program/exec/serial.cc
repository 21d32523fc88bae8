#include "program/exec/serial.h"

#include <new>

#include "autograd/held_values.h"
#include "autograd/variable_turn.h"
#include "program/control/control_flow.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/call_error.h"
#include "runtime/dispatch/scoped_device.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/transfer.h"
#include "runtime/threads/interrupt.h"

namespace pelton {
namespace {

// Room for the views of most calls, assigned before it is read.
struct FewViews {
  static constexpr size_t kMost = 12;
  FewViews() {}
  union {
    TensorView views[kMost];
  };
};

size_t block_of(const CompiledProgram& program, int32_t id) {
  return static_cast<size_t>(program.value(id).block);
}

[[noreturn, gnu::noinline]] void raise_named(const Error& error, const Frame& frame,
                                             const Action& action, const void* attrs) {
  std::vector<Tensor> inputs;
  for (int32_t id : action.inputs) inputs.push_back(frame.borrowed(id));
  throw with_call(error, *action.step->op, inputs, attrs);
}

void read(Frame& frame, const Action& action) {
  const CompiledValue& value = frame.program().value(action.outputs[0]);
  Tensor now = action.step->variable->value();
  check(is_like(now, value), Code::failed_precondition, "variable ", action.step->variable->path(),
        " became ", now, " while a program ran that reads it");
  frame.set(static_cast<size_t>(value.block), std::move(now));
}

// What a step gave, row-major whichever views of its inputs that is, where the program has it.
void set_given(Frame& frame, const Action& action, std::vector<Tensor> given, std::string_view by) {
  for (size_t i = 0; i < given.size(); ++i) {
    const CompiledValue& value = frame.program().value(action.outputs[i]);
    given[i] = contiguous(copy_to(given[i], value.device));
    check(is_like(given[i], value), Code::failed_precondition, by, " gave ", given[i],
          " where it gave another kind before");
    frame.set(static_cast<size_t>(value.block), std::move(given[i]));
  }
}

void run_host_callback(Frame& frame, const Action& action) {
  std::vector<Tensor> inputs;
  for (int32_t id : action.inputs) inputs.push_back(frame.kept(id));
  const VariableTurn::Pause others_take_turns;
  set_given(frame, action, Tracer::perform(*action.step->work, inputs), action.step->work->name);
}

void run_control(Frame& frame, const Action& action) {
  const Step& step = *action.step;
  draw_stream_of(step, frame.streams());
  std::optional<RandomStream> stream;
  if (step.draw >= 0) stream = frame.streams()[static_cast<size_t>(step.draw)];
  std::vector<Tensor> inputs;
  for (int32_t id : action.inputs) inputs.push_back(frame.kept(id));
  const ScopedDevice scope(step.scope, step.scope.has_value());
  set_given(frame, action, perform(step.control, inputs, stream), step.control->name());
}

void transfer_input(Frame& frame, const Action& action) {
  const int32_t to = action.outputs[0];
  Tensor moved = transfer(*action.step->op, action.operand, frame.kept(action.inputs[0]),
                          frame.program().value(to).device);
  frame.set(block_of(frame.program(), to), contiguous(moved));
}

// Of all rows, the element that is the first one here of what the action computes.
int64_t first_element(const CompiledProgram& program, const Action& action, const RowSlice* slice) {
  return slice == nullptr ? 0 : slice->first * program.value(action.outputs[0]).row_size;
}

void launch_in_place(Frame& frame, const Action& action, const LaunchSite& site,
                     const RowSlice* slice) {
  const std::vector<VariableRef>& written = action.step->written;
  const HeldValues held(written);
  for (size_t i = 0; i < written.size(); ++i)
    frame.set(block_of(frame.program(), action.inputs[i]), HeldValues::writable(*written[i]));
  launch(frame, action, frame.streams(), site, first_element(frame.program(), action, slice));
}

void perform(Frame& frame, const Action& action, const LaunchSite& site, const RowSlice* slice) {
  switch (action.kind) {
    case Action::Kind::launch:
      if (slice == nullptr) draw_stream_of(*action.step, frame.streams());
      if (action.written() > 0) return launch_in_place(frame, action, site, slice);
      return launch(frame, action, frame.streams(), site,
                    first_element(frame.program(), action, slice));
    case Action::Kind::copy:
      return frame.backend().copy_strided(frame.program().device.index,
                                          frame.view(action.inputs[0]),
                                          frame.view(action.outputs[0]));
    case Action::Kind::transfer:
      return transfer_input(frame, action);
    case Action::Kind::read:
      return read(frame, action);
    case Action::Kind::assign:
      return action.step->variable->assign(frame.borrowed(action.inputs[0]));
    case Action::Kind::host:
      return run_host_callback(frame, action);
    case Action::Kind::control:
      return run_control(frame, action);
    case Action::Kind::guard:
      return check_guard(*action.step, frame.kept(action.inputs[0]));
  }
}

}  // namespace

void launch(const Frame& frame, const Action& action, std::span<const RandomStream> streams,
            const LaunchSite& site, int64_t first) {
  const size_t n = action.inputs.size(), all = n + action.outputs.size();
  FewViews few;
  std::vector<TensorView> many(all > FewViews::kMost ? all : 0);
  TensorView* const views = many.empty() ? few.views : many.data();
  for (size_t i = 0; i < n; ++i) views[i] = frame.view(action.inputs[i]);
  for (size_t i = n; i < all; ++i) views[i] = frame.view(action.outputs[i - n]);
  const Step& step = *action.step;
  AttrBox drawn;
  const RandomStream* on_device = nullptr;
  if (step.draw >= 0) {
    drawn = drawn_attrs(step, streams, first);
    if (site.streams != nullptr) on_device = site.streams + step.draw;
  }
  const void* attrs = step.draw >= 0 ? drawn.get() : step.attrs.get();
  try {
    action.kernel(KernelContext({views, n}, {views + n, all - n}, attrs, site.allocator,
                                site.stream, {step.op->name, step.op->tf_name}, on_device));
  } catch (const Error& error) {
    raise_named(error, frame, action, attrs);
  } catch (const std::bad_alloc&) {
    raise_named(no_room(), frame, action, attrs);
  }
}

// The arena of a CPU is that of the thread at work, and goes back to it.
void run_actions(Frame& frame, const RowSlice* slice) {
  const CompiledProgram& program = frame.program();
  const Tensor arena =
      empty({static_cast<int64_t>(program.arena_bytes)}, DType::uint8, program.device);
  frame.place_arena(arena);
  run_placed_actions(frame, slice);
}

void run_placed_actions(Frame& frame, const RowSlice* slice) {
  constexpr size_t kPollEvery = 16;
  const CompiledProgram& program = frame.program();
  const LaunchSite site{frame.backend().allocator(program.device.index),
                        frame.backend().stream(program.device.index)};
  for (size_t a = 0; a < program.actions.size(); ++a) {
    if (a % kPollEvery == 0) poll_interrupt();
    const Action& action = program.actions[a];
    for (int32_t block : action.begins) frame.allocate(static_cast<size_t>(block));
    perform(frame, action, site, slice);
    for (int32_t block : action.ends) frame.release(static_cast<size_t>(block));
  }
}

std::vector<Tensor> SerialExecutor::run(std::span<const Tensor> inputs, size_t) {
  Frame frame(*program_);
  for (size_t b = 0; b < program_->blocks.size(); ++b) frame.begin(b, inputs);
  run_actions(frame);
  return frame.outputs();
}

}  // namespace pelton
