#include "program/plan/bound_program.h"

#include <algorithm>

#include "program/exec/partial_sums.h"
#include "program/plan/memory_plan.h"
#include "program/trace/tracer.h"
#include "runtime/dispatch/call_error.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton {
namespace {

// The CPU's allocator keeps freed blocks of up to seven times this size for their next use.
constexpr size_t kLargeBytes = size_t{32} << 20;

bool is_like(const Tensor& tensor, const BoundValue& value, Device device) {
  return tensor.dtype() == value.dtype && tensor.device() == device && tensor.is_contiguous() &&
         tensor.shape() == value.layout.shape;
}

// The slice's part of a row-major tensor.
Tensor rows_of(const Tensor& tensor, const RowSlice& slice) {
  Layout layout = tensor.layout();
  const int64_t of_row = layout.shape[0] / slice.all;
  layout.shape[0] = of_row * slice.count;
  layout.offset += of_row * slice.first * layout.strides[0];
  return Tensor(tensor.storage(), layout, tensor.dtype(), tensor.device());
}

// Entry `index` of the first axis of a row-major tensor.
Tensor entry_of(const Tensor& tensor, size_t index) {
  Shape shape = tensor.shape();
  shape.erase(0);
  Layout layout = Layout::contiguous(shape);
  layout.offset = tensor.layout().offset + static_cast<int64_t>(index) * tensor.layout().strides[0];
  return Tensor(tensor.storage(), layout, tensor.dtype(), tensor.device());
}

// Which blocks of outputs stay in parts: sums, seen as a whole by outputs from number `first` on
// and not at all by others.
std::vector<bool> blocks_in_parts(const BoundProgram& bound, size_t first) {
  std::vector<bool> out(bound.blocks.size(), !bound.slices.empty());
  const std::vector<ValueId>& outputs = bound.program->outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const BoundValue& value = bound.values[static_cast<size_t>(outputs[i])];
    const auto b = static_cast<size_t>(value.block);
    const BoundValue& root = bound.values[static_cast<size_t>(bound.blocks[b].root)];
    const bool is_all = value.contiguous && value.size == root.size;
    if (i < first || !is_all || bound.blocks[b].sharding != Sharding::partial_sum()) out[b] = false;
  }
  return out;
}

// One run: where the blocks are in it.
class Frame {
 public:
  Frame(const BoundProgram& bound, std::span<const Tensor> inputs, size_t parts_from)
      : Frame(bound) {
    in_parts_ = blocks_in_parts(bound, parts_from);
    for (size_t b = 0; b < bases_.size(); ++b) begin(b, inputs);
  }
  // Of a slice, with inputs and rows of outputs in those of `whole`; its sums are parts of whole's,
  // and its random numbers come from whole's streams.
  Frame(const RowSlice& slice, const Frame& whole) : Frame(*slice.program) {
    slice_ = &slice;
    streams_ = whole.streams_;
    for (size_t b = 0; b < bases_.size(); ++b) {
      const Block& block = bound_.blocks[b];
      const bool is_output = block.kind == Block::Kind::output;
      if (block.kind == Block::Kind::input || (is_output && block.sharding == Sharding::sharded()))
        set(b, rows_of(whole.tensors_[b], slice));
      else if (is_output && block.sharding.is_partial())
        set(b, entry_of(whole.parts_[b], static_cast<size_t>(&slice - whole.bound_.slices.data())));
      else if (is_output && slice.first == 0)
        set(b, whole.tensors_[b]);
      else
        begin(b, {});
    }
  }

  void run() {
    if (bound_.slices.empty()) return run_actions();
    run_slices();
  }

  std::vector<Tensor> outputs() const {
    std::vector<Tensor> out;
    for (ValueId id : bound_.program->outputs) out.push_back(output(static_cast<size_t>(id)));
    return out;
  }

 private:
  explicit Frame(const BoundProgram& bound)
      : bound_(bound),
        backend_(runtime().devices().backend(bound.device)),
        tensors_(bound.blocks.size()),
        parts_(bound.blocks.size()),
        in_parts_(bound.blocks.size()),
        bases_(bound.blocks.size()),
        streams_(static_cast<size_t>(bound.program->draw_count)) {}

  // Each thread takes slices from the inputs to the outputs; then come the sums over all of them
  // that are wanted.
  void run_slices() {
    for (const Action& action : bound_.actions)
      if (action.step != nullptr) draw_stream_of(*action.step, streams_);
    parallel_for(std::ssize(bound_.slices), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        Frame(bound_.slices[static_cast<size_t>(i)], *this).run_actions();
    });
    std::vector<RowSum> sums;
    for (size_t b = 0; b < bases_.size(); ++b)
      if (bound_.blocks[b].sharding.is_partial() && !in_parts_[b]) sums.push_back(row_sum(b));
    add_row_sums(sums);
  }

  RowSum row_sum(size_t block) const {
    const bool is_mean = bound_.blocks[block].sharding == Sharding::partial_mean();
    RowSum sum{parts_[block], {}, tensors_[block]};
    for (const RowSlice& slice : bound_.slices) {
      const double share = static_cast<double>(slice.count) / static_cast<double>(slice.all);
      sum.weights.push_back(is_mean ? share : 1.0);
    }
    return sum;
  }

  // The arena is that of the thread at work, and goes back to it.
  void run_actions() {
    constexpr size_t kPollEvery = 16;
    const Tensor arena =
        empty({static_cast<int64_t>(bound_.arena_bytes)}, DType::uint8, bound_.device);
    for (size_t b = 0; b < bases_.size(); ++b)
      if (bound_.blocks[b].kind == Block::Kind::temporary)
        bases_[b] = arena.data_as<char>() + bound_.blocks[b].at;
    for (size_t a = 0; a < bound_.actions.size(); ++a) {
      if (a % kPollEvery == 0) poll_interrupt();
      const Action& action = bound_.actions[a];
      for (int32_t block : action.begins) allocate(static_cast<size_t>(block));
      perform(action);
      for (int32_t block : action.ends) tensors_[static_cast<size_t>(block)] = Tensor();
    }
  }

  void perform(const Action& action) {
    if (action.step == nullptr)
      return backend_.copy_strided(bound_.device.index, view(action.inputs[0]),
                                   view(action.outputs[0]));
    if (action.step->kind == Step::Kind::read) return read(action);
    if (action.step->kind == Step::Kind::assign)
      return action.step->variable->assign(borrowed(action.inputs[0]));
    if (action.step->kind == Step::Kind::host) return work(action);
    launch(action);
  }

  void begin(size_t b, std::span<const Tensor> inputs) {
    const Block& block = bound_.blocks[b];
    switch (block.kind) {
      case Block::Kind::output:
        return begin_output(b);
      case Block::Kind::input:
        return set(b, inputs[block.at]);
      case Block::Kind::constant:
        return set(b, bound_.program->constants[block.at].second);
      case Block::Kind::temporary:
      case Block::Kind::large:
      case Block::Kind::variable:
        return;  // when it is needed
    }
  }

  void begin_output(size_t b) {
    if (bound_.slices.empty() || !bound_.blocks[b].sharding.is_partial()) return allocate(b);
    const BoundValue& root = bound_.values[static_cast<size_t>(bound_.blocks[b].root)];
    parts_[b] = empty(in_front(root.layout.shape), root.dtype, bound_.device);
    if (in_parts_[b]) return set(b, parts_[b]);
    allocate(b);
  }

  // The shape of the slices' parts.
  Shape in_front(Shape shape) const {
    shape.insert(0, std::ssize(bound_.slices));
    return shape;
  }

  void allocate(size_t block) {
    const auto root = static_cast<size_t>(bound_.blocks[block].root);
    const BoundValue& value = bound_.values[root];
    set(block, empty(value.layout.shape, value.dtype, bound_.device));
  }

  void set(size_t block, Tensor tensor) {
    bases_[block] = tensor.data_as<char>();
    tensors_[block] = std::move(tensor);
  }

  void read(const Action& action) {
    const BoundValue& value = bound_.values[static_cast<size_t>(action.outputs[0])];
    Tensor now = action.step->variable->value();
    check(is_like(now, value, bound_.device), Code::failed_precondition, "variable ",
          action.step->variable->path(), " became ", now, " while a program ran that reads it");
    set(static_cast<size_t>(value.block), std::move(now));
  }

  void work(const Action& action) {
    std::vector<Tensor> inputs;
    for (int32_t id : action.inputs) inputs.push_back(output(static_cast<size_t>(id)));
    std::vector<Tensor> made = Tracer::perform(*action.step->work, inputs);
    for (size_t i = 0; i < made.size(); ++i) {
      const BoundValue& value = bound_.values[static_cast<size_t>(action.outputs[i])];
      check(is_like(made[i], value, bound_.device), Code::failed_precondition,
            action.step->work->name, " gave ", made[i], " where it gave another kind before");
      set(static_cast<size_t>(value.block), std::move(made[i]));
    }
  }

  TensorView view(int32_t id) const {
    const BoundValue& value = bound_.values[static_cast<size_t>(id)];
    if (value.block < 0)
      return {nullptr, value.dtype, value.size, &value.layout, value.contiguous, nullptr};
    const auto block = static_cast<size_t>(value.block);
    const Tensor& whole = tensors_[block];
    return {bases_[block] + value.offset,
            value.dtype,
            value.size,
            &value.layout,
            value.contiguous,
            whole.defined() ? whole.storage().get() : nullptr};
  }

  // A tensor over bytes that end with this run.
  Tensor borrowed(int32_t id) const {
    const TensorView at = view(id);
    Layout layout = *at.layout;
    layout.offset = 0;
    return Tensor(make_ref<Storage>(at.data, 0, bound_.device, nullptr, nullptr), layout, at.dtype,
                  bound_.device);
  }

  Tensor output(size_t id) const {
    const BoundValue& value = bound_.values[id];
    const Block& block = bound_.blocks[static_cast<size_t>(value.block)];
    const Tensor& whole = tensors_[static_cast<size_t>(value.block)];
    if (block.root == static_cast<int32_t>(id)) return whole;
    const int64_t width = size_of(value.dtype);
    Layout layout = value.layout;
    if (in_parts_[static_cast<size_t>(value.block)])
      layout = Layout::contiguous(in_front(layout.shape));
    layout.offset = (whole.layout().offset * size_of(whole.dtype()) + value.offset) / width;
    return Tensor(whole.storage(), layout, value.dtype, bound_.device);
  }

  // Of all rows, the element that is the first one here of what the action computes.
  int64_t first_element(const Action& action) const {
    const BoundValue& value = bound_.values[static_cast<size_t>(action.outputs[0])];
    return slice_ == nullptr ? 0 : slice_->first * value.row_size;
  }

  void launch(const Action& action) {
    const size_t n = action.inputs.size();
    for (size_t i = 0; i < action.step->written.size(); ++i) {
      const BoundValue& value = bound_.values[static_cast<size_t>(action.inputs[i])];
      set(static_cast<size_t>(value.block), action.step->written[i]->writable());
    }
    views_.clear();
    for (int32_t id : action.inputs) views_.push_back(view(id));
    for (int32_t id : action.outputs) views_.push_back(view(id));
    const Step& step = *action.step;
    AttrBox drawn;
    if (slice_ == nullptr) draw_stream_of(step, streams_);
    if (step.draw >= 0) drawn = drawn_attrs(step, streams_, first_element(action));
    const void* attrs = step.draw >= 0 ? drawn.get() : step.attrs.get();
    const std::span all(views_);
    try {
      action.kernel(KernelContext(all.first(n), all.subspan(n), attrs,
                                  backend_.allocator(bound_.device.index), nullptr,
                                  {step.op->name, step.op->tf_name}));
    } catch (const Error& error) {
      std::vector<Tensor> inputs;
      for (int32_t id : action.inputs) inputs.push_back(borrowed(id));
      throw with_call(error, *step.op, inputs, attrs);
    }
  }

  const BoundProgram& bound_;
  const RowSlice* slice_ = nullptr;  // none: all rows
  Backend& backend_;
  std::vector<Tensor> tensors_;  // of blocks that are no temporaries
  std::vector<Tensor> parts_;    // of sums over the slices
  std::vector<bool> in_parts_;   // which of them are outputs as they are
  std::vector<char*> bases_;
  std::vector<RandomStream> streams_;
  std::vector<TensorView> views_;  // of the action at hand
};

}  // namespace

bool BoundProgram::fits(std::span<const Tensor> inputs) const {
  if (inputs.size() != program->inputs.size()) return false;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!is_like(inputs[i], values[static_cast<size_t>(program->inputs[i])], device)) return false;
  return std::all_of(actions.begin(), actions.end(), [&](const Action& action) {
    if (action.step == nullptr) return true;
    const auto is_as_bound = [&](const VariableRef& variable, int32_t id) {
      return is_like(variable->value(), values[static_cast<size_t>(id)], device);
    };
    const Step& step = *action.step;
    if (step.kind == Step::Kind::read) return is_as_bound(step.variable, action.outputs[0]);
    for (size_t i = 0; i < step.written.size(); ++i)
      if (!is_as_bound(step.written[i], action.inputs[i])) return false;
    return true;
  });
}

void BoundProgram::plan_arena() {
  std::vector<Lifetime> lifetimes;
  std::vector<Block*> temporaries;
  for (size_t b = 0; b < blocks.size(); ++b) {
    Block& block = blocks[b];
    if (block.kind != Block::Kind::temporary) continue;
    if (block.bytes >= kLargeBytes) {
      block.kind = Block::Kind::large;
      actions[block.first].begins.push_back(static_cast<int32_t>(b));
      actions[block.last].ends.push_back(static_cast<int32_t>(b));
      continue;
    }
    temporaries.push_back(&block);
    lifetimes.push_back({block.bytes, block.first, block.last});
  }
  const MemoryPlan plan = plan_memory(lifetimes);
  for (size_t i = 0; i < temporaries.size(); ++i) temporaries[i]->at = plan.offsets[i];
  arena_bytes = plan.bytes;
}

std::vector<Tensor> BoundProgram::run(std::span<const Tensor> inputs, size_t parts_from) const {
  Frame frame(*this, inputs, parts_from);
  frame.run();
  return frame.outputs();
}

std::string BoundProgram::place_of(ValueId id) const {
  if (!slices.empty()) return slices[0].program->place_of(id);
  const BoundValue& value = values[static_cast<size_t>(id)];
  if (value.block < 0) return "";
  const Block& block = blocks[static_cast<size_t>(value.block)];
  if (block.kind == Block::Kind::output) return " [its own memory]";
  const std::string bytes = cat(block.root == id ? " [" : " [view of ", block.bytes, " bytes");
  if (block.kind == Block::Kind::temporary) return cat(bytes, " at ", block.at, "]");
  return block.kind == Block::Kind::large ? bytes + " while in use]" : "";
}

std::string BoundProgram::describe_arena() const {
  const size_t bytes = slices.empty() ? arena_bytes : slices[0].program->arena_bytes;
  if (slices.empty()) return cat("arena ", bytes, " bytes, for all rows at once: ", unsliced);
  return cat("arena ", bytes, " bytes, for ", slices[0].count, " rows at a time");
}

}  // namespace pelton
