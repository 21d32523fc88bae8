// Owns the matrix product with its bias and activation as one op.
#include "kernels/cpu/gemm/matmul.h"
#include "kernels/cuda/gemm/matmul.h"

#include "ops/composite.h"
#include "ops/linalg/linalg.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

void infer_fused_matmul(InferContext& c) {
  const Shape &a = c.shape(0), &b = c.shape(1), &bias = c.shape(2);
  check(a.size() >= 2, "a must have at least 2 dimensions, got shape ", a);
  check(b.size() == 2, "b must be a matrix, got shape ", b);
  check(may_equal(a.back(), b[0]), "Matrix size-incompatible: In[0]: ", bracketed(a),
        ", In[1]: ", bracketed(b));
  check(may_equal(bias, Shape{b[1]}), "bias must have one value for each of the ", b[1],
        " columns of b, got shape ", bias);
  Shape out = a;
  out.back() = merge_sizes(b[1], bias[0]);
  count_or_unknown(out);
  c.add_output(c.dtype(0), out);
}

// The gradients of the ops that it stands for, so that those of any order are theirs bit for bit.
void fused_matmul_grad(GradContext& c) {
  const bool has_relu = c.attrs<FusedMatmulAttrs>().activation == FusedActivation::relu;
  const Tensor grad = has_relu ? relu_grad(c.grad(), c.out(0)) : c.grad();
  if (c.needs(0)) c.set(0, matmul(grad, c.in(1), {.transpose_b = true}));
  if (c.needs(1)) c.set(1, matmul(as_matrix(c.in(0)), as_matrix(grad), {.transpose_a = true}));
  if (c.needs(2)) c.set(2, grad);
}

constinit const OpDef fused_matmul_op{
    .name = "fused_matmul",
    .tf_name = "_FusedMatMul",
    .inputs = {"a", "b", "bias"},
    .attrs = &attrs_of<FusedMatmulAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_fused_matmul,
    .grad = fused_matmul_grad,
    .sharding = sharding_rules::of_first,
    .kernels = {.cpu = cpu::fused_matmul, .cuda = PELTON_CUDA(cuda::fused_matmul)}};

constexpr const OpDef* kFusedMatmulOps[] = {&fused_matmul_op};

}  // namespace

Tensor fused_matmul(const Tensor& a, const Tensor& b, const Tensor& bias,
                    const FusedMatmulAttrs& attrs) {
  return call(fused_matmul_op, {a, b, bias}, attrs);
}

const OpFamily fused_matmul_ops(kFusedMatmulOps);

}  // namespace pelton
