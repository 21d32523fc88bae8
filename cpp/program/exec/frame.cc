#include "program/exec/frame.h"

#include "runtime/memory/memory.h"
#include "runtime/runtime.h"

namespace pelton {

Frame::Frame(const CompiledProgram& program)
    : program_(program),
      backend_(runtime().devices().backend(program.device)),
      tensors_(program.blocks.size()),
      bases_(program.blocks.size()),
      streams_(static_cast<size_t>(program.program->draw_count)) {}

void Frame::begin(size_t b, std::span<const Tensor> inputs) {
  const Block& block = program_.blocks[b];
  switch (block.kind) {
    case Block::Kind::output:
      return allocate(b);
    case Block::Kind::input:
      return set(b, block.is_overwritten ? copy(inputs[block.at]) : inputs[block.at]);
    case Block::Kind::constant:
      return set(b, program_.program->constants[block.at].second);
    case Block::Kind::temporary:
    case Block::Kind::large:
    case Block::Kind::held:
      return;  // when it is needed
  }
}

void Frame::allocate(size_t block) {
  const CompiledValue& value = program_.value(program_.blocks[block].root);
  set(block, empty(value.layout.shape, value.dtype, program_.device));
}

void Frame::place_arena(const Tensor& arena) {
  for (size_t b = 0; b < bases_.size(); ++b)
    if (program_.blocks[b].kind == Block::Kind::temporary)
      bases_[b] = arena.data_as<char>() + program_.blocks[b].at;
}

TensorView Frame::view(int32_t id) const {
  const CompiledValue& value = program_.value(id);
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

Tensor Frame::borrowed(int32_t id) const {
  const TensorView at = view(id);
  const Device device = program_.value(id).device;
  Layout layout = *at.layout;
  layout.offset = 0;
  return Tensor(make_ref<Storage>(at.data, 0, device, nullptr, nullptr), layout, at.dtype, device);
}

Tensor Frame::kept(int32_t id) const {
  const CompiledValue& value = program_.value(id);
  const auto block = static_cast<size_t>(value.block);
  const Tensor& whole = tensors_[block];
  if (program_.blocks[block].root == id) return whole;
  Layout layout = value.layout;
  layout.offset =
      (whole.layout().offset * size_of(whole.dtype()) + value.offset) / size_of(value.dtype);
  return Tensor(whole.storage(), layout, value.dtype, value.device);
}

std::vector<Tensor> Frame::outputs() const {
  std::vector<Tensor> out;
  out.reserve(program_.program->outputs.size());
  for (ValueId id : program_.program->outputs) out.push_back(kept(id));
  return out;
}

}  // namespace pelton
