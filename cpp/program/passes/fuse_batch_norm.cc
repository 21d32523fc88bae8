// Makes a relu that alone reads a batch normalization's y that normalization's activation, and
// relu's gradient a part of the normalization's where a program holds both.
#include <algorithm>

#include "kernels/common/attrs/attrs.h"
#include "ops/op_list.h"
#include "program/passes/readers.h"

namespace pelton::passes {
namespace {

class BatchNormFusion {
 public:
  explicit BatchNormFusion(Program& program)
      : program_(program),
        readers_(program),
        is_replaced_(program.steps.size()),
        maker_(static_cast<size_t>(program.value_count)) {}

  void fuse_forward() {
    static const OpDef* const train = find_op("batch_norm_train");
    static const OpDef* const infer = find_op("batch_norm_infer");
    static const OpDef* const relu = find_op("relu");
    for (size_t s = 0; s < program_.steps.size(); ++s) {
      Step& step = program_.steps[s];
      if ((step.op != train && step.op != infer) || has_activation(step)) continue;
      const auto active = readers_.only_reader(s, relu);
      if (!active) continue;
      // The step keeps its place, since others may read mean and variance before relu does.
      activate(step);
      step.outputs[0] = program_.steps[*active].outputs[0];
      is_replaced_[*active] = true;
      maker_[static_cast<size_t>(step.outputs[0])] = &step;
    }
  }

  void fuse_gradients() {
    static const OpDef* const relu_grad = find_op("relu_grad");
    static const OpDef* const norm_grad = find_op("batch_norm_grad");
    for (size_t s = 0; s < program_.steps.size(); ++s) {
      const Step& masked = program_.steps[s];
      if (masked.op != relu_grad) continue;
      const Step* forward = maker_[static_cast<size_t>(masked.inputs[1])];
      const auto reader = forward ? readers_.only_reader(s, norm_grad) : std::nullopt;
      if (!reader || !is_gradient_of(program_.steps[*reader], *forward)) continue;
      activate(program_.steps[*reader]);
      program_.steps[*reader].inputs[0] = masked.inputs[0];
      is_replaced_[s] = true;
    }
  }

  void remove_replaced() {
    size_t next = 0;
    std::erase_if(program_.steps, [&](const Step&) { return is_replaced_[next++]; });
  }

 private:
  static const BatchNormAttrs& attrs_of_step(const Step& step) {
    return *static_cast<const BatchNormAttrs*>(step.attrs.get());
  }
  static bool has_activation(const Step& step) {
    return attrs_of_step(step).activation != FusedActivation::none;
  }
  static void activate(Step& step) {
    BatchNormAttrs attrs = attrs_of_step(step);
    attrs.activation = FusedActivation::relu;
    step.attrs = AttrBox(&attrs_of<BatchNormAttrs>, &attrs);
  }
  // Whether batch_norm_grad's x, scale, offset, mean, variance and epsilon are those of `forward`.
  static bool is_gradient_of(const Step& gradient, const Step& forward) {
    if (forward.outputs.size() != 3 || has_activation(gradient)) return false;
    if (attrs_of_step(gradient).epsilon != attrs_of_step(forward).epsilon) return false;
    std::vector<ValueId> wanted = forward.inputs;
    wanted.insert(wanted.end(), forward.outputs.begin() + 1, forward.outputs.end());
    return std::equal(wanted.begin(), wanted.end(), gradient.inputs.begin() + 1,
                      gradient.inputs.end());
  }

  Program& program_;
  const Readers readers_;
  std::vector<bool> is_replaced_;
  std::vector<const Step*> maker_;  // of the values that are a normalization's y after relu
};

}  // namespace

void fuse_batch_norm(Program& program) {
  BatchNormFusion fusion(program);
  fusion.fuse_forward();
  fusion.fuse_gradients();
  fusion.remove_replaced();
}

}  // namespace pelton::passes
