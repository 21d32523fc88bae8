// Tests bias_add and batch normalisation: values, stability, gradients of both orders, bad calls.
#include <algorithm>
#include <cmath>

#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "tests_cpp/ops/adjoint.h"

using namespace pelton;
using namespace pelton::test;

namespace {

// Numbers without a pattern around `mean`.
Tensor noise(const Shape& shape, double mean, int salt) {
  std::vector<double> out(static_cast<size_t>(element_count(shape)));
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = mean + std::sin(12.9898 * static_cast<double>(i) + salt);
  return tensor(shape, out);
}

constexpr BatchNormAttrs kEpsilon{1e-3};

// Training as a composite of plain ops: the oracle of the kernels.
Tensor composite_train(const Tensor& x, const Tensor& scale, const Tensor& offset) {
  Axes rows;
  for (int64_t axis = 0; axis + 1 < x.rank(); ++axis) rows.push_back(axis);
  const Tensor centered = subtract(x, reduce_mean(x, {.axis = rows}));
  const Tensor variance = reduce_mean(square(centered), {.axis = rows});
  const Tensor rate = rsqrt(add(variance, scalar(kEpsilon.epsilon, x.dtype())));
  return add(multiply(centered, multiply(rate, scale)), offset);
}

Tensor fused_train(const Tensor& x, const Tensor& scale, const Tensor& offset) {
  return batch_norm_train(x, scale, offset, kEpsilon).tensors[0];
}

// y and the gradients of sum(weights * y) with respect to `inputs`.
template <class F>
std::vector<Tensor> with_gradients(const F& f, const std::vector<Tensor>& inputs,
                                   const Tensor& weights) {
  Tape tape;
  tape.start();
  std::vector<Tape::Source> sources;
  for (const Tensor& input : inputs) {
    tape.watch(input);
    sources.push_back(Tape::source_of(input));
  }
  const Tensor y = f(inputs[0], inputs[1], inputs[2]);
  const Tensor loss = reduce_sum(multiply(y, weights));
  tape.stop();
  std::vector<Tensor> out = tape.gradient({&loss, 1}, sources);
  out.push_back(y);
  return out;
}

}  // namespace

TEST_CASE("bias_add adds to the last axis") {
  const Tensor x = counting<float>({2, 1, 3});
  const Tensor y = bias_add(x, tensor<float>({3}, {10, 20, 30}));
  REQUIRE(values<float>(y) == std::vector<float>{10, 21, 32, 13, 24, 35});
  REQUIRE_THROWS_AS(bias_add(x, counting<float>({2})), Error);
  REQUIRE_THROWS_AS(bias_add(x, counting<float>({1, 3})), Error);
  REQUIRE_THROWS_AS(bias_add(x, counting<float>({})), Error);
  REQUIRE_THROWS_AS(bias_add(counting<float>({3}), counting<float>({3})), Error);
  REQUIRE_THROWS_AS(bias_add(x, counting<double>({3})), Error);
}

TEST_CASE("batch_norm_train normalises every channel") {
  constexpr int64_t kRows = 5000, kChannels = 3;
  const Tensor x = noise({50, 100, kChannels}, 3.0, 1);
  const Tensor scale = tensor<double>({3}, {1, 2, -1}), offset = tensor<double>({3}, {0, 1, 2});
  const Outputs out = batch_norm_train(x, scale, offset, kEpsilon);
  REQUIRE(out.count == 3);
  const auto in = values<double>(x), y = values<double>(out.tensors[0]);
  const auto mean = values<double>(out.tensors[1]), variance = values<double>(out.tensors[2]);
  for (size_t c = 0; c < 3; ++c) {
    double sum = 0, squares = 0;
    for (size_t r = 0; r < kRows; ++r) sum += in[r * 3 + c];
    const double m = sum / kRows;
    for (size_t r = 0; r < kRows; ++r) squares += (in[r * 3 + c] - m) * (in[r * 3 + c] - m);
    REQUIRE(mean[c] == Approx(m).epsilon(1e-12));
    REQUIRE(variance[c] == Approx(squares / kRows).epsilon(1e-12));
    const double expected =
        (in[30 + c] - m) / std::sqrt(squares / kRows + 1e-3) * values<double>(scale)[c] +
        values<double>(offset)[c];
    REQUIRE(y[30 + c] == Approx(expected).epsilon(1e-12));
  }
  const Tensor inferred =
      batch_norm_infer(x, out.tensors[1], out.tensors[2], scale, offset, kEpsilon);
  REQUIRE(values<double>(inferred) == y);
}

TEST_CASE("batch variance is exact far from zero and in 16-bit floats") {
  std::vector<float> far(100000);
  for (size_t i = 0; i < far.size(); ++i) far[i] = i % 2 == 0 ? 10000.0f : 10001.0f;
  const Tensor one = tensor<float>({1}, {1}), zero = tensor<float>({1}, {0});
  const Outputs out = batch_norm_train(tensor({100000, 1}, far), one, zero, kEpsilon);
  REQUIRE(values<float>(out.tensors[1])[0] == 10000.5f);
  REQUIRE(values<float>(out.tensors[2])[0] == Approx(0.25f).epsilon(1e-5));

  std::vector<Half> halves(6000);
  for (size_t i = 0; i < halves.size(); ++i) halves[i] = Half(i % 3 == 0 ? 30.0f : 60.0f);
  const Outputs half = batch_norm_train(tensor({6000, 1}, halves), one, zero, kEpsilon);
  REQUIRE(half.tensors[0].dtype() == DType::float16);
  REQUIRE(values<float>(half.tensors[1])[0] == Approx(50.0f));
  REQUIRE(values<float>(half.tensors[2])[0] == Approx(200.0f));
}

TEST_CASE("an empty batch has no mean") {
  const Tensor two = counting({2});
  const Outputs out = batch_norm_train(counting({0, 2}), two, two, kEpsilon);
  REQUIRE(out.tensors[0].shape() == Shape{0, 2});
  REQUIRE(std::isnan(values<double>(out.tensors[1])[1]));
}

TEST_CASE("batch norm gradients") {
  const Tensor x = noise({2, 3, 2}, 0.5, 1), scale = noise({2}, 1, 2), offset = noise({2}, 0, 3);
  const Tensor w = noise({2, 3, 2}, 0, 4), wm = noise({2}, 0, 5), wv = noise({2}, 0, 6);
  check_gradient("batch_norm_train", {x, scale, offset}, kEpsilon, {w, Tensor(), Tensor()});
  check_gradient("batch_norm_train", {x, scale, offset}, kEpsilon, {w, wm, wv});
  check_gradient("batch_norm_train", {x, scale, offset}, kEpsilon, {Tensor(), wm, wv});
  const Tensor variance = noise({2}, 1.5, 7);
  check_gradient("batch_norm_infer", {x, wm, variance, scale, offset}, kEpsilon, {w});
  const Tensor mean = noise({2}, 0, 9);
  const std::vector<Tensor> inputs = {noise({2, 3, 2}, 0, 8), x, scale, offset, mean, variance};
  check_gradient("batch_norm_grad", inputs, kEpsilon, {w, wm, wv});
  check_gradient("batch_norm_grad", inputs, kEpsilon, {w, Tensor(), Tensor()});
  check_gradient("batch_norm_grad", inputs, kEpsilon, {Tensor(), wm, Tensor()});
  check_gradient("batch_norm_grad", inputs, kEpsilon, {Tensor(), Tensor(), wv});
}

TEST_CASE("the fused batch norm agrees with the composite") {
  for (const Shape& shape : {Shape{7, 1}, Shape{33, 40}, Shape{2, 50, 31, 5}, Shape{3, 4000}}) {
    const Shape channels{shape.back()};
    const std::vector<Tensor> inputs = {noise(shape, 0.5, 1), noise(channels, 1, 2),
                                        noise(channels, 0, 3)};
    const Tensor weights = noise(shape, 0.1, 4);
    const auto fused = with_gradients(fused_train, inputs, weights);
    const auto oracle = with_gradients(composite_train, inputs, weights);
    REQUIRE(fused.size() == oracle.size());
    for (size_t k = 0; k < fused.size(); ++k) {
      const auto got = values<double>(fused[k]), want = values<double>(oracle[k]);
      REQUIRE(got.size() == want.size());
      double worst = 0;
      for (size_t i = 0; i < got.size(); ++i)
        worst = std::max(worst, std::abs(got[i] - want[i]) / (1 + std::abs(want[i])));
      INFO("result " << k << " of " << shape.size() << " axes");
      REQUIRE(worst < 1e-10);
    }
  }
}

TEST_CASE("batch norm refuses wrong shapes and dtypes") {
  const Tensor x = counting({2, 3}), three = counting({3}), two = counting({2});
  const Tensor single = counting<float>({3});
  REQUIRE_THROWS_AS(batch_norm_train(x, two, three, kEpsilon), Error);
  REQUIRE_THROWS_AS(batch_norm_train(x, three, two, kEpsilon), Error);
  REQUIRE_THROWS_AS(batch_norm_train(x, single, three, kEpsilon), Error);
  REQUIRE_THROWS_AS(batch_norm_train(counting({}), three, three, kEpsilon), Error);
  REQUIRE_THROWS_AS(batch_norm_train(counting<int32_t>({2, 3}), three, three, kEpsilon), Error);
  REQUIRE_THROWS_AS(batch_norm_train(x, x, three, kEpsilon), Error);
  REQUIRE_THROWS_AS(batch_norm_infer(x, three, two, three, three, kEpsilon), Error);
  REQUIRE_THROWS_AS(batch_norm_grad(two, x, three, three, three, three, kEpsilon), Error);
  const std::string text = error_of([&] { batch_norm_train(x, two, three, kEpsilon); });
  REQUIRE(text.find("scale must have the same number of elements") != std::string::npos);
}
