// Makes conv2d, bias_add, relu and max_pool2d one fused_conv2d where each reads only the one
// before. The steps that it replaces are left without readers, for remove_dead.
#include "kernels/common/attrs/attrs.h"
#include "kernels/common/fused_conv2d_shape.h"
#include "ops/op_list.h"
#include "program/passes/readers.h"

namespace pelton::passes {
namespace {

bool is_without_overlap(const Pool2dAttrs& pool) {
  return pool.padding == Padding::valid && pool.ksize == pool.strides &&
         pool.ksize[0] * pool.ksize[1] <= kMostPoolCells;
}

struct Chain {
  size_t last = 0;  // its last step
  ValueId bias = -1;
  FusedConv2dAttrs attrs;
};

std::optional<Chain> chain_from(const Program& program, const Readers& readers, size_t conv) {
  static const OpDef* const bias_add = find_op("bias_add");
  static const OpDef* const relu = find_op("relu");
  static const OpDef* const max_pool = find_op("max_pool2d");
  const auto added = readers.only_reader(conv, bias_add);
  if (!added) return std::nullopt;
  const auto& a = *static_cast<const Conv2dAttrs*>(program.steps[conv].attrs.get());
  Chain chain{*added, program.steps[*added].inputs[1], {}};
  chain.attrs.strides = a.strides;
  chain.attrs.padding = a.padding;
  chain.attrs.dilations = a.dilations;
  chain.attrs.explicit_paddings = a.explicit_paddings;
  if (const auto next = readers.only_reader(chain.last, relu)) {
    chain.last = *next;
    chain.attrs.activation = FusedActivation::relu;
  }
  if (const auto next = readers.only_reader(chain.last, max_pool)) {
    const auto& pool = *static_cast<const Pool2dAttrs*>(program.steps[*next].attrs.get());
    if (is_without_overlap(pool)) {
      chain.last = *next;
      chain.attrs.pool = pool.ksize;
    }
  }
  return chain;
}

}  // namespace

void fuse_conv2d(Program& program) {
  static const OpDef* const conv2d = find_op("conv2d");
  static const OpDef* const fused = find_op("fused_conv2d");
  const Readers readers(program);
  for (size_t s = 0; s < program.steps.size(); ++s) {
    if (program.steps[s].op != conv2d) continue;
    const auto chain = chain_from(program, readers, s);
    if (!chain) continue;
    Step step;
    step.op = fused;
    step.scope = program.steps[s].scope;
    step.attrs = AttrBox(&attrs_of<FusedConv2dAttrs>, &chain->attrs);
    step.inputs = {program.steps[s].inputs[0], program.steps[s].inputs[1], chain->bias};
    step.outputs = {program.steps[chain->last].outputs[0], program.value_count++};
    program.steps[chain->last] = std::move(step);
  }
}

}  // namespace pelton::passes
