#include "program/exec/row_sliced.h"

#include "program/exec/frame.h"
#include "program/exec/partial_sums.h"
#include "program/exec/serial.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/thread_pool.h"

namespace pelton {
namespace {

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

// `shape` with an axis for the slices in front.
Shape in_front(Shape shape, const CompiledProgram& program) {
  shape.insert(0, std::ssize(program.slices));
  return shape;
}

// Which blocks of outputs stay partial sums: those that outputs from number `first` on see as a
// whole and others do not see at all.
std::vector<bool> blocks_left_partial(const CompiledProgram& program, size_t first) {
  std::vector<bool> out(program.blocks.size(), true);
  const std::vector<ValueId>& outputs = program.program->outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const CompiledValue& value = program.value(outputs[i]);
    const auto b = static_cast<size_t>(value.block);
    const bool is_all =
        value.contiguous && value.size == program.value(program.blocks[b].root).size;
    if (i < first || !is_all || program.blocks[b].sharding != Sharding::partial_sum())
      out[b] = false;
  }
  return out;
}

// One run: all rows' inputs and outputs, and what the slices make of the sums.
class SlicedRun {
 public:
  SlicedRun(const CompiledProgram& program, std::span<const Tensor> inputs, size_t partial_from)
      : program_(program),
        whole_(program),
        partial_(program.blocks.size()),
        stays_partial_(blocks_left_partial(program, partial_from)) {
    for (size_t b = 0; b < program.blocks.size(); ++b) begin(b, inputs);
  }

  // Each thread takes slices from the inputs to the outputs; then come the sums over all of them
  // that are wanted.
  void run() {
    for (const Action& action : program_.actions)
      if (action.kind == Action::Kind::launch) draw_stream_of(*action.step, whole_.streams());
    parallel_for(std::ssize(program_.slices), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) run_slice(static_cast<size_t>(i));
    });
    std::vector<RowSum> sums;
    for (size_t b = 0; b < partial_.size(); ++b)
      if (is_partial(b) && !stays_partial_[b]) sums.push_back(row_sum(b));
    add_row_sums(sums);
  }

  std::vector<Tensor> outputs() const {
    std::vector<Tensor> out;
    for (ValueId id : program_.program->outputs) out.push_back(output(id));
    return out;
  }

 private:
  bool is_partial(size_t b) const { return program_.blocks[b].sharding.is_partial(); }

  void begin(size_t b, std::span<const Tensor> inputs) {
    const Block& block = program_.blocks[b];
    if (block.kind != Block::Kind::output || !is_partial(b)) return whole_.begin(b, inputs);
    const CompiledValue& root = program_.value(block.root);
    partial_[b] = empty(in_front(root.layout.shape, program_), root.dtype, program_.device);
    if (stays_partial_[b]) return whole_.set(b, partial_[b]);
    whole_.allocate(b);
  }

  // With inputs and rows of outputs in those of all rows, and random numbers of their streams.
  void run_slice(size_t index) {
    const RowSlice& slice = program_.slices[index];
    Frame frame(*slice.program);
    frame.streams() = whole_.streams();
    for (size_t b = 0; b < partial_.size(); ++b) {
      const Block& block = slice.program->blocks[b];
      const bool is_output = block.kind == Block::Kind::output;
      if (block.kind == Block::Kind::input || (is_output && block.sharding.is_sharded()))
        frame.set(b, rows_of(whole_.tensor(b), slice));
      else if (is_output && is_partial(b))
        frame.set(b, entry_of(partial_[b], index));
      else if (is_output && slice.first == 0)
        frame.set(b, whole_.tensor(b));
      else
        frame.begin(b, {});
    }
    run_actions(frame, &slice);
    if (index == 0) keep_held(frame);
  }

  // Outputs that are a variable's value, which each slice has read: those of the first.
  void keep_held(const Frame& frame) {
    for (size_t b = 0; b < partial_.size(); ++b)
      if (program_.blocks[b].kind == Block::Kind::held && frame.tensor(b).defined())
        whole_.set(b, frame.tensor(b));
  }

  RowSum row_sum(size_t b) const {
    const bool is_mean = program_.blocks[b].sharding == Sharding::partial_mean();
    RowSum sum{partial_[b], {}, whole_.tensor(b)};
    for (const RowSlice& slice : program_.slices) {
      const double share = static_cast<double>(slice.count) / static_cast<double>(slice.all);
      sum.weights.push_back(is_mean ? share : 1.0);
    }
    return sum;
  }

  Tensor output(ValueId id) const {
    const CompiledValue& value = program_.value(id);
    const auto b = static_cast<size_t>(value.block);
    if (!stays_partial_[b] || program_.blocks[b].kind != Block::Kind::output)
      return whole_.kept(id);
    const Tensor& parts = partial_[b];
    Layout layout = Layout::contiguous(in_front(value.layout.shape, program_));
    layout.offset = parts.layout().offset;
    return Tensor(parts.storage(), layout, value.dtype, value.device);
  }

  const CompiledProgram& program_;
  Frame whole_;
  std::vector<Tensor> partial_;      // of the slices, along one more axis in front
  std::vector<bool> stays_partial_;  // which of them are outputs as they are
};

}  // namespace

std::vector<Tensor> RowSlicedExecutor::run(std::span<const Tensor> inputs, size_t partial_from) {
  try {
    SlicedRun run(*program_, inputs, partial_from);
    run.run();
    return run.outputs();
  } catch (const Error& error) {
    if (error.code() == Code::interrupted) throw;
  }
  return pelton::run(*program_->program, inputs);  // nothing has changed yet
}

}  // namespace pelton
