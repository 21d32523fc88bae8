// Owns the attention rows: the op, its gradient, and the same made of plain ops.
#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "core/cat.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

struct AttentionRow {
  int64_t batch, length, heads, depth;
  bool causal;
  DType dtype;
};

Tensor by_heads(const Tensor& x) { return transpose(x, {.perm = Axes{0, 2, 1, 3}}); }

void add_rows_of(std::vector<BenchRow>& rows, const AttentionRow& r) {
  const Shape shape{r.batch, r.length, r.heads, r.depth};
  const Tensor x = zeros_of(shape, r.dtype);
  const Tensor no_mask = zeros_of({0}, DType::boolean), no_bias = zeros_of({0}, r.dtype);
  const AttentionAttrs attrs{.causal = r.causal};
  const Outputs y = attention(x, x, x, no_mask, no_bias, attrs);
  const double product = 2.0 * static_cast<double>(r.batch * r.heads * r.length * r.length) *
                         static_cast<double>(r.depth) * (r.causal ? 0.5 : 1.0);
  const auto bytes = static_cast<double>(x.bytes());
  const auto add = [&](const char* what, double products, double passes,
                       std::function<void()> call) {
    rows.push_back(
        {cat("attention ", r.batch, "x", r.length, "x", r.heads, "x", r.depth,
             r.causal ? " causal" : "", r.dtype == DType::float32 ? "" : " bfloat16", what),
         products * product, passes * bytes, false, std::move(call)});
  };
  add("", 2, 4, [=] { attention(x, x, x, no_mask, no_bias, attrs); });
  add(" grad", 5, 8, [=] {
    attention_grad(x, x, x, no_mask, no_bias, y.tensors[0], y.tensors[1], x, {.causal = r.causal});
  });
  if (r.causal || r.dtype != DType::float32) return;
  add(" of plain ops", 2, 4, [=] {
    const Tensor weights = attention_weights(x, x, no_mask, no_bias, attrs);
    by_heads(matmul(weights, by_heads(x)));
  });
}

}  // namespace

std::vector<BenchRow> attention_rows() {
  std::vector<BenchRow> rows;
  for (const AttentionRow& row : {AttentionRow{32, 128, 4, 64, false, DType::float32},
                                  AttentionRow{32, 128, 4, 64, false, DType::bfloat16},
                                  AttentionRow{1, 1024, 8, 64, false, DType::float32},
                                  AttentionRow{1, 1024, 8, 64, true, DType::float32}})
    add_rows_of(rows, row);
  return rows;
}

}  // namespace pelton
