// Owns the layer normalization rows: the op, its gradient, and the same made of plain ops.
#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "core/cat.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

Tensor of_plain_ops(const Tensor& x, const Tensor& scale, const Tensor& offset) {
  const ReduceAttrs over{.axis = Axes{-1}, .keepdims = true};
  const Tensor centered = subtract(x, reduce_mean(x, over));
  const Tensor rate = rsqrt(add(reduce_mean(square(centered), over), scalar(1e-3, x.dtype())));
  return add(multiply(multiply(centered, rate), scale), offset);
}

void add_rows_of(std::vector<BenchRow>& rows, int64_t count, int64_t n, DType dtype) {
  const Tensor x = zeros_of({count, n}, dtype), g = zeros_of({count, n}, dtype);
  const Tensor c = zeros_of({n}, DType::float32);
  const auto bytes = static_cast<double>(x.bytes());
  const auto add = [&](const char* what, double passes, std::function<void()> call) {
    rows.push_back(
        {cat("layer norm ", count, "x", n, dtype == DType::float32 ? "" : " bfloat16", what), 0,
         passes * bytes, false, std::move(call)});
  };
  add("", 2, [=] { layer_norm(x, c, c, {}); });
  add(" grad", 3, [=] { layer_norm_grad(g, x, c, {}); });
  if (dtype == DType::float32) add(" of plain ops", 2, [=] { of_plain_ops(x, c, c); });
}

}  // namespace

std::vector<BenchRow> layer_norm_rows() {
  std::vector<BenchRow> rows;
  add_rows_of(rows, 512, 512, DType::float32);
  add_rows_of(rows, 128, 768, DType::float32);
  add_rows_of(rows, 128, 768, DType::bfloat16);
  add_rows_of(rows, 8192, 30, DType::float32);
  return rows;
}

}  // namespace pelton
