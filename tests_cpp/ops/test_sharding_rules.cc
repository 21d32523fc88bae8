// Tests what each op says of rows: programs of it run in slices or on all rows at once.
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "kernels/common/attrs/cross_entropy_attrs.h"
#include "kernels/common/attrs/fused_matmul_attrs.h"
#include "ops/array/array.h"
#include "ops/image/image.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"
#include "runtime/runtime.h"
#include "tests_cpp/program/compile_rows.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

constexpr int64_t kImages = 66;
const Axes kMiddle{1, 2};
Tensor ensured(const Tensor& x) { return ensure_shape(x, {{-1, 14, 14, 8}}); }

// What every row reads alike, made before the programs.
struct Weights {
  Tensor filters = normal({3, 3, 8, 8}, 11), point = normal({1, 1, 1, 8}, 12);
  Tensor bias = normal({8}, 13), matrix = normal({8, 10}, 14), other_bias = normal({10}, 15);
  Tensor table = normal({10, 14 * 14 * 8}, 16), map = normal({kImages, 14, 14, 8}, 17);
  Tensor picks = tensor<int64_t>({4}, {3, 0, 3, 1});
  Tensor gates = normal({14 * 8, 4 * 5}, 18), recurrent = normal({5, 4 * 5}, 19);
};

// What a case computes with: maps of two sizes, (images, 14, 14, 8) and (images, 28, 27, 8), the
// first one with one axis for each image, and labels from 0 to 9.
struct Given : Weights {
  Tensor x, large, flat, labels;
};

struct RowCase {
  const char* op;
  std::function<Tensor(const Given&)> compute;
};

Tensor all_of(const Outputs& outputs, size_t count) {
  std::vector<Tensor> flat;
  for (size_t i = 0; i < count; ++i) {
    const Tensor value = cast(outputs.tensors[i], DType::float32);
    flat.push_back(reshape(value, {.shape = {value.shape()[0], -1}}));
  }
  return concat(flat, {.axis = 1});
}

Tensor rows_sum(const Tensor& x) { return reduce_sum(x, {.axis = Axes{0, 1, 2}}); }

Tensor logits(const Given& g) {
  return matmul(strided_slice(g.flat, {{0, 0}, {kImages, 8}}), g.matrix);
}

Tensor fused_grad(const Given& g, size_t i) {
  const Outputs y = fused_conv2d(g.x, g.filters, g.bias, {.pool = {2, 2}});
  const Tensor& out = y.tensors[0];
  return fused_conv2d_grad(g.x, g.filters, out, y.tensors[1], sin(out), {.pool = {2, 2}})
      .tensors[i];
}

Tensor row_norm_grad(const Given& g, size_t i) {
  return layer_norm_grad(exp(g.x), g.x, g.bias, {}).tensors[i];
}

// A score for each row and pair of positions.
Tensor row_bias(const Given& g) {
  return expand_dims(reduce_sum(g.x, {.axis = Axes{3}}), {.axis = 1});
}

Tensor row_attention(const Given& g, size_t i) {
  const Tensor bias = row_bias(g);
  return attention(g.x, exp(g.x), sin(g.x), greater(bias, scalar(0)), bias, {.causal = true})
      .tensors[i];
}

Tensor row_attention_grad(const Given& g, size_t i) {
  const Tensor none = row_bias(g), seen = greater(g.bias, scalar(-9)),
               mask = reshape(concat({seen, strided_slice(seen, {{0}, {6}})}, {.axis = 0}),
                              {.shape = {1, 14}});
  const Outputs y = attention(g.x, exp(g.x), g.x, mask, none);
  return attention_grad(g.x, exp(g.x), g.x, mask, none, y.tensors[0], y.tensors[1], sin(g.x),
                        {.scores_needed = true})
      .tensors[i];
}

// The rows of each image as a sequence, some of them masked.
Tensor sequences(const Given& g) { return reshape(g.x, {.shape = {-1, 14, 14 * 8}}); }

// Of an LSTM's four gates those that a GRU has.
Tensor gru_weights(const Tensor& w) {
  return strided_slice(w, {.begin = {0, 0}, .size = {w.shape()[0], w.shape()[1] / 4 * 3}});
}

Tensor mask_of(const Tensor& x) { return greater(reduce_max(x, {.axis = Axes{2}}), scalar(2.2)); }

Outputs lstm_of(const Given& g) {
  return lstm(sequences(g), g.gates, g.recurrent, {.mask = mask_of(sequences(g))});
}

Tensor grad_of_lstm(const Given& g, size_t i) {
  const Outputs y = lstm_of(g);
  const Tensor& h = y.tensors[0];
  const Tensor none = zeros({0});
  const std::array inputs{
      sequences(g), g.gates, g.recurrent, none,         none,        zeros({0}, DType::boolean), h,
      y.tensors[1], sin(h),  none,        y.tensors[2], y.tensors[3]};
  return lstm_grad(inputs, {.has_bias = false}).tensors[i];
}

Outputs gru_of(const Given& g) {
  const Tensor x = matmul(sequences(g), gru_weights(g.gates));
  return gru(x, gru_weights(g.recurrent), {.mask = mask_of(sequences(g))});
}

Tensor grad_of_gru(const Given& g, size_t i) {
  const Outputs y = gru_of(g);
  const Tensor none = zeros({0});
  const std::array inputs{gru_weights(g.recurrent),
                          none,
                          zeros({0}, DType::boolean),
                          y.tensors[1],
                          sin(y.tensors[0]),
                          none,
                          y.tensors[2]};
  return gru_grad(inputs, {.has_bias = false}).tensors[i];
}

// In slices.
const RowCase kSharded[] = {
    {"conv2d",
     [](auto& g) {
       return conv2d(g.x, g.filters, {.strides = {2, 2}});
     }},
    {"conv2d_input_grad",
     [](auto& g) {
       return conv2d_input_grad(g.filters, g.x, {g.x.shape(), {1, 1}, Padding::same});
     }},
    {"conv2d_input_grad",
     [](auto& g) {
       return conv2d_input_grad(g.filters, g.x, {g.large.shape(), {2, 2}, Padding::same});
     }},
    {"conv2d_filter_grad",
     [](auto& g) {
       return conv2d_filter_grad(g.large, g.x, {g.filters.shape(), {2, 2}, Padding::same});
     }},
    {"conv2d_filter_grad",
     [](auto& g) {
       return conv2d_filter_grad(g.x, exp(g.x), {{3, 3, 4, 8}, {1, 1}, Padding::same, {2, 2}});
     }},
    {"fused_conv2d", [](auto& g) { return fused_conv2d(g.x, g.filters, g.bias, {}).tensors[0]; }},
    {"fused_conv2d_grad", [](auto& g) { return fused_grad(g, 0); }},
    {"fused_conv2d_grad", [](auto& g) { return fused_grad(g, 1); }},
    {"fused_conv2d_grad", [](auto& g) { return fused_grad(g, 2); }},
    {"max_pool2d",
     [](auto& g) {
       return max_pool2d(g.x, {{3, 3}, {2, 2}, Padding::same});
     }},
    {"max_pool2d_grad",
     [](auto& g) {
       return max_pool2d_grad(g.large, g.x, {{3, 3}, {2, 2}, Padding::same});
     }},
    {"max_pool2d_pick",
     [](auto& g) {
       return max_pool2d_pick(g.x, exp(g.x), {{3, 3}, {2, 2}, Padding::same});
     }},
    {"avg_pool2d",
     [](auto& g) {
       return avg_pool2d(g.x, {{3, 3}, {2, 2}, Padding::same});
     }},
    {"avg_pool2d_grad",
     [](auto& g) {
       return avg_pool2d_grad(g.x, {g.large.shape(), {3, 3}, {2, 2}, Padding::same});
     }},
    {"avg_pool2d_grad",
     [](auto& g) {
       return avg_pool2d_grad(g.x, {{kImages, 28, 29, 8}, {2, 2}, {2, 2}});
     }},
    {"batch_norm_infer",
     [](auto& g) { return batch_norm_infer(g.x, g.bias, square(g.bias), g.bias, g.bias, {}); }},
    {"layer_norm", [](auto& g) { return layer_norm(g.x, g.bias, square(g.bias), {}); }},
    {"layer_norm",
     [](auto& g) {
       return layer_norm(g.x, ones({14, 14, 8}), zeros({14, 14, 8}), {});
     }},
    {"layer_norm_grad", [](auto& g) { return row_norm_grad(g, 0); }},
    {"layer_norm_grad", [](auto& g) { return row_norm_grad(g, 1); }},
    {"layer_norm_grad", [](auto& g) { return row_norm_grad(g, 2); }},
    {"attention", [](auto& g) { return row_attention(g, 0); }},
    {"attention", [](auto& g) { return row_attention(g, 1); }},
    {"attention_grad", [](auto& g) { return row_attention_grad(g, 0); }},
    {"attention_grad", [](auto& g) { return row_attention_grad(g, 1); }},
    {"attention_grad", [](auto& g) { return row_attention_grad(g, 2); }},
    {"attention_grad", [](auto& g) { return row_attention_grad(g, 3); }},
    {"lstm", [](auto& g) { return all_of(lstm_of(g), 4); }},
    {"lstm_grad", [](auto& g) { return grad_of_lstm(g, 0); }},
    {"lstm_grad", [](auto& g) { return grad_of_lstm(g, 1); }},
    {"gru", [](auto& g) { return all_of(gru_of(g), 3); }},
    {"gru_grad", [](auto& g) { return grad_of_gru(g, 0); }},
    {"gru_grad", [](auto& g) { return grad_of_gru(g, 1); }},
    {"bias_add", [](auto& g) { return bias_add(g.x, g.bias); }},
    {"matmul", [](auto& g) { return matmul(g.x, g.matrix); }},
    {"matmul", [](auto& g) { return matmul(g.flat, logits(g), {.transpose_a = true}); }},
    {"matmul",
     [](auto& g) {
       const Tensor all = reshape(g.x, {.shape = {-1, 8}});
       return matmul(all, square(all), {.transpose_a = true});
     }},
    {"reshape",
     [](auto& g) {
       const Tensor y = matmul(reshape(g.x, {.shape = {-1, 8}}), g.matrix);
       return reshape(y, {.shape = {kImages, 14, 14, 10}});
     }},
    {"reshape",
     [](auto& g) {
       return exp(reshape(g.x, {.shape = {kImages * 14, 14 * 8}}));
     }},
    {"fused_matmul", [](auto& g) { return fused_matmul(g.x, g.matrix, g.other_bias, {}); }},
    {"argmax", [](auto& g) { return argmax(g.x, {.axis = -1}); }},
    {"argmin", [](auto& g) { return argmin(g.x, {.axis = 1}); }},
    {"sum_to_shape", [](auto& g) { return sum_to_shape(g.x, {8}); }},
    {"sum_to_shape",
     [](auto& g) {
       return sum_to_shape(g.x, {kImages, 1, 14, 8});
     }},
    {"reduce_sum",
     [](auto& g) {
       return reduce_sum(g.x, {.axis = Axes{0, 2}});
     }},
    {"reduce_mean", [](auto& g) { return reduce_mean(g.x); }},
    {"reduce_sum_of_squares", [](auto& g) { return reduce_sum_of_squares(g.x); }},
    {"add", [](auto& g) { return add(reduce_mean(g.x), reduce_mean(exp(g.x))); }},
    {"add", [](auto& g) { return add(reduce_mean(g.x), scalar(3)); }},
    {"subtract", [](auto& g) { return subtract(scalar(3), reduce_mean(g.x)); }},
    {"subtract", [](auto& g) { return subtract(rows_sum(g.x), rows_sum(exp(g.x))); }},
    {"multiply", [](auto& g) { return multiply(g.bias, rows_sum(g.x)); }},
    {"divide", [](auto& g) { return divide(rows_sum(g.x), exp(g.bias)); }},
    {"multiply", [](auto& g) { return multiply(reduce_mean(g.x), scalar(0.5)); }},
    {"ones_like",
     [](auto& g) { return multiply(ones_like(add(reduce_mean(g.x), reduce_mean(g.x))), g.x); }},
    {"reduce_prod", [](auto& g) { return reduce_prod(g.x, {.axis = Axes{3}}); }},
    {"reduce_max", [](auto& g) { return reduce_max(g.x, {.axis = kMiddle}); }},
    {"reduce_min", [](auto& g) { return reduce_min(g.x, {.axis = Axes{-1}}); }},
    {"reduce_any", [](auto& g) { return reduce_any(greater(g.x, scalar(2)), {.axis = Axes{1}}); }},
    {"reduce_all", [](auto& g) { return reduce_all(greater(g.x, scalar(-1)), {.axis = Axes{1}}); }},
    {"reduce_logsumexp", [](auto& g) { return reduce_logsumexp(g.x, {.axis = Axes{2}}); }},
    {"reduce_variance", [](auto& g) { return reduce_variance(g.x, {.axis = kMiddle}); }},
    {"reduce_std", [](auto& g) { return reduce_std(g.x, {.axis = Axes{2}}); }},
    {"softmax", [](auto& g) { return softmax(g.x, {}); }},
    {"log_softmax", [](auto& g) { return log_softmax(g.x, {.axis = 1}); }},
    {"softmax_grad", [](auto& g) { return softmax_grad(g.x, g.x); }},
    {"log_softmax_grad", [](auto& g) { return log_softmax_grad(g.x, g.x, {.axis = 1}); }},
    {"sparse_softmax_cross_entropy",
     [](auto& g) { return sparse_softmax_cross_entropy(g.labels, logits(g)); }},
    {"softmax_cross_entropy",
     [](auto& g) { return softmax_cross_entropy(exp(logits(g)), logits(g)); }},
    {"sparse_softmax_cross_entropy_correct",
     [](auto& g) {
       return all_of(sparse_softmax_cross_entropy_correct(g.labels, logits(g), {}), 3);
     }},
    {"softmax_cross_entropy_correct",
     [](auto& g) {
       return all_of(softmax_cross_entropy_correct(exp(logits(g)), logits(g), {}), 3);
     }},
    {"sparse_categorical_correct",
     [](auto& g) { return sparse_categorical_correct(g.labels, logits(g)); }},
    {"categorical_correct", [](auto& g) { return categorical_correct(sin(logits(g)), logits(g)); }},
    {"transpose",
     [](auto& g) {
       return exp(transpose(g.x, {.perm = Axes{0, 3, 1, 2}}));
     }},
    {"expand_dims", [](auto& g) { return exp(expand_dims(g.x, {.axis = 2})); }},
    {"squeeze",
     [](auto& g) {
       return squeeze(reduce_sum(g.x, {Axes{1}, true}), {Axes{1}});
     }},
    {"broadcast_to",
     [](auto& g) {
       return exp(broadcast_to(reduce_sum(g.x, {Axes{1}, true}), {.shape = g.x.shape()}));
     }},
    {"identity", [](auto& g) { return exp(identity(g.x)); }},
    {"ensure_shape", [](auto& g) { return exp(ensured(g.x)); }},
    {"stop_gradient", [](auto& g) { return exp(stop_gradient(g.x)); }},
    {"cast", [](auto& g) { return cast(g.x, DType::float16); }},
    {"cast", [](auto& g) { return cast(reduce_sum(g.x, {.axis = Axes{0}}), DType::float64); }},
    {"zeros_like", [](auto& g) { return add(g.x, zeros_like(g.x)); }},
    {"ones_like", [](auto& g) { return add(g.x, ones_like(g.x)); }},
    {"stateless_dropout", [](auto& g) { return dropout(g.x, 0.5, 7); }},
    {"pad",
     [](auto& g) {
       return pad(g.x, {.paddings = {0, 0, 1, 2, 0, 3, 0, 0}});
     }},
    {"pad",
     [](auto& g) {
       return pad(g.x, {{0, 0, 1, 2, 0, 3, 0, 0}, PadMode::reflect, 0});
     }},
    {"strided_slice",
     [](auto& g) {
       return exp(strided_slice(g.x, {{0, 3, 0, 1}, {kImages, 5, 14, 2}, {1, 2, 1, 3}}));
     }},
    {"strided_slice_grad",
     [](auto& g) {
       return strided_slice_grad(g.x, {g.large.shape(), {0, 1, 0, 0}, {1, 2, 1, 1}});
     }},
    {"reverse",
     [](auto& g) {
       return exp(reverse(g.x, {.axis = {1, -1}}));
     }},
    {"concat",
     [](auto& g) {
       return concat({g.x, exp(g.x), g.x}, {.axis = -1});
     }},
    {"stack",
     [](auto& g) {
       return stack({g.x, exp(g.x)}, {.axis = 1});
     }},
    {"tile",
     [](auto& g) {
       return tile(g.x, {.multiples = {1, 2, 1, 3}});
     }},
    {"resample", [](auto& g) { return resample(g.x, {.axis = 1, .size = 9}); }},
    {"resample_grad", [](auto& g) { return resample_grad(g.x, {.axis = 2, .size = 20}); }},
    {"resize_bilinear", [](auto& g) { return resize_bilinear(g.x, {.height = 9, .width = 5}); }},
    {"gather", [](auto& g) { return add(gather(g.table, g.labels, {}), g.flat); }},
    {"gather", [](auto& g) { return gather(g.x, g.picks, {.axis = 2}); }},
    {"scatter_add",
     [](auto& g) {
       return scatter_add(g.flat, g.labels, {.shape = {10, 1568}});
     }},
    {"scatter_add",
     [](auto& g) {
       return scatter_add(gather(g.x, g.picks, {.axis = 2}), g.picks,
                          {.shape = g.x.shape(), .axis = 2});
     }},
    {"one_hot",
     [](auto& g) {
       return concat({one_hot(g.labels, {.depth = 10}), g.flat}, {.axis = 1});
     }},
    {"equal",  // integers
     [](auto& g) {
       const Tensor is_zero = equal(g.labels, scalar(0, DType::int64));
       return where(expand_dims(is_zero, {.axis = 1}), g.flat, exp(g.flat));
     }},
};

// All rows at once.
const RowCase kUnsharded[] = {
    {"conv2d_input_grad",
     [](auto& g) {
       return conv2d_input_grad(g.x, g.point, {{1, kImages, 14, 14}, {1, 1}, Padding::valid});
     }},
    {"pad",
     [](auto& g) {
       return pad(g.x, {.paddings = {0, 1, 0, 0, 0, 0, 0, 0}});
     }},
    {"strided_slice",
     [](auto& g) {
       return exp(strided_slice(g.x, {{1, 0, 0, 0}, {kImages - 1, 14, 14, 8}}));
     }},
    {"strided_slice",
     [](auto& g) {
       return exp(strided_slice(g.x, {{kImages - 1, 0, 0, 0}, g.x.shape(), {-1, 1, 1, 1}}));
     }},
    {"strided_slice_grad",
     [](auto& g) {
       return strided_slice_grad(g.x, {{kImages + 1, 14, 14, 8}, {1, 0, 0, 0}, {}});
     }},
    {"transpose",
     [](auto& g) {
       return exp(transpose(g.x, {.perm = Axes{1, 0, 2, 3}}));
     }},
    {"reverse",
     [](auto& g) {
       return exp(reverse(g.x, {.axis = {1, 0}}));
     }},
    {"concat",
     [](auto& g) {
       return concat({g.x, g.x}, {.axis = 0});
     }},
    {"concat",
     [](auto& g) {
       return concat({g.x, g.map}, {.axis = 1});
     }},
    {"stack",
     [](auto& g) {
       return stack({g.x, g.x}, {.axis = 0});
     }},
    {"tile",
     [](auto& g) {
       return tile(g.x, {.multiples = {2, 1, 1, 1}});
     }},
    {"resample", [](auto& g) { return resample(g.x, {.axis = 0, .size = 9}); }},
    {"gather", [](auto& g) { return gather(g.x, g.picks, {.axis = 0}); }},
    {"gather", [](auto& g) { return gather(g.x, g.labels, {.axis = 1}); }},
    {"one_hot", [](auto& g) { return one_hot(g.labels, {.depth = 10, .axis = 0}); }},
    {"reshape",
     [](auto& g) {
       return exp(reshape(g.x, {.shape = {14, -1}}));
     }},
    {"layer_norm", [](auto& g) { return layer_norm(g.x, g.map, g.map, {}); }},
    {"layer_norm_grad", [](auto& g) { return layer_norm_grad(g.x, g.x, g.map, {}).tensors[0]; }},
    {"attention",
     [](auto& g) { return attention(g.x, g.map, g.map, Tensor(), Tensor()).tensors[0]; }},
    {"reduce_prod", [](auto& g) { return reduce_prod(g.x); }},
    {"add", [](auto& g) { return add(rows_sum(g.x), g.bias); }},
    {"add", [](auto& g) { return add(reduce_sum(g.x), reduce_mean(g.x)); }},
    {"add", [](auto& g) { return add(rows_sum(g.x), reduce_sum(g.x)); }},
    {"multiply", [](auto& g) { return multiply(rows_sum(g.x), rows_sum(g.x)); }},
    {"multiply", [](auto& g) { return multiply(reduce_sum(g.x), g.bias); }},
    {"divide", [](auto& g) { return divide(g.bias, rows_sum(g.x)); }},
    {"cast", [](auto& g) { return cast(reduce_sum(g.x), DType::int32); }},
};

std::vector<Tensor> inputs_of_rows() {
  std::vector<int64_t> labels(static_cast<size_t>(kImages));
  for (size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<int64_t>(i * 7 % 10);
  return {normal({kImages, 14, 14, 8}, 1), normal({kImages, 28, 27, 8}, 2),
          tensor<int64_t>({kImages}, labels)};
}

// Both maps are made in the program, so that it has values enough for slices.
OfRows program_of(const RowCase& row) {
  return [&row, weights = Weights()](std::span<const Tensor> in) {
    runtime().random().seed(5);
    Given given{weights, negative(in[0]), negative(in[1]), Tensor(), in[2]};
    given.flat = reshape(given.x, {.shape = {kImages, 14 * 14 * 8}});
    return std::vector{row.compute(given), relu(given.x), relu(given.large)};
  };
}

bool calls(const CompiledRows& compiled, const std::string_view op) {
  const auto& steps = compiled.program->program->steps;
  return std::any_of(steps.begin(), steps.end(),
                     [&](const Step& step) { return step.op != nullptr && op == step.op->name; });
}

}  // namespace

TEST_CASE("slices of an op give what all rows give") {
  const Threads two(2);
  const std::vector<Tensor> inputs = inputs_of_rows();
  for (const RowCase& row : kSharded) {
    CAPTURE(row.op, &row - kSharded);
    const OfRows compute = program_of(row);
    const auto compiled = compile_rows(compute, inputs);
    CAPTURE(compiled.program->describe_arena());
    REQUIRE(calls(compiled, row.op));
    REQUIRE(compiled.slices().size() > 1);
    const Tensor expected = compute(inputs)[0];
    runtime().random().seed(5);
    const Tensor got = compiled.run(inputs)[0];
    REQUIRE(got.shape() == expected.shape());
    REQUIRE(got.dtype() == expected.dtype());
    const auto left = values<float>(cast(got, DType::float32));
    const auto right = values<float>(cast(expected, DType::float32));
    int64_t wrong = 0;
    for (size_t i = 0; i < left.size(); ++i)
      wrong += !(std::abs(left[i] - right[i]) <= 1e-3F + 2e-5F * std::abs(right[i]));
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("an op that mixes rows runs all of them at once and is named") {
  const Threads two(2);
  const std::vector<Tensor> inputs = inputs_of_rows();
  for (const RowCase& row : kUnsharded) {
    CAPTURE(row.op, &row - kUnsharded);
    const OfRows compute = program_of(row);
    const auto compiled = compile_rows(compute, inputs);
    REQUIRE(compiled.slices().empty());
    REQUIRE(compiled.program->describe_arena().find(cat("op ", row.op, " needs all rows")) !=
            std::string::npos);
    REQUIRE(values<float>(cast(compiled.run(inputs)[0], DType::float32)) ==
            values<float>(cast(compute(inputs)[0], DType::float32)));
  }
}

// Elementwise ops are tested in test_row_slices.cc, all of them.
TEST_CASE("every op that says something of rows has a row here") {
  std::set<std::string_view> tested;
  for (const RowCase& row : kSharded) tested.insert(row.op);
  for (const OpDef* op : op_list()) {
    CAPTURE(op->name);
    if (op->sharding != nullptr && op->sharding != sharding_rules::of_broadcast)
      REQUIRE(tested.count(op->name) == 1);
  }
}
