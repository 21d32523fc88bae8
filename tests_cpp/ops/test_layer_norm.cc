// Tests layer normalisation: values, stability, gradients of both orders, each instruction set,
// any number of threads, bad calls.
#include <algorithm>
#include <cmath>

#include "autograd/tape.h"
#include "kernels/cpu/dispatch/isa.h"
#include "kernels/declared/norm.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "runtime/runtime.h"
#include "tests_cpp/ops/adjoint.h"
#include "tests_cpp/runtime/threads.h"

using namespace pelton;
using namespace pelton::test;

namespace {

constexpr LayerNormAttrs kLayerEpsilon{1e-3};

// Numbers without a pattern around `mean`.
Tensor waves(const Shape& shape, double mean, int salt) {
  std::vector<double> out(static_cast<size_t>(element_count(shape)));
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = mean + std::sin(12.9898 * static_cast<double>(i) + salt);
  return tensor(shape, out);
}

// The last axes of x, as many as scale has.
Axes last_axes(const Tensor& x, const Tensor& scale) {
  Axes axes;
  for (int64_t axis = x.rank() - scale.rank(); axis < x.rank(); ++axis) axes.push_back(axis);
  return axes;
}

// Of plain ops: the oracle of the kernels.
Tensor layer_norm_composite(const Tensor& x, const Tensor& scale, const Tensor& offset) {
  const ReduceAttrs over{.axis = last_axes(x, scale), .keepdims = true};
  const Tensor centered = subtract(x, reduce_mean(x, over));
  const Tensor variance = reduce_mean(square(centered), over);
  const Tensor rate = rsqrt(add(variance, scalar(kLayerEpsilon.epsilon, x.dtype())));
  return add(multiply(multiply(centered, rate), scale), offset);
}

Tensor fused(const Tensor& x, const Tensor& scale, const Tensor& offset) {
  return layer_norm(x, scale, offset, kLayerEpsilon);
}

// f's value, the gradients of sum(weights * value) by its inputs, and the gradients of the sum of
// these gradients' squares.
template <class F>
std::vector<Tensor> both_orders(const F& f, const std::vector<Tensor>& inputs,
                                const Tensor& weights) {
  std::vector<Tape::Source> sources;
  Tape outer, inner;
  for (Tape* tape : {&outer, &inner}) {
    tape->start();
    for (const Tensor& input : inputs) tape->watch(input);
  }
  for (const Tensor& input : inputs) sources.push_back(Tape::source_of(input));
  const Tensor y = f(inputs[0], inputs[1], inputs[2]);
  const Tensor loss = reduce_sum(multiply(y, weights));
  inner.stop();
  std::vector<Tensor> out = inner.gradient({&loss, 1}, sources);
  Tensor squares = scalar(0, DType::float64);
  for (const Tensor& grad : out) squares = add(squares, reduce_sum(square(grad)));
  outer.stop();
  for (const Tensor& grad : outer.gradient({&squares, 1}, sources)) out.push_back(grad);
  out.push_back(y);
  return out;
}

double worst_difference(const Tensor& left, const Tensor& right) {
  const auto got = values<double>(left), want = values<double>(right);
  REQUIRE(got.size() == want.size());
  double worst = 0;
  for (size_t i = 0; i < got.size(); ++i)
    worst = std::max(worst, std::abs(got[i] - want[i]) / (1 + std::abs(want[i])));
  return worst;
}

// The bytes that a kernel gives for float32 or 16-bit inputs.
std::vector<Tensor> run_kernel(Kernel kernel, const std::vector<Tensor>& in, size_t outputs) {
  std::vector<Tensor> out{empty(in[0].shape(), in[0].dtype())};
  for (size_t i = 1; i < outputs; ++i) out.push_back(empty(in[2].shape(), in[2].dtype()));
  std::vector<TensorView> from, to;
  for (const Tensor& x : in) from.push_back(view_of(x));
  for (const Tensor& x : out) to.push_back(view_of(x));
  kernel(KernelContext(from, to, &kLayerEpsilon, runtime().devices().backend(Device{}).allocator(0),
                       nullptr));
  return out;
}

}  // namespace

TEST_CASE("layer_norm normalises every row") {
  constexpr size_t kRows = 6, kWidth = 37;
  const Tensor x = waves({2, 3, 37}, 3.0, 1), scale = waves({37}, 1, 2), offset = waves({37}, 0, 3);
  const auto in = values<double>(x), y = values<double>(fused(x, scale, offset));
  const auto factor = values<double>(scale), shift = values<double>(offset);
  for (size_t r = 0; r < kRows; ++r) {
    double mean = 0, squares = 0;
    for (size_t i = 0; i < kWidth; ++i) mean += in[r * kWidth + i] / kWidth;
    for (size_t i = 0; i < kWidth; ++i) squares += std::pow(in[r * kWidth + i] - mean, 2) / kWidth;
    for (size_t i = 0; i < kWidth; ++i) {
      const double normal = (in[r * kWidth + i] - mean) / std::sqrt(squares + 1e-3);
      REQUIRE(y[r * kWidth + i] == Approx(normal * factor[i] + shift[i]).epsilon(1e-12));
    }
  }
}

TEST_CASE("layer_norm is exact far from zero and of 16-bit floats") {
  std::vector<float> far(1001);
  for (size_t i = 0; i < far.size(); ++i) far[i] = i % 2 == 0 ? 100000.0f : 100001.0f;
  const Tensor one = ones({1001}, DType::float32), zero = zeros({1001}, DType::float32);
  const auto y = values<float>(layer_norm(tensor({1001}, far), one, zero, kLayerEpsilon));
  REQUIRE(y[1] == Approx(0.50049950 / std::sqrt(0.24999975 + 1e-3)).epsilon(1e-4));
  REQUIRE(y[0] == Approx(-0.49950050 / std::sqrt(0.24999975 + 1e-3)).epsilon(1e-4));

  std::vector<Half> halves(1001);
  for (size_t i = 0; i < halves.size(); ++i) halves[i] = Half(i % 7 == 0 ? 60000.0f : 30000.0f);
  const Tensor half = layer_norm(tensor({7, 143}, halves), ones({143}, DType::float16),
                                 zeros({143}, DType::float16), kLayerEpsilon);
  REQUIRE(half.dtype() == DType::float16);
  REQUIRE(static_cast<float>(values<Half>(half)[0]) == Approx(std::sqrt(122.0 / 21)).epsilon(1e-3));
}

TEST_CASE("layer_norm of no rows and of rows without elements") {
  const Tensor three = counting({3}), none = zeros({0}, DType::float64);
  const Tensor empty_batch = zeros({0, 3}, DType::float64);
  REQUIRE(fused(empty_batch, three, three).shape() == Shape{0, 3});
  const Outputs grads = layer_norm_grad(empty_batch, empty_batch, three, kLayerEpsilon);
  REQUIRE(values<double>(grads.tensors[1]) == std::vector<double>{0, 0, 0});
  REQUIRE(values<double>(grads.tensors[2]) == std::vector<double>{0, 0, 0});
  const Tensor thin = zeros({3, 0}, DType::float64);
  REQUIRE(fused(thin, none, none).shape() == Shape{3, 0});
  REQUIRE(layer_norm_grad(thin, thin, none, kLayerEpsilon).tensors[1].shape() == Shape{0});
}

TEST_CASE("layer norm gradients") {
  for (const Shape& last : {Shape{5}, Shape{3, 5}, Shape{2, 3, 5}}) {
    const Tensor x = waves({2, 3, 5}, 0.5, 1), scale = waves(last, 1, 2),
                 offset = waves(last, 0, 3);
    const Tensor w = waves({2, 3, 5}, 0, 4), ws = waves(last, 0, 5), wo = waves(last, 0, 6);
    check_gradient("layer_norm", {x, scale, offset}, kLayerEpsilon, {w});
    const std::vector<Tensor> inputs = {waves({2, 3, 5}, 0, 8), x, scale};
    check_gradient("layer_norm_grad", inputs, kLayerEpsilon, {w, ws, wo});
    check_gradient("layer_norm_grad", inputs, kLayerEpsilon, {w, Tensor(), Tensor()});
    check_gradient("layer_norm_grad", inputs, kLayerEpsilon, {Tensor(), ws, Tensor()});
    check_gradient("layer_norm_grad", inputs, kLayerEpsilon, {Tensor(), Tensor(), wo});
  }
}

TEST_CASE("the fused layer norm agrees with the composite in both orders") {
  struct Sizes {
    Shape x, last;
  };
  for (const auto& [shape, last] :
       {Sizes{{7, 1}, {1}}, Sizes{{33, 40}, {40}}, Sizes{{2, 50, 31, 5}, {31, 5}},
        Sizes{{3, 4001}, {4001}}, Sizes{{6, 10}, {6, 10}}, Sizes{{700, 3}, {3}}}) {
    const std::vector<Tensor> inputs = {waves(shape, 0.5, 1), waves(last, 1, 2), waves(last, 0, 3)};
    const Tensor weights = waves(shape, 0.1, 4);
    const auto got = both_orders(fused, inputs, weights);
    const auto oracle = both_orders(layer_norm_composite, inputs, weights);
    REQUIRE(got.size() == oracle.size());
    for (size_t k = 0; k < got.size(); ++k) {
      if (!oracle[k].defined()) continue;  // nothing follows from the offset
      INFO("result " << k << " of rows of " << element_count(last));
      REQUIRE(worst_difference(got[k], oracle[k]) < 1e-9);
    }
  }
}

TEST_CASE("layer norm gives the same bits on any number of threads") {
  const Tensor x = cast(waves({100, 700}, 0.5, 1), DType::float32);
  const Tensor grad = cast(waves({100, 700}, 0, 2), DType::float32);
  const Tensor scale = cast(waves({700}, 1, 3), DType::float32);
  std::vector<std::vector<float>> seen;
  for (const int threads : {1, 2, 3}) {
    const Threads scope(threads);
    seen.push_back(values<float>(layer_norm(x, scale, scale, kLayerEpsilon)));
    const Outputs grads = layer_norm_grad(grad, x, scale, kLayerEpsilon);
    for (const Tensor& result : grads.tensors)
      if (result.defined())
        for (const float value : values<float>(result)) seen.back().push_back(value);
  }
  REQUIRE(seen[0].size() == 2 * 70000 + 2 * 700);
  REQUIRE(seen[1] == seen[0]);
  REQUIRE(seen[2] == seen[0]);
}

TEST_CASE("every instruction set has the layer norm kernels") {
  struct Build {
    cpu::Isa isa;
    Kernel forward, gradient;
  };
  const std::vector<Build> builds = {
    {cpu::Isa::generic, cpu::generic::layer_norm, cpu::generic::layer_norm_grad},
#if PELTON_X86
    {cpu::Isa::avx2, cpu::avx2::layer_norm, cpu::avx2::layer_norm_grad},
    {cpu::Isa::avx512, cpu::avx512::layer_norm, cpu::avx512::layer_norm_grad},
#endif
  };
  for (const int64_t n : {1, 3, 8, 17, 64, 131, 1024})
    for (const DType dtype : {DType::float32, DType::float64, DType::float16, DType::bfloat16}) {
      const DType wide = dtype == DType::float64 ? dtype : DType::float32;
      const Tensor x = cast(waves({9, n}, 2, 1), dtype), grad = cast(waves({9, n}, 0, 2), dtype);
      const Tensor scale = cast(waves({n}, 1, 3), wide), offset = cast(waves({n}, 0, 4), wide);
      const auto in_double = [](const Tensor& t) { return cast(t, DType::float64); };
      const Tensor y = layer_norm_composite(in_double(x), in_double(scale), in_double(offset));
      const Outputs grads =
          layer_norm_grad(in_double(grad), in_double(x), in_double(scale), kLayerEpsilon);
      const double bound = dtype == DType::float64   ? 1e-12
                           : dtype == DType::float32 ? 2e-5
                           : dtype == DType::float16 ? 1e-3
                                                     : 8e-3;
      for (const Build& build : builds) {
        if (build.isa > cpu::best_isa()) continue;
        CAPTURE(cpu::name(build.isa), n, name(dtype));
        const auto forward = run_kernel(build.forward, {x, scale, offset}, 1);
        REQUIRE(worst_difference(in_double(forward[0]), y) < bound);
        const auto gradient = run_kernel(build.gradient, {grad, x, scale}, 3);
        for (size_t k = 0; k < 3; ++k)
          REQUIRE(worst_difference(in_double(gradient[k]), grads.tensors[k]) < bound);
      }
    }
}

TEST_CASE("layer norm refuses wrong shapes and dtypes") {
  const Tensor x = counting({2, 3}), three = counting({3}), two = counting({2});
  REQUIRE_THROWS_AS(layer_norm(x, two, two, kLayerEpsilon), Error);
  REQUIRE_THROWS_AS(layer_norm(x, three, two, kLayerEpsilon), Error);
  REQUIRE_THROWS_AS(layer_norm(x, x, three, kLayerEpsilon), Error);
  REQUIRE_THROWS_AS(layer_norm(three, x, x, kLayerEpsilon), Error);
  REQUIRE_THROWS_AS(layer_norm(x, counting({}), counting({}), kLayerEpsilon), Error);
  REQUIRE_THROWS_AS(layer_norm(x, counting<float>({3}), three, kLayerEpsilon), Error);
  REQUIRE_THROWS_AS(layer_norm(counting<int32_t>({2, 3}), three, three, kLayerEpsilon), Error);
  REQUIRE_THROWS_AS(layer_norm_grad(three, x, three, kLayerEpsilon), Error);
  const std::string text = error_of([&] { layer_norm(x, two, two, kLayerEpsilon); });
  REQUIRE(text.find("scale must have the last axes of x, got (2,) and (2, 3)") !=
          std::string::npos);
}
