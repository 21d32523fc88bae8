// Makes conv2d, bias_add, relu and max_pool2d one fused_conv2d where each reads only the one
// before, and what a program holds of their gradients one fused_conv2d_grad. The steps that these
// replace are left without readers, for remove_dead.
#include <algorithm>

#include "kernels/common/attrs/attrs.h"
#include "kernels/common/fused_conv2d_shape.h"
#include "ops/op_list.h"
#include "program/passes/readers.h"

namespace pelton::passes {
namespace {

// The gradients of a chain's input, filters and bias from that of its output.
struct Gradients {
  std::vector<size_t> steps;                                   // that compute them
  ValueId out_grad = -1, input = -1, filters = -1, bias = -1;  // input: -1 where it has none
};

struct Chain {
  size_t last = 0;  // its last step
  ValueId bias = -1;
  FusedConv2dAttrs attrs;
  std::optional<Gradients> gradients;
};

template <class Attrs>
const Attrs& attrs_in(const Step& step) {
  return *static_cast<const Attrs*>(step.attrs.get());
}

bool is_without_overlap(const Pool2dAttrs& pool) {
  return pool.padding == Padding::valid && pool.ksize == pool.strides &&
         pool.ksize[0] * pool.ksize[1] <= kMostPoolCells;
}

class Conv2dFusion {
 public:
  explicit Conv2dFusion(Program& program)
      : program_(program), readers_(program), is_replaced_(program.steps.size()) {}

  void fuse_from(size_t conv) {
    auto chain = chain_from(conv);
    if (!chain) return;
    const ValueId input = program_.steps[conv].inputs[0], filters = program_.steps[conv].inputs[1];
    const ValueId y = program_.steps[chain->last].outputs[0], argmax = program_.value_count++;
    put(chain->last, "fused_conv2d", AttrBox(&attrs_of<FusedConv2dAttrs>, &chain->attrs),
        {input, filters, chain->bias}, {y, argmax});
    if (!chain->gradients) return;
    Gradients& to = *chain->gradients;
    const auto& a = chain->attrs;
    const FusedConv2dGradAttrs attrs{a.strides,    a.padding, a.dilations,  a.explicit_paddings,
                                     a.activation, a.pool,    to.input >= 0};
    if (to.input < 0) to.input = program_.value_count++;
    for (const size_t s : to.steps) is_replaced_[s] = true;
    const size_t first = *std::min_element(to.steps.begin(), to.steps.end());
    is_replaced_[first] = false;
    put(first, "fused_conv2d_grad", AttrBox(&attrs_of<FusedConv2dGradAttrs>, &attrs),
        {input, filters, y, argmax, to.out_grad}, {to.input, to.filters, to.bias});
  }

  void remove_replaced() {
    size_t next = 0;
    std::erase_if(program_.steps, [&](const Step&) { return is_replaced_[next++]; });
  }

 private:
  const Step& step(size_t s) const { return program_.steps[s]; }

  void put(size_t at, const char* op, AttrBox attrs, std::vector<ValueId> inputs,
           std::vector<ValueId> outputs) {
    Step step;
    step.op = find_op(op);
    step.scope = program_.steps[at].scope;
    step.attrs = std::move(attrs);
    step.inputs = std::move(inputs);
    step.outputs = std::move(outputs);
    program_.steps[at] = std::move(step);
  }

  std::optional<Chain> chain_from(size_t conv) const {
    static const OpDef* const bias_add = find_op("bias_add");
    static const OpDef* const relu = find_op("relu");
    const auto added = readers_.only_reader(conv, bias_add);
    if (!added) return std::nullopt;
    const auto& a = attrs_in<Conv2dAttrs>(step(conv));
    Chain chain{*added, step(*added).inputs[1], {}, {}};
    chain.attrs.strides = a.strides;
    chain.attrs.padding = a.padding;
    chain.attrs.dilations = a.dilations;
    chain.attrs.explicit_paddings = a.explicit_paddings;
    if (const auto next = readers_.only_reader(chain.last, relu)) {
      chain.last = *next;
      chain.attrs.activation = FusedActivation::relu;
    }
    add_pool(step(conv), chain);
    if (!chain.gradients && chain.attrs.activation == FusedActivation::relu &&
        chain.attrs.pool == Axes{1, 1})
      chain.gradients = gradients_through_relu(step(conv), step(chain.last).outputs[0]);
    return chain;
  }

  // Takes in a pool that is the only one to read the chain's map, but for its own and relu's
  // gradient.
  void add_pool(const Step& conv, Chain& chain) const {
    static const OpDef* const max_pool = find_op("max_pool2d");
    static const OpDef* const max_pool_grad = find_op("max_pool2d_grad");
    const ValueId map = step(chain.last).outputs[0];
    const auto pool = call_on(map, max_pool, 0);
    if (!pool || step(*pool).scope != conv.scope) return;
    const auto& attrs = attrs_in<Pool2dAttrs>(step(*pool));
    if (!is_without_overlap(attrs)) return;
    const bool is_active = chain.attrs.activation == FusedActivation::relu;
    if (readers_.of(map).size() > 1) {
      const auto back = call_on(map, max_pool_grad, 0);
      if (!back || readers_.of(map).size() != (is_active ? 3 : 2)) return;
      const auto& of_grad = attrs_in<Pool2dAttrs>(step(*back));
      const bool is_same = of_grad.ksize == attrs.ksize && of_grad.strides == attrs.strides &&
                           of_grad.padding == attrs.padding;
      if (!is_same || step(*back).scope != conv.scope) return;
      const ValueId map_grad = step(*back).outputs[0];
      chain.gradients = is_active ? gradients_through_relu(conv, map) : gradients(conv, map_grad);
      if (!chain.gradients) return;
      if (is_active && (chain.gradients->out_grad != map_grad || readers_.of(map_grad).size() != 1))
        return chain.gradients.reset();
      chain.gradients->out_grad = step(*back).inputs[1];
    }
    chain.last = *pool;
    chain.attrs.pool = attrs.ksize;
  }

  // The one call of `op` that reads `value`, as this operand.
  std::optional<size_t> call_on(ValueId value, const OpDef* op, size_t operand) const {
    std::optional<size_t> found;
    for (const size_t s : readers_.of(value)) {
      if (s == Readers::kOutside || step(s).op != op) continue;
      if (found || step(s).inputs[operand] != value) return std::nullopt;
      found = s;
    }
    return found;
  }

  std::optional<Gradients> gradients_through_relu(const Step& conv, ValueId map) const {
    static const OpDef* const relu_grad = find_op("relu_grad");
    const auto masked = call_on(map, relu_grad, 1);
    if (!masked || step(*masked).scope != conv.scope) return std::nullopt;
    auto found = gradients(conv, step(*masked).outputs[0]);
    if (found) found->out_grad = step(*masked).inputs[0];
    return found;
  }

  // What is computed of `map_grad`, if that is gradients of this convolution and its bias alone.
  std::optional<Gradients> gradients(const Step& conv, ValueId map_grad) const {
    static const OpDef* const of_input = find_op("conv2d_input_grad");
    static const OpDef* const of_filters = find_op("conv2d_filter_grad");
    static const OpDef* const of_bias = find_op("sum_to_shape");
    Gradients out;
    out.out_grad = map_grad;
    for (const size_t s : readers_.of(map_grad)) {
      if (s == Readers::kOutside || step(s).scope != conv.scope) return std::nullopt;
      const Step& reader = step(s);
      ValueId* place = nullptr;
      if (reader.op == of_bias && attrs_in<ReshapeAttrs>(reader).shape.size() == 1)
        place = &out.bias;
      else if (reader.op == of_input && is_gradient_of(reader, conv, 1, map_grad))
        place = &out.input;
      else if (reader.op == of_filters && is_gradient_of(reader, conv, 0, map_grad))
        place = &out.filters;
      if (place == nullptr || *place >= 0) return std::nullopt;
      *place = reader.outputs[0];
      out.steps.push_back(s);
    }
    if (out.filters < 0 || out.bias < 0) return std::nullopt;
    return out;
  }

  // Whether `gradient` is of this convolution, by its operand of this number and `map_grad`.
  static bool is_gradient_of(const Step& gradient, const Step& conv, size_t operand,
                             ValueId map_grad) {
    const auto& a = attrs_in<Conv2dAttrs>(conv);
    const auto& g = attrs_in<Conv2dGradAttrs>(gradient);
    return gradient.inputs[0] == conv.inputs[operand] && gradient.inputs[1] == map_grad &&
           g.strides == a.strides && g.padding == a.padding && g.dilations == a.dilations &&
           g.explicit_paddings == a.explicit_paddings;
  }

  Program& program_;
  const Readers readers_;
  std::vector<bool> is_replaced_;
};

}  // namespace

void fuse_conv2d(Program& program) {
  static const OpDef* const conv2d = find_op("conv2d");
  Conv2dFusion fusion(program);
  for (size_t s = 0; s < program.steps.size(); ++s)
    if (program.steps[s].op == conv2d) fusion.fuse_from(s);
  fusion.remove_replaced();
}

}  // namespace pelton::passes
