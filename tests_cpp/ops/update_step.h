// Calls an optimizer step by its rule, as the tests have its operands.
#pragma once
#include <vector>

#include "kernels/common/training/update_rules.h"
#include "ops/array/array.h"
#include "ops/op_list.h"
#include "ops/training/training.h"

namespace pelton::test {

using Tensors = std::vector<Tensor>;

// A step of rate `rate` after `before` others; of `slots` those that the rule needs.
template <class R>
void update_step(const typename R::Attrs& settings, const Tensors& params, const Tensors& grads,
                 const std::vector<Tensors>& slots, double rate, int64_t before = 0) {
  const updates::StepAttrs<R> attrs{settings};
  Tensors operands = params;
  const size_t needed = R::visit(attrs, []<class Step>() { return size_t{Step::kSlots.size()}; });
  for (size_t k = 0; k < std::min(needed, slots.size()); ++k)
    operands.insert(operands.end(), slots[k].begin(), slots[k].end());
  operands.insert(operands.end(), grads.begin(), grads.end());
  operands.push_back(scalar(rate, DType::float64));
  operands.push_back(scalar(static_cast<double>(before), DType::int64));
  call_all(*find_op(R::kOp), operands, &attrs);
}

}  // namespace pelton::test
