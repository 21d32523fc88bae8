// Tests the GRU: the kernels of every dtype against plain ops, sequences in pieces, masks, any
// number of threads.
#include <cmath>

#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "tests_cpp/random_tensors.h"
#include "tests_cpp/runtime/threads.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

struct GruOperands {
  GruOperands(int64_t batch, int64_t time, int64_t units, DType dtype)
      : x(random_tensor({batch, time, 3 * units}, dtype, 1)),
        recurrent(random_tensor({units, 3 * units}, dtype, 2)),
        options{random_tensor({3 * units}, dtype, 3), random_tensor({batch, units}, dtype, 4)} {}
  Outputs run(const GruAttrs& attrs = {}) const { return gru(x, recurrent, options, attrs); }
  Tensor x, recurrent;
  GruOptions options;
};

// The last h, made of plain ops.
Tensor gru_of_plain_ops(const GruOperands& o) {
  Tensor h = o.options.initial_h;
  const Tensor one = scalar_like(1, h);
  for (const Tensor& x : unstack(o.x, {.axis = 1})) {
    const auto of_x = split(x, 3, {.axis = 1});
    const auto of_h = split(add(matmul(h, o.recurrent), o.options.recurrent_bias), 3, {.axis = 1});
    const Tensor update = sigmoid(add(of_x[0], of_h[0])), reset = sigmoid(add(of_x[1], of_h[1]));
    const Tensor candidate = tanh(add(of_x[2], multiply(reset, of_h[2])));
    h = add(multiply(update, h), multiply(subtract(one, update), candidate));
  }
  return h;
}

// All that the op and its gradient give, in one list.
std::vector<float> all_of_gru(const GruOperands& o) {
  const Outputs y = o.run();
  const std::array inputs{o.recurrent,  o.options.initial_h, zeros({0}, DType::boolean),
                          y.tensors[1], sin(y.tensors[0]),   zeros({0}),
                          y.tensors[2]};
  std::vector<float> all;
  for (const Outputs& outputs : {y, gru_grad(inputs)})
    for (const Tensor& x : outputs.span())
      for (const float value : values<float>(x)) all.push_back(value);
  return all;
}

}  // namespace

TEST_CASE("gru agrees with plain ops in every dtype") {
  for (const auto& [batch, time, units] :
       {std::array<int64_t, 3>{3, 4, 6}, {70, 3, 37}, {1, 90, 16}, {5, 2, 130}})
    for (const DType dtype : {DType::float64, DType::float32, DType::float16, DType::bfloat16}) {
      GruOperands o(batch, time, units, dtype);
      o.recurrent = multiply(o.recurrent, scalar_like(0.25, o.recurrent));
      const auto got = values_of(o.run().tensors[2]);
      GruOperands wide = o;
      for (Tensor* x :
           {&wide.x, &wide.recurrent, &wide.options.recurrent_bias, &wide.options.initial_h})
        *x = cast(*x, DType::float64);
      const auto expected = values<double>(gru_of_plain_ops(wide));
      const double bound = dtype == DType::float64   ? 1e-12
                           : dtype == DType::float32 ? 2e-5
                           : dtype == DType::float16 ? 1e-3
                                                     : 8e-3;
      CAPTURE(name(dtype), units);
      REQUIRE(got.size() == expected.size());
      for (size_t i = 0; i < got.size(); ++i) REQUIRE(std::abs(got[i] - expected[i]) < bound);
    }
}

TEST_CASE("gru over the pieces of a sequence gives what it gives over all of it") {
  const GruOperands all(6, 9, 21, DType::float32);
  const Outputs whole = all.run();
  GruOperands part = all;
  std::vector<Tensor> sequences;
  for (const Tensor& piece : split(all.x, {4, 0, 5}, {.axis = 1})) {
    part.x = piece;
    const Outputs y = part.run();
    sequences.push_back(y.tensors[0]);
    part.options.initial_h = y.tensors[2];
  }
  REQUIRE(values<float>(concat(sequences, {.axis = 1})) == values<float>(whole.tensors[0]));
  REQUIRE(values<float>(part.options.initial_h) == values<float>(whole.tensors[2]));
}

TEST_CASE("gru skips masked steps, whatever their inputs") {
  GruOperands o(2, 4, 5, DType::float64);
  GruOperands kept = o;
  const auto x = split(o.x, 4, {.axis = 1});
  kept.x = concat({x[0], x[2], x[3]}, {.axis = 1});
  o.x = concat({x[0], full({2, 1, 15}, std::nan(""), DType::float64), x[2], x[3]}, {.axis = 1});
  o.options.mask =
      not_equal(tensor<int32_t>({2, 4}, {1, 0, 1, 1, 1, 0, 1, 1}), scalar(0, DType::int32));
  const Outputs masked = o.run(), expected = kept.run();
  REQUIRE(values<double>(masked.tensors[2]) == values<double>(expected.tensors[2]));
  const auto h = unstack(masked.tensors[0], {.axis = 1});
  REQUIRE(values<double>(h[1]) == values<double>(h[0]));
  const auto zero = unstack(o.run({.zero_output_for_mask = true}).tensors[0], {.axis = 1});
  REQUIRE(values<double>(zero[1]) == std::vector<double>(10));
  REQUIRE(values<double>(zero[2]) == values<double>(h[2]));
}

TEST_CASE("gru and its gradient give the same bits on any number of threads") {
  const GruOperands o(67, 11, 45, DType::float32);
  std::vector<std::vector<float>> seen;
  for (const int threads : {1, 2, 3, 7}) {
    const Threads scope(threads);
    seen.push_back(all_of_gru(o));
  }
  REQUIRE(seen[0].size() > 67 * 11 * 45 * 6);
  for (const auto& other : seen) REQUIRE(other == seen[0]);
}
