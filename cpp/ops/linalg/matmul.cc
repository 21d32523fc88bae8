// Owns matmul: definition, shapes and gradient.
#include "kernels/cpu/gemm/matmul.h"
#include "kernels/cuda/gemm/matmul.h"

#include "ops/composite.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {

// Those of the op, then what is not the kernels' business.
struct WideMatmulAttrs {
  bool transpose_a = false;
  bool transpose_b = false;
  bool adjoint_a = false;
  bool adjoint_b = false;
  bool a_is_sparse = false;  // a hint, which changes nothing
  bool b_is_sparse = false;
  std::optional<DType> output_type;  // in which the product is computed; absent: that of a and b
};
template <>
inline constexpr auto fields<WideMatmulAttrs> =
    std::tuple{field("transpose_a", &WideMatmulAttrs::transpose_a),
               field("transpose_b", &WideMatmulAttrs::transpose_b),
               field("adjoint_a", &WideMatmulAttrs::adjoint_a),
               field("adjoint_b", &WideMatmulAttrs::adjoint_b),
               field("a_is_sparse", &WideMatmulAttrs::a_is_sparse),
               field("b_is_sparse", &WideMatmulAttrs::b_is_sparse),
               field("output_type", &WideMatmulAttrs::output_type)};

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
  Shape& out = c.add_output(c.dtype(0));
  if (a.size() > 2 || b.size() > 2) out = batch_shape(a, b);
  out.push_back(m);
  out.push_back(n);
}

Tensor product(const Tensor& a, bool transpose_a, const Tensor& b, bool transpose_b) {
  return matmul(a, b, {.transpose_a = transpose_a, .transpose_b = transpose_b});
}

// One matrix b that met a whole batch: its gradient is one product over all rows of the batch.
Tensor shared_right_grad(const Tensor& a, const Tensor& grad, bool transpose_b) {
  const Tensor left = as_matrix(a), right = as_matrix(grad);
  return transpose_b ? product(right, true, left, false) : product(left, true, right, false);
}

Tensor conjugate_of(const Tensor& x) { return is_complex(x.dtype()) ? conj(x) : x; }

void matmul_grad(GradContext& c) {
  const auto& attrs = c.attrs<MatmulAttrs>();
  const bool ta = attrs.transpose_a, tb = attrs.transpose_b;
  const Tensor a = conjugate_of(c.in(0)), b = conjugate_of(c.in(1));
  const Tensor& grad = c.grad();
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

// An operand as the product takes it, and whether it is to be transposed there.
Tensor operand(const Tensor& x, bool transpose, bool adjoint, std::optional<DType> output_type,
               const char* name) {
  check(!transpose || !adjoint, Code::value_error, "Only one of `transpose_", name,
        "` and `adjoint_", name, "` can be True. Received `transpose_", name, "`=True, `adjoint_",
        name, "`=True.");
  const Tensor cast_x = output_type && *output_type != x.dtype() ? cast(x, *output_type) : x;
  return adjoint && is_complex(cast_x.dtype()) ? conj(cast_x) : cast_x;
}

std::vector<Tensor> compose_matmul(const ComposeContext& c) {
  const auto& attrs = c.attrs<WideMatmulAttrs>();
  const auto type = attrs.output_type;
  const Tensor a = operand(c.in(0), attrs.transpose_a, attrs.adjoint_a, type, "a");
  const Tensor b = operand(c.in(1), attrs.transpose_b, attrs.adjoint_b, type, "b");
  return {
      product(a, attrs.transpose_a || attrs.adjoint_a, b, attrs.transpose_b || attrs.adjoint_b)};
}

constinit const CompositeOp wide_matmul_op{
    .schema = {.name = "matmul",
               .tf_name = "MatMul",
               .inputs = {"a", "b"},
               .attrs = &attrs_of<WideMatmulAttrs>,
               .dtypes = kNumeric},
    .doc =
        "The product of matrices `a` [..., m, k] and `b` [..., k, n], whose batch axes "
        "broadcast; transposed or, with `adjoint_*`, conjugated too, and computed in "
        "`output_type`.",
    .compose = compose_matmul};

constexpr const CompositeOp* kWideMatmulOps[] = {&wide_matmul_op};

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b, const MatmulAttrs& attrs) {
  return call(matmul_op, {a, b}, attrs);
}

const OpFamily matmul_ops(kMatmulOps);
const OpFamily wide_matmul_ops(kWideMatmulOps);

}  // namespace pelton
