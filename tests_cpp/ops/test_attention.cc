// Tests attention over lengths that take several blocks: values and gradients against the
// composite, masks that hide all, any number of threads, large scores.
#include <cmath>

#include "autograd/tape.h"
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

struct AttentionCase {
  int64_t batch, queries, keys, heads, groups, depth, width;
  bool causal;
  Shape mask, bias;
};

constexpr uint64_t kSeed = 7;

struct AttentionInputs {
  AttentionInputs(const AttentionCase& c, DType dtype)
      : query(random_tensor({c.batch, c.queries, c.heads, c.depth}, dtype, kSeed)),
        key(random_tensor({c.batch, c.keys, c.groups, c.depth}, dtype, kSeed + 1)),
        value(random_tensor({c.batch, c.keys, c.groups, c.width}, dtype, kSeed + 2)),
        weights(random_tensor({c.batch, c.queries, c.heads, c.width}, dtype, kSeed + 3)),
        attrs{.causal = c.causal} {
    if (!c.mask.empty())
      mask = less(random_tensor(c.mask, DType::float64, kSeed + 4), scalar(0.2, DType::float64));
    if (!c.bias.empty()) bias = random_tensor(c.bias, dtype, kSeed + 5);
  }
  std::vector<Tensor> sources() const {
    std::vector<Tensor> all{query, key, value};
    if (bias.defined()) all.push_back(bias);
    return all;
  }
  Tensor query, key, value, mask, bias, weights;
  AttentionAttrs attrs;
};

Tensor fused_attention(const AttentionInputs& in) {
  return attention(in.query, in.key, in.value, in.mask, in.bias, in.attrs).tensors[0];
}

// The weights as a tensor, times the values of each head.
Tensor attention_of_weights(const AttentionInputs& in) {
  const Shape& v = in.value.shape();
  const int64_t heads = in.query.shape()[2];
  const Tensor each = broadcast_to(expand_dims(in.value, {.axis = 3}),
                                   {.shape = {v[0], v[1], v[2], heads / v[2], v[3]}});
  const Tensor values_of_heads =
      transpose(reshape(each, {.shape = {v[0], v[1], heads, v[3]}}), {.perm = Axes{0, 2, 1, 3}});
  const Tensor weights = attention_weights(in.query, in.key, in.mask, in.bias, in.attrs);
  return transpose(matmul(weights, values_of_heads), {.perm = Axes{0, 2, 1, 3}});
}

// The result and the gradients of sum(result * weights).
std::vector<Tensor> with_gradients(Tensor (*compute)(const AttentionInputs&),
                                   const AttentionInputs& in) {
  Tape tape;
  tape.start();
  std::vector<Tape::Source> sources;
  for (const Tensor& x : in.sources()) tape.watch(x), sources.push_back(Tape::source_of(x));
  const Tensor y = compute(in), loss = reduce_sum(multiply(y, in.weights));
  tape.stop();
  std::vector<Tensor> out = tape.gradient({&loss, 1}, sources);
  out.push_back(y);
  return out;
}

const AttentionCase kAttentionCases[] = {
    {2, 100, 300, 2, 2, 16, 24, false, {}, {}},
    {1, 130, 270, 4, 2, 20, 70, false, {1, 1, 1, 270}, {4, 130, 270}},
    {2, 97, 131, 2, 1, 8, 8, true, {2, 1, 97, 131}, {1, 131}},
    {1, 200, 200, 1, 1, 64, 64, true, {}, {200, 1}},
    {1, 50, 70, 3, 3, 5, 130, true, {50, 1}, {}},  // some queries see no key
};

}  // namespace

TEST_CASE("attention in blocks is that of all weights at once") {
  for (const AttentionCase& c : kAttentionCases) {
    CAPTURE(&c - kAttentionCases);
    const AttentionInputs in(c, DType::float64);
    const auto got = with_gradients(fused_attention, in);
    const auto wanted = with_gradients(attention_of_weights, in);
    for (size_t i = 0; i < wanted.size(); ++i) {
      CAPTURE(i);
      REQUIRE(max_difference(values_of(got[i]), values_of(wanted[i])) < 1e-12);
    }
  }
}

TEST_CASE("attention of narrower floats is that of double ones, rounded") {
  for (const AttentionCase& c : kAttentionCases)
    for (const DType dtype : {DType::float32, DType::float16, DType::bfloat16}) {
      CAPTURE(&c - kAttentionCases, name(dtype));
      const AttentionInputs narrow(c, dtype);
      AttentionInputs wide(c, DType::float64);
      if (narrow.bias.defined()) wide.bias = cast(narrow.bias, DType::float64);
      for (auto [to, from] : {std::pair{&wide.query, &narrow.query},
                              {&wide.key, &narrow.key},
                              {&wide.value, &narrow.value},
                              {&wide.weights, &narrow.weights}})
        *to = cast(*from, DType::float64);
      const auto got = with_gradients(fused_attention, narrow);
      const auto wanted = with_gradients(fused_attention, wide);
      for (size_t i = 0; i < wanted.size(); ++i) {
        CAPTURE(i);
        const auto right = values_of(wanted[i]);
        double most = 1;
        for (const double x : right) most = std::max(most, std::abs(x));
        const double bound = (dtype == DType::float32   ? 1e-5
                              : dtype == DType::float16 ? 4e-3
                                                        : 3e-2);
        REQUIRE(max_difference(values_of(got[i]), right) < bound * most);
      }
    }
}

TEST_CASE("attention gives the same bits on any number of threads") {
  for (const AttentionCase& c : kAttentionCases) {
    const AttentionInputs in(c, DType::float32);
    std::vector<std::vector<double>> seen;
    for (const int threads : {1, 2, 5}) {
      const Threads scope(threads);
      seen.emplace_back();
      for (const Tensor& x : with_gradients(fused_attention, in))
        for (const double value : values_of(x)) seen.back().push_back(value);
    }
    REQUIRE(seen[1] == seen[0]);
    REQUIRE(seen[2] == seen[0]);
  }
}

TEST_CASE("a query that sees no key has the mean of all values and no gradient") {
  const AttentionCase c{1, 60, 80, 1, 1, 4, 3, true, {}, {}};
  AttentionInputs in(c, DType::float32);
  in.mask = fill({1, 80}, scalar(false, DType::boolean));
  const auto got = with_gradients(fused_attention, in);
  const auto value = values_of(in.value), result = values_of(got[3]);
  double mean = 0;
  for (size_t i = 0; i < value.size(); i += 3) mean += value[i] / 80;
  for (size_t i = 0; i < result.size(); i += 3) REQUIRE(result[i] == Approx(mean).margin(1e-6));
  for (const double x : values_of(got[0])) REQUIRE(x == 0);
  for (const double x : values_of(got[1])) REQUIRE(x == 0);
}

TEST_CASE("attention keeps infinities and NaN where they belong") {
  const AttentionCase c{1, 3, 300, 1, 1, 2, 2, false, {}, {3, 300}};
  AttentionInputs in(c, DType::float32);
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  std::vector<float> bias(900, 0.0F);
  for (size_t i = 0; i < 299; ++i) bias[i] = -inf;    // one key is left, in the second block
  for (size_t i = 300; i < 600; ++i) bias[i] = -inf;  // none is
  bias[899] = nan;
  in.bias = tensor({3, 300}, bias);
  const auto y = values<float>(fused_attention(in));
  const auto value = values_of(in.value);
  REQUIRE(y[0] == Approx(value[598]));
  REQUIRE(y[1] == Approx(value[599]));
  for (size_t i = 2; i < 6; ++i) REQUIRE(std::isnan(y[i]));
}

TEST_CASE("large scores neither overflow nor lose the largest") {
  const AttentionCase c{1, 4, 100, 1, 1, 8, 2, false, {}, {}};
  AttentionInputs in(c, DType::float32);
  in.attrs.scale = 1e30;
  for (const Tensor& x : with_gradients(fused_attention, in))
    for (const double value : values_of(x)) REQUIRE(std::isfinite(value));
}
