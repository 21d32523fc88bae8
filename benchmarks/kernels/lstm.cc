// Owns the LSTM rows: the op over whole sequences and its gradient.
#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "core/cat.h"
#include "ops/array/array.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

void add_rows_of(std::vector<BenchRow>& rows, const RecurrentSizes& s) {
  const Tensor x = random_of({s.batch, s.time, s.features}, 1);
  const Tensor kernel = random_of({s.features, 4 * s.units}, 2);
  const Tensor recurrent = random_of({s.units, 4 * s.units}, 3);
  const LstmOptions options{.bias = zeros_of({4 * s.units}, DType::float32)};
  const Outputs y = lstm(x, kernel, recurrent, options);
  const Tensor none = zeros({0});
  const std::vector<Tensor> inputs{x,
                                   kernel,
                                   recurrent,
                                   none,
                                   none,
                                   zeros({0}, DType::boolean),
                                   y.tensors[0],
                                   y.tensors[1],
                                   y.tensors[0],
                                   none,
                                   none,
                                   none};
  // Products with both kernels, once forth, twice back.
  const auto work = static_cast<double>(8 * s.batch * s.time * s.units * (s.features + s.units));
  const auto row = [&](const char* what, double passes, std::function<void()> call) {
    rows.push_back({cat("lstm ", s.batch, "x", s.time, "x", s.features, ", ", s.units, what),
                    passes * work, 0, false, std::move(call)});
  };
  row("", 1, [=] { lstm(x, kernel, recurrent, options); });
  row(" grad", 2, [=] { lstm_grad(inputs); });
}

}  // namespace

std::vector<BenchRow> lstm_rows() {
  std::vector<BenchRow> rows;
  for (const RecurrentSizes& sizes :
       {RecurrentSizes{64, 100, 64, 128}, RecurrentSizes{32, 50, 256, 256},
        RecurrentSizes{1, 100, 64, 128}})
    add_rows_of(rows, sizes);
  return rows;
}

}  // namespace pelton
