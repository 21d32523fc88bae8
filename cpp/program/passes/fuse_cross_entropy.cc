// Makes a cross-entropy of softmax and the correct predictions of the same labels and logits, or of
// their softmax, one op that looks at the logits once. Who else reads the softmax still has it.
#include <algorithm>

#include "kernels/common/attrs/cross_entropy_attrs.h"
#include "ops/op_list.h"
#include "program/passes.h"

namespace pelton::passes {
namespace {

// Which call makes each value.
class Makers {
 public:
  explicit Makers(const Program& program)
      : program_(program), steps_(static_cast<size_t>(program.value_count), kNone) {
    for (size_t s = 0; s < program.steps.size(); ++s)
      for (ValueId id : program.steps[s].outputs)
        if (program.steps[s].kind == Step::Kind::call) steps_[static_cast<size_t>(id)] = s;
  }
  // The call that makes `id`; null: none.
  const Step* of(ValueId id) const {
    const size_t s = steps_[static_cast<size_t>(id)];
    return s == kNone ? nullptr : &program_.steps[s];
  }
  // Whether two values are made in the same way of the same values, such as labels that loss and
  // metric have cast each for itself.
  bool are_same(ValueId a, ValueId b) const {
    if (a == b) return true;
    const Step *x = of(a), *y = of(b);
    if (x == nullptr || y == nullptr || x->op != y->op || x->draw >= 0 || x->scope != y->scope ||
        x->inputs.size() != y->inputs.size() || x->outputs.size() != 1)
      return false;
    const AttrSpec* spec = x->op->attrs;
    if (spec != nullptr && to_string(*spec, x->attrs.get()) != to_string(*spec, y->attrs.get()))
      return false;
    return std::equal(x->inputs.begin(), x->inputs.end(), y->inputs.begin(),
                      [&](ValueId p, ValueId q) { return are_same(p, q); });
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;
  const Program& program_;
  std::vector<size_t> steps_;
};

// The logits whose softmax over the last axis `scores` is; -1: it is none.
ValueId logits_of(const Makers& makers, ValueId scores) {
  static const OpDef* const softmax = find_op("softmax");
  const Step* step = makers.of(scores);
  if (step == nullptr || step->op != softmax) return -1;
  const auto& attrs = *static_cast<const SoftmaxAttrs*>(step->attrs.get());
  return attrs.axis.value_or(-1) == -1 ? step->inputs[0] : -1;
}

// The ops for one kind of labels.
struct Ops {
  const OpDef* cross_entropy;
  const OpDef* correct;
  const OpDef* fused;  // of the two
};

// The ops whose cross-entropy `op` is; null: none.
const Ops* ops_of(const OpDef* op) {
  static const Ops kinds[] = {
      {find_op("sparse_softmax_cross_entropy"), find_op("sparse_categorical_correct"),
       find_op("sparse_softmax_cross_entropy_correct")},
      {find_op("softmax_cross_entropy"), find_op("categorical_correct"),
       find_op("softmax_cross_entropy_correct")}};
  for (const Ops& ops : kinds)
    if (ops.cross_entropy == op) return &ops;
  return nullptr;
}

// The call of `correct predictions` after step `loss` that its pass can give, and whether it is of
// the softmax.
std::optional<std::pair<size_t, CrossEntropyCorrectAttrs>> find_correct(const Program& program,
                                                                        const Makers& makers,
                                                                        size_t loss,
                                                                        const OpDef* correct) {
  const Step& entropy = program.steps[loss];
  for (size_t s = loss + 1; s < program.steps.size(); ++s) {
    const Step& step = program.steps[s];
    if (step.op != correct || step.scope != entropy.scope ||
        !makers.are_same(step.inputs[0], entropy.inputs[0]))
      continue;
    if (step.inputs[1] == entropy.inputs[1]) return {{s, {.of_softmax = false}}};
    if (logits_of(makers, step.inputs[1]) == entropy.inputs[1]) return {{s, {.of_softmax = true}}};
  }
  return std::nullopt;
}

}  // namespace

void fuse_cross_entropy(Program& program) {
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const Ops* ops = ops_of(program.steps[s].op);
    if (ops == nullptr) continue;
    const auto found = find_correct(program, Makers(program), s, ops->correct);
    if (!found) continue;
    const auto& [correct, attrs] = *found;
    Step& step = program.steps[s];
    step.op = ops->fused;
    step.attrs = AttrBox(&attrs_of<CrossEntropyCorrectAttrs>, &attrs);
    step.outputs.push_back(program.steps[correct].outputs[0]);
    program.steps.erase(program.steps.begin() + static_cast<ptrdiff_t>(correct));
  }
}

}  // namespace pelton::passes
