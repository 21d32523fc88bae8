// Owns the batch normalization rows: with relu as a part and as an op of its own.
#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "core/cat.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

void add_rows(std::vector<BenchRow>& rows, const char* layer, const Shape& shape) {
  constexpr BatchNormAttrs kNone{}, kRelu{.activation = FusedActivation::relu};
  const Tensor x = zeros_of(shape, DType::float32), g = zeros_of(shape, DType::float32);
  const Tensor c = zeros_of({shape.back()}, DType::float32);
  const auto bytes = static_cast<double>(x.bytes());
  const auto add = [&](const char* what, double passes, std::function<void()> call) {
    rows.push_back({cat(layer, what), 0, passes * bytes, false, std::move(call)});
  };
  add(" train", 3, [=] { batch_norm_train(x, c, c, kNone); });
  add(" train, relu", 3, [=] { batch_norm_train(x, c, c, kRelu); });
  add(" train, then relu", 5, [=] { relu(batch_norm_train(x, c, c, kNone).tensors[0]); });
  add(" infer", 2, [=] { batch_norm_infer(x, c, c, c, c, kNone); });
  add(" infer, relu", 2, [=] { batch_norm_infer(x, c, c, c, c, kRelu); });
  add(" infer, then relu", 4, [=] { relu(batch_norm_infer(x, c, c, c, c, kNone)); });
  add(" grad", 5, [=] { batch_norm_grad(g, x, c, c, c, c, kNone); });
  add(" grad, relu", 5, [=] { batch_norm_grad(g, x, c, c, c, c, kRelu); });
  add(" relu's grad, then grad", 8,
      [=] { batch_norm_grad(relu_grad(g, x), x, c, c, c, c, kNone); });
  add(" copy, for comparison", 2, [=] { copy(x); });
}

}  // namespace

std::vector<BenchRow> batch_norm_rows() {
  std::vector<BenchRow> rows;
  add_rows(rows, "batch norm 64x32x32x32", {64, 32, 32, 32});
  add_rows(rows, "batch norm 64x16x16x64", {64, 16, 16, 64});
  add_rows(rows, "batch norm 8192x6", {8192, 6});
  return rows;
}

}  // namespace pelton
