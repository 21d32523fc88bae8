// Tests the runs of programs some rows at a time: what they give, and which programs have none.
#include <algorithm>
#include <cstring>

#include "kernels/common/attrs/random_attrs.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"
#include "ops/random/random.h"
#include "ops/sharding_rules.h"
#include "runtime/runtime.h"
#include "tests_cpp/program/compile_rows.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

size_t slice_count(const OfRows& compute, std::vector<Tensor> inputs) {
  return compile_rows(compute, inputs).slices().size();
}

// Bit for bit what `compute` gives, of all rows in turn.
void require_same_rows(const CompiledRows& compiled, const OfRows& compute,
                       std::span<const Tensor> inputs) {
  const std::vector<Tensor> got = compiled.run(inputs), expected = compute(inputs);
  REQUIRE(got.size() == expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    REQUIRE(got[i].shape() == expected[i].shape());
    REQUIRE(values<float>(got[i]) == values<float>(expected[i]));
  }
}

// So many floats in a row that a few hundred rows are more than the caches hold.
constexpr int64_t kRows = 1001, kWide = 8192;

}  // namespace

TEST_CASE("a chain over many rows runs some rows at a time and gives the same") {
  const Threads threads(2);
  const Tensor inputs[] = {normal({kRows, kWide}, 1)};
  const Tensor scale = normal({kWide}, 2);
  const OfRows compute = [&](std::span<const Tensor> in) {
    const Tensor x = relu(multiply(in[0], scale));
    return std::vector{exp(negative(x)), reshape(x, {.shape = {kRows, 64, kWide / 64}}),
                       softmax(x, {}), reduce_sum(x, {.axis = Axes{1}})};
  };
  const auto compiled = compile_rows(compute, inputs);
  REQUIRE(compiled.slices().size() > 1);
  int64_t next = 0;
  for (const RowSlice& slice : compiled.slices()) {
    REQUIRE(slice.first == next);
    next += slice.count;
    REQUIRE(slice.program->slices.empty());
  }
  REQUIRE(next == kRows);
  REQUIRE(compiled.program->describe_arena().find("rows at a time") != std::string::npos);
  require_same_rows(compiled, compute, inputs);
  const Tensor others[] = {normal({kRows, kWide}, 3)};
  require_same_rows(compiled, compute, others);
}

TEST_CASE("slices read variables and constants as a whole, and several inputs by rows") {
  const Threads threads(2);
  const Tensor inputs[] = {normal({kRows, kWide}, 1), normal({kRows, kWide}, 2)};
  const VariableRef w = make_ref<Variable>(normal({kWide}, 3), "w");
  const OfRows compute = [&](std::span<const Tensor> in) {
    return std::vector{tanh(add(multiply(in[0], w->read()), relu(in[1])))};
  };
  const auto compiled = compile_rows(compute, inputs, {w});
  REQUIRE(compiled.slices().size() > 1);
  require_same_rows(compiled, compute, inputs);
  w->assign(normal({kWide}, 4));
  require_same_rows(compiled, compute, inputs);
}

TEST_CASE("outputs of a program in slices may be the values of variables") {
  const Threads threads(2);
  const Tensor inputs[] = {normal({kRows, kWide}, 1)};
  const VariableRef w = make_ref<Variable>(normal({kWide}, 3), "w");
  const OfRows compute = [&](std::span<const Tensor> in) {
    const Tensor value = w->read();
    return std::vector{tanh(exp(relu(multiply(in[0], value)))), value};
  };
  const auto compiled = compile_rows(compute, inputs, {w});
  REQUIRE(compiled.slices().size() > 1);
  REQUIRE(values<float>(compiled.run(inputs)[1]) == values<float>(w->read()));
  w->assign(normal({kWide}, 4));
  REQUIRE(values<float>(compiled.run(inputs)[1]) == values<float>(w->read()));
}

TEST_CASE("convolutions, pools and products run by rows") {
  const Threads threads(2);
  const Tensor inputs[] = {normal({400, 14, 14, 16}, 1)};
  const Tensor filters = normal({3, 3, 16, 16}, 2), bias = normal({16}, 3);
  const Tensor matrix = normal({7 * 7 * 16, 10}, 4);
  const OfRows compute = [&](std::span<const Tensor> in) {
    const Tensor map = conv2d(in[0], filters, {.padding = Padding::same});
    const Tensor small = max_pool2d(relu(bias_add(map, bias)), {});
    return std::vector{matmul(reshape(small, {.shape = {400, 7 * 7 * 16}}), matrix)};
  };
  const auto compiled = compile_rows(compute, inputs);
  REQUIRE(compiled.slices().size() > 1);
  const auto got = values<float>(compiled.run(inputs)[0]);
  const auto expected = values<float>(compute(inputs)[0]);
  for (size_t i = 0; i < got.size(); ++i)
    REQUIRE(got[i] == Approx(expected[i]).epsilon(1e-5).margin(1e-3));
}

TEST_CASE("programs whose rows depend on each other run all rows at once") {
  const Threads threads(2);
  const Tensor x = normal({kRows, kWide}, 1), square = normal({2048, 2048}, 2);
  const Tensor other = normal({2048, 2048}, 3);
  const auto chain = [](const Tensor& y) { return std::vector{exp(negative(relu(y)))}; };
  REQUIRE(slice_count([&](auto in) { return chain(in[0]); }, {x}) > 1);
  REQUIRE(slice_count([&](auto in) { return chain(softmax(in[0], {.axis = 0})); }, {x}) == 0);
  REQUIRE(
      slice_count([&](auto in) { return chain(add(in[0], reduce_sum(in[0], {.axis = Axes{0}}))); },
                  {x}) == 0);
  REQUIRE(slice_count(
              [&](auto in) {
                return chain(reshape(in[0], {.shape = {kWide, kRows}}));
              },
              {x}) == 0);
  REQUIRE(slice_count([&](auto in) { return chain(matmul(in[0], in[1])); }, {square, square}) == 0);
  REQUIRE(slice_count([&](auto in) { return chain(matmul(in[0], square, {.transpose_a = true})); },
                      {square}) == 0);
  REQUIRE(slice_count([&](auto in) { return chain(add(other, in[0])); }, {square}) == 0);
  const auto noisy = [&](auto in) {
    return chain(add(in[0], random_normal(x.shape(), 0, 1, DType::float32, std::nullopt)));
  };
  REQUIRE(slice_count(noisy, {x}) == 0);
  REQUIRE(slice_count([&](auto in) { return std::vector{reduce_max(relu(exp(in[0])))}; }, {x}) ==
          0);
}

TEST_CASE("slices draw the numbers that all rows draw") {
  const Threads threads(2);
  const Tensor inputs[] = {normal({kRows, kWide + 3}, 1)};
  const OfRows compute = [](std::span<const Tensor> in) {
    const Tensor x = dropout(relu(in[0]), 0.5, std::nullopt);
    return std::vector{dropout(exp(negative(x)), 0.2, 7), x};
  };
  const auto seed = [] { runtime().random().seed(5); };
  const auto compiled = compile_rows(compute, inputs);
  REQUIRE(compiled.slices().size() > 1);
  seed();
  const std::vector<Tensor> first = compiled.run(inputs), second = compiled.run(inputs);
  seed();
  for (const std::vector<Tensor>& got : {first, second}) {
    const std::vector<Tensor> expected = compute(inputs);
    for (size_t i = 0; i < got.size(); ++i)
      REQUIRE(values<float>(got[i]) == values<float>(expected[i]));
  }
  REQUIRE(values<float>(first[1]) != values<float>(second[1]));
}

TEST_CASE("random numbers of a fixed stream are those of all rows") {
  const Threads threads(2);
  const Tensor inputs[] = {normal({kRows, kWide}, 1)};
  const DropoutAttrs attrs{.rate = 0.5, .key = 3};
  const OfRows compute = [&](std::span<const Tensor> in) {
    return std::vector{negative(call_all(*find_op("stateless_dropout"), in, &attrs).tensors[0])};
  };
  const auto compiled = compile_rows(compute, inputs);
  REQUIRE(compiled.slices().empty());
  REQUIRE(values<float>(compiled.run(inputs)[0]) == values<float>(compute(inputs)[0]));
}

TEST_CASE("programs that fit in the caches, or mostly read weights, run all rows at once") {
  const Threads threads(2);
  const OfRows chain = [](auto in) { return std::vector{exp(negative(relu(in[0])))}; };
  REQUIRE(slice_count(chain, {normal({64, 64}, 1)}) == 0);
  REQUIRE(slice_count(chain, {normal({2, 4'000'000}, 1)}) == 0);  // one row alone does not fit
  const Tensor matrix = normal({2048, 2048}, 2);
  REQUIRE(slice_count([&](auto in) { return std::vector{relu(matmul(relu(in[0]), matrix))}; },
                      {normal({1024, 2048}, 1)}) == 0);
}

namespace {

std::vector<float> bits_of(const Tensor& tensor) {
  return values<float>(cast(tensor, DType::float32));
}

// Two rows and the other three, one below the other.
std::vector<float> in_two_parts(const OpDef& op, const std::vector<Tensor>& inputs) {
  std::vector<float> out;
  for (const auto& [first, count] : {std::pair<int64_t, int64_t>{0, 2}, {2, 3}}) {
    std::vector<Tensor> part;
    for (const Tensor& input : inputs)
      part.push_back(strided_slice(input, {.begin = {first, 0}, .size = {count, 4}}));
    const auto of_part = bits_of(call_all(op, part, nullptr).tensors[0]);
    out.insert(out.end(), of_part.begin(), of_part.end());
  }
  return out;
}

bool is_elementwise(const OpDef& op) {
  using namespace sharding_rules;
  const auto rules = {of_broadcast, of_sum, of_product, of_quotient};
  return op.attrs == nullptr && std::find(rules.begin(), rules.end(), op.sharding) != rules.end();
}

}  // namespace

TEST_CASE("elementwise ops hold what they say of rows") {
  int tested = 0;
  for (const OpDef* op : op_list()) {
    const bool is_bias = op == find_op("bias_add");
    if (!is_bias && !is_elementwise(*op)) continue;
    if (!op->dtypes.contains(DType::float32)) continue;
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < op->inputs.size(); ++i) {
      const Tensor x = normal({5, 4}, static_cast<int64_t>(i) + 1);
      const DTypeSet own = op->inputs[i].dtypes;
      inputs.push_back(own.empty() || own.contains(DType::float32) ? x : cast(x, DType::boolean));
    }
    if (is_bias) inputs[1] = normal({4}, 2);
    CAPTURE(op->name);
    const Tensor whole = call_all(*op, inputs, nullptr).tensors[0];
    const Sharding shardings[] = {Sharding::sharded(),
                                  is_bias ? Sharding::replicated() : Sharding::sharded(),
                                  Sharding::sharded()};
    REQUIRE(op->sharding({inputs, std::span(shardings).first(inputs.size()), whole, 0, nullptr}) ==
            Sharding::sharded());
    if (is_bias) continue;  // its parts are those of the convolutions' test
    const auto expected = bits_of(whole), got = in_two_parts(*op, inputs);
    REQUIRE(got.size() == expected.size());
    REQUIRE(std::memcmp(got.data(), expected.data(), got.size() * sizeof(float)) == 0);
    ++tested;
  }
  REQUIRE(tested > 60);
}
