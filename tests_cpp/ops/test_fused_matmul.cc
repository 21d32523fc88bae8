// Tests that fused_matmul has the bits of the ops that it stands for, values and gradients, and
// rounds 16-bit numbers once.
#include <limits>

#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/random_tensors.h"

using namespace pelton;

namespace {

struct FusedOperands {
  Tensor a, b, bias;
};

FusedOperands operands_of(const Shape& a, int64_t n, DType dtype) {
  return {random_tensor(a, dtype, 1), random_tensor({a.back(), n}, dtype, 2),
          random_tensor({n}, dtype, 3)};
}

Tensor parts_of(const FusedOperands& o, FusedActivation activation) {
  const Tensor y = bias_add(matmul(o.a, o.b), o.bias);
  return activation == FusedActivation::relu ? relu(y) : y;
}

// y, then the gradients of the operands.
template <class F>
std::vector<Tensor> with_gradients(const FusedOperands& o, const F& f) {
  Tape tape;
  for (const Tensor* x : {&o.a, &o.b, &o.bias}) tape.watch(*x);
  tape.start();
  const Tensor y = f(), loss = reduce_sum(square(y));
  tape.stop();
  const Tape::Source sources[] = {tape.source_of(o.a), tape.source_of(o.b), tape.source_of(o.bias)};
  std::vector<Tensor> out = tape.gradient({&loss, 1}, sources);
  out.insert(out.begin(), y);
  return out;
}

}  // namespace

TEST_CASE("a fused product has the bits of its parts") {
  const Shape lefts[] = {{1, 1},  {1, 7},    {3, 9},    {1, 300},  {2, 3, 5},
                         {64, 0}, {64, 784}, {25, 900}, {100, 33}, {4, 2, 40},
                         {0, 5},  {2, 0, 9}, {1, 784},  {7, 2000}};
  for (const DType dtype : {DType::float32, DType::float64})
    for (const Shape& left : lefts)
      for (const int64_t n : {0, 1, 3, 10, 70, 513})
        for (const auto activation : {FusedActivation::none, FusedActivation::relu}) {
          const FusedOperands o = operands_of(left, n, dtype);
          const auto parts = with_gradients(o, [&] { return parts_of(o, activation); });
          const auto fused =
              with_gradients(o, [&] { return fused_matmul(o.a, o.b, o.bias, {activation}); });
          CAPTURE(name(dtype), bracketed(left), n, static_cast<int>(activation));
          for (size_t i = 0; i < parts.size(); ++i) {
            REQUIRE(fused[i].shape() == parts[i].shape());
            REQUIRE(values_of(fused[i]) == values_of(parts[i]));
          }
        }
}

TEST_CASE("a fused product of 16-bit numbers is rounded once") {
  for (const DType dtype : {DType::float16, DType::bfloat16})
    for (const Shape& left : {Shape{1, 9}, Shape{33, 70}, Shape{5, 1}})
      for (const int64_t n : {1, 3, 70}) {
        const FusedOperands o = operands_of(left, n, dtype);
        const FusedOperands wide = {cast(o.a, DType::float32), cast(o.b, DType::float32),
                                    cast(o.bias, DType::float32)};
        const Tensor once = cast(parts_of(wide, FusedActivation::relu), dtype);
        const Tensor y = fused_matmul(o.a, o.b, o.bias, {FusedActivation::relu});
        CAPTURE(name(dtype), bracketed(left), n);
        REQUIRE(max_difference(values_of(y), values_of(once)) <=
                (dtype == DType::float16 ? 4e-3 : 3e-2));
      }
}

TEST_CASE("a fused product keeps NaN and passes it no gradient, as relu does") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  FusedOperands o = operands_of({2, 3}, 5, DType::float32);
  o.bias.data_as<float>()[4] = nan;
  const auto values = values_of(fused_matmul(o.a, o.b, o.bias, {FusedActivation::relu}));
  for (size_t i = 0; i < values.size(); ++i) REQUIRE(std::isnan(values[i]) == (i % 5 == 4));
}
