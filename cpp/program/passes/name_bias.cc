// Makes an addition of a vector that is a variable to a convolution's map, or to a product, the
// bias_add that it is: layers written in Python say `x + b`, and other passes look for bias_add.
#include "kernels/common/attrs/attrs.h"
#include "ops/op_list.h"
#include "program/passes.h"

namespace pelton::passes {
namespace {

// The shape that a variable's value has in every run; null: it is not known, or `step` reads none.
const Shape* fixed_shape(const Step& step) {
  const bool is_fixed = step.kind == Step::Kind::read && step.variable->declared_shape() == nullptr;
  return is_fixed ? &step.variable->shape() : nullptr;
}

// How long the last axis is of what `step` makes with weights of this shape; 0: it is no product.
int64_t columns(const Step& step, const Shape& weights) {
  static const OpDef* const conv2d = find_op("conv2d");
  static const OpDef* const matmul = find_op("matmul");
  if (step.op == conv2d && weights.size() == 4) return weights[3];
  if (step.op != matmul || weights.size() != 2) return 0;
  return weights[static_cast<const MatmulAttrs*>(step.attrs.get())->transpose_b ? 0 : 1];
}

}  // namespace

void name_bias(Program& program) {
  static const OpDef* const add = find_op("add");
  static const OpDef* const bias_add = find_op("bias_add");
  std::vector<Shape> variables(static_cast<size_t>(program.value_count));
  std::vector<int64_t> widths(static_cast<size_t>(program.value_count));  // of products
  for (Step& step : program.steps) {
    if (const Shape* shape = fixed_shape(step))
      variables[static_cast<size_t>(step.outputs[0])] = *shape;
    if (step.kind != Step::Kind::call || step.inputs.size() != 2) continue;
    for (const size_t product : {0, 1}) {
      const auto value = static_cast<size_t>(step.inputs[product]);
      const auto bias = static_cast<size_t>(step.inputs[1 - product]);
      if (step.op != add || widths[value] == 0 || variables[bias] != Shape{widths[value]}) continue;
      step.op = bias_add;
      step.attrs = AttrBox();
      if (product == 1) std::swap(step.inputs[0], step.inputs[1]);
      break;
    }
    widths[static_cast<size_t>(step.outputs[0])] =
        columns(step, variables[static_cast<size_t>(step.inputs[1])]);
  }
}

}  // namespace pelton::passes
