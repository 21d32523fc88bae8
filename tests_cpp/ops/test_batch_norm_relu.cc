// Tests that batch normalization with relu as a part has the bits of the ops that it stands for:
// values and gradients of both orders, in every dtype, with NaN and infinities.
#include <cstring>
#include <limits>

#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/random_tensors.h"

using namespace pelton;

namespace {

constexpr BatchNormAttrs kPlain{1e-3}, kWithRelu{1e-3, FusedActivation::relu};

// x, scale and offset, or with them mean and variance.
using NormOperands = std::vector<Tensor>;
using Function = std::function<Tensor(const NormOperands&)>;

DType statistic_of(DType x) { return x == DType::float64 ? DType::float64 : DType::float32; }

NormOperands operands_of(const Shape& shape, DType dtype) {
  const Shape channels{shape.back()};
  const DType s = statistic_of(dtype);
  const Tensor one = ones({}, s);
  return {random_tensor(shape, dtype, 1), random_tensor(channels, s, 2),
          random_tensor(channels, s, 3), random_tensor(channels, s, 4),
          add(random_tensor(channels, s, 5), add(one, one))};
}

Tensor train(const NormOperands& o, const BatchNormAttrs& attrs) {
  return batch_norm_train(o[0], o[1], o[2], attrs).tensors[0];
}
Tensor infer(const NormOperands& o, const BatchNormAttrs& attrs) {
  return batch_norm_infer(o[0], o[3], o[4], o[1], o[2], attrs);
}

struct Row {
  const char* name;
  Function fused, parts;
};
const Row kRows[] = {
    {"train", [](const NormOperands& o) { return train(o, kWithRelu); },
     [](const NormOperands& o) { return relu(train(o, kPlain)); }},
    {"infer", [](const NormOperands& o) { return infer(o, kWithRelu); },
     [](const NormOperands& o) { return relu(infer(o, kPlain)); }},
};

std::vector<Tape::Source> sources_of(Tape& tape, const NormOperands& operands) {
  std::vector<Tape::Source> out;
  for (const Tensor& x : operands) out.push_back(tape.source_of(x));
  return out;
}

// sum(y * y * weights), whose gradient by y depends on y.
Tensor loss_of(const Tensor& y) {
  return reduce_sum(multiply(square(y), random_tensor(y.shape(), y.dtype(), 6)));
}

// y, its gradients by the operands, and the gradients of the sum of their squares.
std::vector<Tensor> all_orders(const NormOperands& operands, const Function& f) {
  Tape outer, inner;
  for (const Tensor& x : operands) outer.watch(x), inner.watch(x);
  outer.start();
  inner.start();
  const Tensor y = f(operands), loss = loss_of(y);
  inner.stop();
  const std::vector<Tensor> first = inner.gradient({&loss, 1}, sources_of(inner, operands));
  Tensor sum = zeros({}, DType::float64);
  for (const Tensor& grad : first)
    if (grad.defined()) sum = add(sum, reduce_sum(square(cast(grad, DType::float64))));
  outer.stop();
  std::vector<Tensor> out = outer.gradient({&sum, 1}, sources_of(outer, operands));
  out.insert(out.end(), first.begin(), first.end());
  out.push_back(y);
  return out;
}

void require_same_bits(const Tensor& a, const Tensor& b) {
  REQUIRE(a.defined() == b.defined());
  if (!a.defined()) return;
  const Tensor x = contiguous(a), y = contiguous(b);
  REQUIRE(x.dtype() == y.dtype());
  REQUIRE(x.shape() == y.shape());
  REQUIRE(std::memcmp(x.data(), y.data(), static_cast<size_t>(x.bytes())) == 0);
}

}  // namespace

TEST_CASE("batch normalization with relu has the bits of its parts") {
  for (const DType dtype : {DType::float32, DType::float64, DType::float16, DType::bfloat16})
    for (const Shape& shape : {Shape{1, 1}, Shape{7, 1}, Shape{9, 3}, Shape{0, 3}, Shape{33, 40},
                               Shape{2, 50, 31, 5}, Shape{3, 4000}, Shape{5000, 16}})
      for (const Row& row : kRows) {
        const NormOperands operands = operands_of(shape, dtype);
        const auto fused = all_orders(operands, row.fused);
        const auto parts = all_orders(operands, row.parts);
        CAPTURE(row.name, name(dtype), bracketed(shape));
        REQUIRE(fused.size() == parts.size());
        for (size_t i = 0; i < parts.size(); ++i) {
          CAPTURE(i);
          require_same_bits(fused[i], parts[i]);
        }
      }
}

TEST_CASE("batch normalization with relu keeps NaN and passes it no gradient, as relu does") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  NormOperands operands = operands_of({6, 4}, DType::float64);
  double* x = operands[0].data_as<double>();
  x[4] = nan, x[9] = infinity, x[14] = -infinity;
  const auto tape_of = [&](const Function& f) {
    Tape tape;
    tape.watch(operands[0]);
    tape.start();
    const Tensor y = f(operands);
    tape.stop();
    const Tape::Source source = tape.source_of(operands[0]);
    return std::vector{values_of(y), values_of(tape.gradient({&y, 1}, {&source, 1})[0])};
  };
  for (const Row& row : kRows) {
    const auto fused = tape_of(row.fused), parts = tape_of(row.parts);
    CAPTURE(row.name);
    REQUIRE(std::isnan(fused[0][4]));
    for (size_t k = 0; k < fused.size(); ++k)
      for (size_t i = 0; i < fused[k].size(); ++i) {
        CAPTURE(k, i);
        REQUIRE(std::isnan(fused[k][i]) == std::isnan(parts[k][i]));
        if (!std::isnan(parts[k][i])) REQUIRE(fused[k][i] == parts[k][i]);
      }
  }
}

TEST_CASE("16-bit numbers that round to zero pass no gradient through relu") {
  const Tensor x =
      cast(multiply(ones({4, 1}, DType::float32), scalar(0x1p-24, DType::float32)), DType::float16);
  const Tensor one = ones({1}, DType::float32), zero = zeros({1}, DType::float32);
  const Tensor tiny = multiply(one, scalar(0.25, DType::float32));
  const Tensor y = batch_norm_infer(x, zero, one, tiny, zero, kWithRelu);
  REQUIRE(values_of(y) == std::vector<double>(4, 0.0));
  const Tensor grad = ones({4, 1}, DType::float16);
  const Outputs grads = batch_norm_grad(grad, x, tiny, zero, zero, one, kWithRelu);
  REQUIRE(values_of(grads.tensors[2]) == std::vector<double>{0});
}
