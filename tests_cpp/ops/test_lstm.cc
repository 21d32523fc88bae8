// Tests the LSTM: the kernels of every dtype against plain ops, sequences in pieces, masks, any
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

struct LstmOperands {
  LstmOperands(const RecurrentSizes& s, DType dtype, uint64_t seed = 1)
      : x(random_tensor({s.batch, s.time, s.features}, dtype, seed)),
        kernel(random_tensor({s.features, 4 * s.units}, dtype, seed + 1)),
        recurrent(random_tensor({s.units, 4 * s.units}, dtype, seed + 2)),
        options{random_tensor({4 * s.units}, dtype, seed + 3),
                random_tensor({s.batch, s.units}, dtype, seed + 4),
                random_tensor({s.batch, s.units}, dtype, seed + 5)} {}
  Outputs run(const LstmAttrs& attrs = {}) const {
    return lstm(x, kernel, recurrent, options, attrs);
  }
  Tensor x, kernel, recurrent;
  LstmOptions options;
};

// The last h, made of plain ops.
Tensor lstm_of_plain_ops(const LstmOperands& o) {
  Tensor h = o.options.initial_h, c = o.options.initial_c;
  for (const Tensor& x : unstack(o.x, {.axis = 1})) {
    const Tensor sums = add(matmul(x, o.kernel), matmul(h, o.recurrent));
    const auto z = split(add(sums, o.options.bias), 4, {.axis = 1});
    c = add(multiply(sigmoid(z[1]), c), multiply(sigmoid(z[0]), tanh(z[2])));
    h = multiply(sigmoid(z[3]), tanh(c));
  }
  return h;
}

// All that the op and its gradient give, in one list.
std::vector<float> all_of_lstm(const LstmOperands& o) {
  const Outputs y = o.run();
  const Tensor none = zeros({0}), &h = y.tensors[2], &c = y.tensors[3];
  const std::array inputs{o.x,
                          o.kernel,
                          o.recurrent,
                          o.options.initial_h,
                          o.options.initial_c,
                          zeros({0}, DType::boolean),
                          y.tensors[0],
                          y.tensors[1],
                          sin(y.tensors[0]),
                          none,
                          h,
                          c};
  std::vector<float> all;
  for (const Outputs& outputs : {y, lstm_grad(inputs)})
    for (const Tensor& x : outputs.span())
      for (const float value : values<float>(x)) all.push_back(value);
  return all;
}

}  // namespace

TEST_CASE("lstm agrees with plain ops in every dtype") {
  for (const RecurrentSizes& sizes : {RecurrentSizes{3, 4, 5, 6}, RecurrentSizes{70, 3, 40, 37},
                                      RecurrentSizes{1, 90, 3, 16}, RecurrentSizes{5, 2, 300, 130}})
    for (const DType dtype : {DType::float64, DType::float32, DType::float16, DType::bfloat16}) {
      LstmOperands o(sizes, dtype);
      o.kernel = multiply(o.kernel, scalar_like(0.25, o.kernel));
      o.recurrent = multiply(o.recurrent, scalar_like(0.25, o.recurrent));
      const auto got = values_of(o.run().tensors[2]);
      LstmOperands wide = o;
      for (Tensor* x : {&wide.x, &wide.kernel, &wide.recurrent, &wide.options.bias,
                        &wide.options.initial_h, &wide.options.initial_c})
        *x = cast(*x, DType::float64);
      const auto expected = values<double>(lstm_of_plain_ops(wide));
      const double bound = dtype == DType::float64   ? 1e-12
                           : dtype == DType::float32 ? 2e-5
                           : dtype == DType::float16 ? 1e-3
                                                     : 8e-3;
      CAPTURE(name(dtype), sizes.units);
      REQUIRE(got.size() == expected.size());
      for (size_t i = 0; i < got.size(); ++i) REQUIRE(std::abs(got[i] - expected[i]) < bound);
    }
}

TEST_CASE("lstm over the pieces of a sequence gives what it gives over all of it") {
  const LstmOperands all({6, 9, 4, 21}, DType::float32);
  const Outputs whole = all.run();
  LstmOperands part = all;
  const auto pieces = split(all.x, {4, 0, 5}, {.axis = 1});
  std::vector<Tensor> sequences;
  for (const Tensor& piece : pieces) {
    part.x = piece;
    const Outputs y = part.run();
    sequences.push_back(y.tensors[0]);
    part.options.initial_h = y.tensors[2];
    part.options.initial_c = y.tensors[3];
  }
  REQUIRE(values<float>(concat(sequences, {.axis = 1})) == values<float>(whole.tensors[0]));
  REQUIRE(values<float>(part.options.initial_c) == values<float>(whole.tensors[3]));
}

TEST_CASE("lstm skips masked steps, whatever their inputs") {
  LstmOperands o({2, 4, 3, 5}, DType::float64);
  LstmOperands kept = o;
  kept.x = concat(
      {strided_slice(o.x, {{0, 0, 0}, {2, 1, 3}}), strided_slice(o.x, {{0, 2, 0}, {2, 2, 3}})},
      {.axis = 1});
  const Tensor bad = full({2, 1, 3}, std::nan(""), DType::float64);
  const auto x = split(o.x, 4, {.axis = 1});
  o.x = concat({x[0], bad, x[2], x[3]}, {.axis = 1});
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

TEST_CASE("lstm and its gradient give the same bits on any number of threads") {
  const LstmOperands o({67, 11, 33, 45}, DType::float32);
  std::vector<std::vector<float>> seen;
  for (const int threads : {1, 2, 3, 7}) {
    const Threads scope(threads);
    seen.push_back(all_of_lstm(o));
  }
  REQUIRE(seen[0].size() > 67 * 11 * 45 * 6);
  for (const auto& other : seen) REQUIRE(other == seen[0]);
}
