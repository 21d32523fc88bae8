// Makes matmul, bias_add and relu one fused_matmul where each reads only the one before, a reshape
// before the relu apart. The steps that it replaces are left without readers, for remove_dead.
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

// Products of more than two axes are reshaped before their relu. It is done before as well: the
// reshape gives what relu gave. Returns the relu that nobody reads any more; nothing: there is
// none.
std::optional<size_t> relu_behind_reshape(Program& program, const Readers& readers, size_t added) {
  static const OpDef* const relu = find_op("relu");
  static const OpDef* const reshape = find_op("reshape");
  const auto shaped = readers.only_reader(added, reshape);
  const auto active = shaped ? readers.only_reader(*shaped, relu) : std::nullopt;
  if (active) program.steps[*shaped].outputs = program.steps[*active].outputs;
  return active;
}

}  // namespace

void fuse_matmul(Program& program) {
  static const OpDef* const bias_add = find_op("bias_add");
  static const OpDef* const relu = find_op("relu");
  static const OpDef* const fused = find_op("fused_matmul");
  const Readers readers(program);
  const std::vector<bool> is_matrix = matrices_of(program);
  std::vector<bool> is_replaced(program.steps.size());
  for (size_t s = 0; s < program.steps.size(); ++s) {
    if (!is_plain_product(program.steps[s], is_matrix)) continue;
    const auto added = readers.only_reader(s, bias_add);
    if (!added) continue;
    const auto active = readers.only_reader(*added, relu);
    const auto behind = active ? std::nullopt : relu_behind_reshape(program, readers, *added);
    if (behind) is_replaced[*behind] = true;
    const bool is_active = active || behind;
    const FusedMatmulAttrs attrs{is_active ? FusedActivation::relu : FusedActivation::none};
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
  size_t next = 0;
  std::erase_if(program.steps, [&](const Step&) { return is_replaced[next++]; });
}

}  // namespace pelton::passes
