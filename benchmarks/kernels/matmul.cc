// Owns the matmul rows: the 512 x 512 x 512, the MNIST network's dense layers, small ones.
#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "core/cat.h"
#include "ops/linalg/linalg.h"

namespace pelton {
namespace {

BenchRow row(const char* what, DType dtype, int64_t m, int64_t k, int64_t n,
             MatmulAttrs attrs = {}) {
  const Shape left = attrs.transpose_a ? Shape{k, m} : Shape{m, k};
  const Shape right = attrs.transpose_b ? Shape{n, k} : Shape{k, n};
  const Tensor a = zeros_of(left, dtype), b = zeros_of(right, dtype);
  const double work = 2.0 * static_cast<double>(m * n * k);
  const double bytes = static_cast<double>((m * k + k * n + m * n) * size_of(dtype));
  return {cat("matmul ", what, ' ', name(dtype), ' ', m, 'x', k, 'x', n,
              attrs.transpose_a ? " ta" : "", attrs.transpose_b ? " tb" : ""),
          work, bytes, dtype == DType::float64, [a, b, attrs] { matmul(a, b, attrs); }};
}

}  // namespace

std::vector<BenchRow> matmul_rows() {
  constexpr DType f32 = DType::float32;
  const MatmulAttrs ta{.transpose_a = true}, tb{.transpose_b = true};
  return {row("square", f32, 512, 512, 512),
          row("square", f32, 512, 512, 512, ta),
          row("square", f32, 512, 512, 512, tb),
          row("square", DType::float64, 512, 512, 512),
          row("square", DType::float16, 512, 512, 512),
          row("square", DType::bfloat16, 512, 512, 512),
          row("square", f32, 1024, 1024, 1024),
          row("square", f32, 256, 256, 256),
          row("dense1", f32, 64, 576, 64),
          row("dense1 input grad", f32, 64, 64, 576, tb),
          row("dense1 kernel grad", f32, 576, 64, 64, ta),
          row("dense2", f32, 64, 64, 10),
          row("dense2 input grad", f32, 64, 10, 64, tb),
          row("dense2 kernel grad", f32, 64, 64, 10, ta),
          row("mlp", f32, 128, 784, 512),
          row("mlp kernel grad", f32, 784, 128, 512, ta),
          row("mlp", f32, 128, 512, 512),
          row("mlp input grad", f32, 128, 512, 512, tb),
          row("mlp kernel grad", f32, 512, 128, 512, ta),
          row("transformer", f32, 4096, 256, 256),
          row("transformer", f32, 4096, 256, 1024),
          row("transformer", f32, 4096, 1024, 256),
          row("transformer input grad", f32, 4096, 1024, 256, tb),
          row("transformer kernel grad", f32, 256, 4096, 1024, ta),
          row("two_blocks", f32, 64, 4608, 128),
          row("two_blocks input grad", f32, 64, 128, 4608, tb),
          row("two_blocks kernel grad", f32, 4608, 64, 128, ta),
          row("one image", f32, 1, 576, 64),
          row("vector", f32, 1, 1024, 1024),
          row("vector", f32, 1, 1024, 1024, tb),
          row("column", f32, 1024, 1024, 1),
          row("small", f32, 4, 4, 4),
          row("small", f32, 16, 16, 16),
          row("small", f32, 32, 32, 32)};
}

}  // namespace pelton
