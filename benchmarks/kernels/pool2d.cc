// Owns the pooling rows: the MNIST network's pools and an overlapping one.
#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "core/cat.h"
#include "kernels/common/window.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

void add_rows(std::vector<BenchRow>& rows, const char* layer, const Shape& input,
              const Pool2dAttrs& a) {
  const Shape out = pool2d_shape(input, a).output();
  const Tensor x = zeros_of(input, DType::float32), g = zeros_of(out, DType::float32);
  const auto in_bytes = static_cast<double>(x.bytes()), out_bytes = static_cast<double>(g.bytes());
  const Pool2dGradAttrs grad{input, a.ksize, a.strides, a.padding};
  rows.push_back({cat(layer, " max"), 0, in_bytes + out_bytes, false, [=] { max_pool2d(x, a); }});
  rows.push_back({cat(layer, " max grad"), 0, 2 * in_bytes + out_bytes, false,
                  [=] { max_pool2d_grad(x, g, a); }});
  rows.push_back({cat(layer, " mean"), 0, in_bytes + out_bytes, false, [=] { avg_pool2d(x, a); }});
  rows.push_back({cat(layer, " mean grad"), 0, in_bytes + out_bytes, false,
                  [=] { avg_pool2d_grad(g, grad); }});
  rows.push_back(
      {cat(layer, " copy of the input, for comparison"), 0, 2 * in_bytes, false, [=] { copy(x); }});
}

}  // namespace

std::vector<BenchRow> pool2d_rows() {
  std::vector<BenchRow> rows;
  add_rows(rows, "pool1 64x26x26x32 2x2", {64, 26, 26, 32}, {{2, 2}, {2, 2}});
  add_rows(rows, "pool2 64x11x11x64 2x2", {64, 11, 11, 64}, {{2, 2}, {2, 2}});
  add_rows(rows, "pool 16x56x56x64 3x3/2", {16, 56, 56, 64}, {{3, 3}, {2, 2}, Padding::same});
  return rows;
}

}  // namespace pelton
