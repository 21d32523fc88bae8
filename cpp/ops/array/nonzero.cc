// Owns nonzero: where values are not zero.
#include "kernels/common/attrs/nonzero_attrs.h"
#include "kernels/declared/array.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

void infer_nonzero(InferContext& c) {
  const int64_t count = c.attrs<NonzeroAttrs>().count, rank = c.in(0).rank();
  check(rank > 0, "condition must have at least one axis, got a scalar");
  const int64_t most = c.in(0).size();
  check(is_name(count) || (count >= 0 && (count <= most || most == kUnknown)),
        "count must be in [0, ", most, "], the number of elements, got ", count);
  c.add_output(DType::int64, {count, rank});
}

constinit const OpDef nonzero_op{
    .name = "nonzero",
    .tf_name = "Where",
    .inputs = {"condition"},
    .attrs = &attrs_of<NonzeroAttrs>,
    .dtypes = kBoolean,
    .infer = infer_nonzero,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::nonzero, .cuda = PELTON_CUDA(cuda::nonzero)}};

constexpr const OpDef* kNonzeroOps[] = {&nonzero_op};

}  // namespace

Tensor nonzero(const Tensor& condition) {
  const bool is_truth = condition.dtype() == DType::boolean;
  const Tensor truth = is_truth ? condition : not_equal(condition, scalar_like(0, condition));
  NonzeroAttrs attrs;
  const Tensor count = reduce_sum(cast(truth, DType::int64));
  if (count.is_symbolic()) {
    attrs.count = SizeName{count.id(), true, 0}.size();
  } else {
    // The next run's count may be another: a record of this call could not be run again.
    notify_host_read(condition, "nonzero, whose shape follows from values,");
    to_host(count, &attrs.count);
  }
  return call(nonzero_op, {truth}, attrs);
}

const OpFamily nonzero_ops(kNonzeroOps);

}  // namespace pelton
