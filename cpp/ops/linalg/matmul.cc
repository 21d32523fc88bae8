// Owns matmul: definition, shapes and gradient.
#include "kernels/cpu/gemm/matmul.h"
#include "kernels/cuda/gemm/matmul.h"

#include "ops/composite.h"
#include "ops/linalg/linalg.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

// The batch axes of both, broadcast.
Shape batch_shape(const Shape& a, const Shape& b) {
  try {
    return broadcast_shapes(Shape(a.begin(), a.end() - 2), Shape(b.begin(), b.end() - 2));
  } catch (const Error&) {
    raise(Code::invalid_argument,
          "In[0] and In[1] must have compatible batch dimensions: ", bracketed(a), " vs. ",
          bracketed(b));
  }
}

// Rows and columns after the transposition that the attributes ask for.
std::pair<int64_t, int64_t> matrix_sizes(const Shape& shape, bool transpose) {
  const int64_t rows = shape[shape.size() - 2], cols = shape.back();
  return transpose ? std::pair{cols, rows} : std::pair{rows, cols};
}

void infer_matmul(InferContext& c) {
  const auto& attrs = c.attrs<MatmulAttrs>();
  const Shape &a = c.shape(0), &b = c.shape(1);
  check(a.size() >= 2 && b.size() >= 2, "In[0] and In[1] ",
        a.size() == b.size() ? "must have at least 2 dimensions: " : "has different ndims: ",
        bracketed(a), " vs. ", bracketed(b));
  const auto [m, k] = matrix_sizes(a, attrs.transpose_a);
  const auto [k_b, n] = matrix_sizes(b, attrs.transpose_b);
  check(may_equal(k, k_b), "Matrix size-incompatible: In[0]: ", bracketed(a),
        ", In[1]: ", bracketed(b));
  Shape out;
  if (a.size() > 2 || b.size() > 2) out = batch_shape(a, b);
  out.push_back(m);
  out.push_back(n);
  count_or_unknown(out);
  c.add_output(c.dtype(0), out);
}

Tensor product(const Tensor& a, bool transpose_a, const Tensor& b, bool transpose_b) {
  return matmul(a, b, {.transpose_a = transpose_a, .transpose_b = transpose_b});
}

// One matrix b that met a whole batch: its gradient is one product over all rows of the batch.
Tensor shared_right_grad(const Tensor& a, const Tensor& grad, bool transpose_b) {
  const Tensor left = as_matrix(a), right = as_matrix(grad);
  return transpose_b ? product(right, true, left, false) : product(left, true, right, false);
}

void matmul_grad(GradContext& c) {
  const auto& attrs = c.attrs<MatmulAttrs>();
  const bool ta = attrs.transpose_a, tb = attrs.transpose_b;
  const Tensor &a = c.in(0), &b = c.in(1), &grad = c.grad();
  if (c.needs(0)) c.set(0, ta ? product(b, tb, grad, true) : product(grad, false, b, !tb));
  if (!c.needs(1)) return;
  if (!ta && b.rank() == 2 && a.rank() > 2 && a.size() != 0)
    c.set(1, shared_right_grad(a, grad, tb));
  else
    c.set(1, tb ? product(grad, true, a, ta) : product(a, !ta, grad, false));
}

Sharding matmul_sharding(const ShardingContext& c) {
  const auto& attrs = c.attrs<MatmulAttrs>();
  if (c.inputs[1].rank() != 2) return Sharding::none();
  if (c.inputs[0].rank() == 2 && attrs.transpose_a)  // the rows are what is summed over
    return sharding_rules::partial_sum_if(sharding_rules::is_of_all(c) && !attrs.transpose_b);
  return sharding_rules::of_first(c);
}

constinit const OpDef matmul_op{.name = "matmul",
                                .tf_name = "MatMul",
                                .inputs = {"a", "b"},
                                .attrs = &attrs_of<MatmulAttrs>,
                                .dtypes = kNumeric,
                                .strided = true,
                                .keep = Keep::inputs,
                                .infer = infer_matmul,
                                .grad = matmul_grad,
                                .sharding = matmul_sharding,
                                .kernels = {.cpu = cpu::matmul, .cuda = PELTON_CUDA(cuda::matmul)}};

constexpr const OpDef* kMatmulOps[] = {&matmul_op};

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b, const MatmulAttrs& attrs) {
  return call(matmul_op, {a, b}, attrs);
}

const OpFamily matmul_ops(kMatmulOps);

}  // namespace pelton
