// Owns nonzero: where values are not zero.
#include "kernels/common/attrs/nonzero_attrs.h"
#include "kernels/declared/array.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_nonzero(InferContext& c) {
  const int64_t count = c.attrs<NonzeroAttrs>().count, rank = c.in(0).rank();
  check(rank > 0, "condition must have at least one axis, got a scalar");
  const int64_t most = c.in(0).size();
  check(!is_known(count) || (count >= 0 && (count <= most || most == kUnknown)),
        "count must be in [0, ", most, "], the number of elements, got ", count);
  c.add_output(DType::int64, {count, rank});
}

Tensor count_true(const InferContext& c) { return reduce_sum(cast(c.in(0), DType::int64)); }

constinit const OpDef nonzero_op{
    .name = "nonzero",
    .tf_name = "Where",
    .inputs = {"condition"},
    .attrs = &attrs_of<NonzeroAttrs>,
    .dtypes = kBoolean,
    .infer = infer_nonzero,
    .grad = no_gradient,
    .sizes = count_true,
    .kernels = {.cpu = cpu::nonzero, .cuda = PELTON_CUDA(cuda::nonzero)}};

constexpr const OpDef* kNonzeroOps[] = {&nonzero_op};

}  // namespace

Tensor nonzero(const Tensor& condition) {
  const bool is_truth = condition.dtype() == DType::boolean;
  return call(nonzero_op, {is_truth ? condition : not_equal(condition, scalar_like(0, condition))},
              NonzeroAttrs{});
}

const OpFamily nonzero_ops(kNonzeroOps);

}  // namespace pelton
