#include "ops/composite_op.h"

#include "runtime/dispatch/check_inputs.h"

namespace pelton {

std::vector<Tensor> call_all(const CompositeOp& op, std::span<const Tensor> inputs,
                             const void* attrs) {
  return named_call(op.schema, inputs, attrs, [&] {
    check_input_count(op.schema, inputs.size());
    for (const Tensor& input : inputs)
      check(input.defined(), Code::value_error, "an input has no value");
    check_dtypes(op.schema, inputs);
    return op.compose(ComposeContext(inputs, attrs));
  });
}

}  // namespace pelton
