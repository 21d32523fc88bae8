#include "program/plan/compiled_program.h"

#include <algorithm>

#include "program/plan/memory_plan.h"

namespace pelton {
namespace {

// The CPU's allocator keeps freed blocks of up to seven times this size for their next use.
constexpr size_t kLargeBytes = size_t{32} << 20;

}  // namespace

bool is_like(const Tensor& tensor, const CompiledValue& value) {
  return tensor.dtype() == value.dtype && tensor.device() == value.device &&
         tensor.is_contiguous() && tensor.shape() == value.layout.shape;
}

bool CompiledProgram::fits(std::span<const Tensor> inputs) const {
  if (inputs.size() != program->inputs.size()) return false;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!is_like(inputs[i], value(program->inputs[i]))) return false;
  return std::all_of(actions.begin(), actions.end(), [&](const Action& action) {
    if (action.kind == Action::Kind::read)
      return is_like(action.step->variable->value(), value(action.outputs[0]));
    for (size_t i = 0; i < action.written(); ++i)
      if (!is_like(action.step->written[i]->value(), value(action.inputs[i]))) return false;
    return true;
  });
}

void CompiledProgram::plan_arena() {
  std::vector<Lifetime> lifetimes;
  std::vector<Block*> temporaries;
  for (size_t b = 0; b < blocks.size(); ++b) {
    Block& block = blocks[b];
    if (block.kind != Block::Kind::temporary) continue;
    if (device.type == DeviceType::cpu && block.bytes >= kLargeBytes) {
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

std::string CompiledProgram::place_of(ValueId id) const {
  if (!slices.empty()) return slices[0].program->place_of(id);
  if (value(id).block < 0) return "";
  const Block& block = blocks[static_cast<size_t>(value(id).block)];
  if (block.kind == Block::Kind::output) return " [its own memory]";
  const std::string bytes = cat(block.root == id ? " [" : " [view of ", block.bytes, " bytes");
  if (block.kind == Block::Kind::temporary) return cat(bytes, " at ", block.at, "]");
  return block.kind == Block::Kind::large ? bytes + " while in use]" : "";
}

std::string CompiledProgram::describe_arena() const {
  const size_t bytes = slices.empty() ? arena_bytes : slices[0].program->arena_bytes;
  if (slices.empty()) return cat("arena ", bytes, " bytes, for all rows at once: ", unsliced);
  return cat("arena ", bytes, " bytes, for ", slices[0].count, " rows at a time");
}

}  // namespace pelton
