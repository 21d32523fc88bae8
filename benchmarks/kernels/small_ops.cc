// Owns the rows of chains of small ops, whose time is what calling an op costs in C++: a row's time
// by its number of ops.
#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {

std::vector<BenchRow> small_ops_rows() {
  constexpr double kElements = 16;
  const Tensor a = zeros_of({4, 4}, DType::float32), b = zeros_of({4, 4}, DType::float32);
  const auto elementwise = [a, b] {
    Tensor x = a;
    for (int i = 0; i < 2; ++i) x = maximum(subtract(relu(multiply(add(x, b), a)), b), a);
  };
  const auto views = [a] {
    Tensor x = a;
    for (int i = 0; i < 5; ++i) x = transpose(reshape(x, {{4, 4}}));
  };
  return {{"ten small ops, elementwise ops float32 4x4", 10 * kElements, 0, false, elementwise},
          {"ten small ops, views float32 4x4", 0, 0, false, views}};
}

}  // namespace pelton
