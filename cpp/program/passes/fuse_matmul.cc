// Makes matmul, bias_add and relu one fused_matmul where each reads only the one before. The steps
// that it replaces are left without readers, for remove_dead.
#include "kernels/common/attrs/fused_matmul_attrs.h"
#include "ops/op_list.h"
#include "program/passes/readers.h"

namespace pelton::passes {
namespace {

// The values that are matrices of 32- or 64-bit floats in every run, for which the fused product
// has the bits of its parts: reads of variables of a fixed shape.
bool holds_matrices(const Variable& variable) {
  return variable.declared_shape() == nullptr && variable.shape().size() == 2 &&
         is_floating(variable.dtype()) && size_of(variable.dtype()) >= 4;
}

std::vector<bool> matrices_of(const Program& program) {
  std::vector<bool> is_matrix(static_cast<size_t>(program.value_count));
  for (const Step& step : program.steps)
    if (step.kind == Step::Kind::read && holds_matrices(*step.variable))
      is_matrix[static_cast<size_t>(step.outputs[0])] = true;
  return is_matrix;
}

bool is_plain_product(const Step& step, const std::vector<bool>& is_matrix) {
  static const OpDef* const matmul = find_op("matmul");
  if (step.op != matmul || !is_matrix[static_cast<size_t>(step.inputs[1])]) return false;
  const auto& attrs = *static_cast<const MatmulAttrs*>(step.attrs.get());
  return !attrs.transpose_a && !attrs.transpose_b;
}

}  // namespace

void fuse_matmul(Program& program) {
  static const OpDef* const bias_add = find_op("bias_add");
  static const OpDef* const relu = find_op("relu");
  static const OpDef* const fused = find_op("fused_matmul");
  const Readers readers(program);
  const std::vector<bool> is_matrix = matrices_of(program);
  for (size_t s = 0; s < program.steps.size(); ++s) {
    if (!is_plain_product(program.steps[s], is_matrix)) continue;
    const auto added = readers.only_reader(s, bias_add);
    if (!added) continue;
    const auto active = readers.only_reader(*added, relu);
    const FusedMatmulAttrs attrs{active ? FusedActivation::relu : FusedActivation::none};
    const size_t last = active.value_or(*added);
    Step step;
    step.op = fused;
    step.scope = program.steps[s].scope;
    step.attrs = AttrBox(&attrs_of<FusedMatmulAttrs>, &attrs);
    step.inputs = {program.steps[s].inputs[0], program.steps[s].inputs[1],
                   program.steps[*added].inputs[1]};
    step.outputs = program.steps[last].outputs;
    program.steps[last] = std::move(step);
  }
}

}  // namespace pelton::passes
