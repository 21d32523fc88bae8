// Tests programs with sums over the rows, such as training steps: each thread takes a slice, and
// the slices' sums and means are added.
#include "program/exec/partial_sums.h"

#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "program/exec/replay.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/program/compile_rows.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

Tensor labels_of(int64_t rows) {
  std::vector<int64_t> labels(static_cast<size_t>(rows));
  for (size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<int64_t>(i * 7 % 10);
  return tensor(Shape{rows}, labels);
}

// Loss, predictions and gradients of a convolution, a pool and a dense layer, written out.
struct Net {
  Tensor filters = normal({3, 3, 2, 16}, 1), bias = normal({16}, 2);
  Tensor matrix = normal({7 * 7 * 16, 10}, 3);
  FusedConv2dAttrs conv{.activation = FusedActivation::relu, .pool = {2, 2}};

  std::vector<Tensor> operator()(std::span<const Tensor> in) const {
    const int64_t rows = in[0].shape()[0];
    const Outputs map = fused_conv2d(in[0], filters, bias, conv);
    const Tensor flat = reshape(map.tensors[0], {.shape = {rows, 7 * 7 * 16}});
    const Tensor logits = matmul(flat, matrix);
    const Tensor losses = sparse_softmax_cross_entropy(in[1], logits);
    const Tensor loss = reduce_mean(losses);
    const Tensor share = divide(ones_like(loss), scalar(static_cast<double>(rows)));
    const Tensor grad = multiply(
        softmax(logits), broadcast_to(reshape(share, {.shape = {1, 1}}), {.shape = {rows, 10}}));
    const Tensor of_matrix = matmul(flat, grad, {.transpose_a = true});
    const Tensor of_map =
        reshape(matmul(grad, matrix, {.transpose_b = true}), {.shape = map.tensors[0].shape()});
    const FusedConv2dGradAttrs attrs{
        conv.strides, conv.padding, conv.dilations, conv.explicit_paddings, conv.activation,
        conv.pool,    true};
    const Outputs grads =
        fused_conv2d_grad(in[0], filters, map.tensors[0], map.tensors[1], of_map, attrs);
    return {loss,
            logits,
            grads.tensors[0],
            grads.tensors[1],
            reshape(grads.tensors[2], {.shape = {4, 4}}),
            of_matrix,
            sum_to_shape(grad, {10}),
            reduce_sum(grad, {.axis = Axes{0, 1}}),
            square(filters)};
  }
};

void require_close(const std::vector<Tensor>& got, const std::vector<Tensor>& expected) {
  REQUIRE(got.size() == expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    CAPTURE(i);
    REQUIRE(got[i].shape() == expected[i].shape());
    const auto left = values<float>(got[i]), right = values<float>(expected[i]);
    for (size_t j = 0; j < left.size(); ++j)
      REQUIRE(left[j] == Approx(right[j]).epsilon(2e-5).margin(2e-5));
  }
}

size_t slice_count(const OfRows& compute, const Tensor& x) {
  const Tensor inputs[] = {x};
  return compile_rows(compute, inputs).slices().size();
}

}  // namespace

TEST_CASE("a training step runs a slice per thread and adds what they sum") {
  for (const int threads : {2, 3}) {
    const Threads scope(threads);
    for (const int64_t rows : {96, 101}) {
      const Net net;
      const Tensor inputs[] = {normal({rows, 16, 16, 2}, 5), labels_of(rows)};
      const auto compiled = compile_rows(net, inputs);
      REQUIRE(std::ssize(compiled.slices()) == threads);
      const std::vector<Tensor> expected = net(inputs), first = compiled.run(inputs);
      require_close(first, expected);
      const std::vector<Tensor> second = compiled.run(inputs);
      for (size_t i = 0; i < first.size(); ++i)
        REQUIRE(values<float>(first[i]) == values<float>(second[i]));
    }
  }
}

namespace {

std::string bytes_of(const Tensor& x) {
  return std::string(x.data_as<char>(), static_cast<size_t>(x.bytes()));
}

// That output i of `got` has parts, and the bits of `whole` when they are added up.
void require_parts(const Tensor& got, const Tensor& whole, int parts) {
  Shape shape = got.shape();
  REQUIRE(shape[0] == parts);
  shape.erase(0);
  REQUIRE(shape == whole.shape());
  const Tensor total = zeros_like(whole);
  add_row_sums({{got, std::vector<double>(static_cast<size_t>(parts), 1.0), total}});
  REQUIRE(bytes_of(total) == bytes_of(whole));
}

}  // namespace

TEST_CASE("sums stay in parts from the output on that is named, means and rows do not") {
  for (const int threads : {2, 3}) {
    const Threads scope(threads);
    const Net net;
    const Tensor inputs[] = {normal({101, 16, 16, 2}, 5), labels_of(101)};
    const auto compiled = compile_rows(net, inputs);
    const std::vector<Tensor> whole = compiled.run(inputs);
    for (const size_t from : {0u, 1u, 4u, 9u}) {
      const std::vector<Tensor> got = compiled.run(inputs, from);
      for (size_t i = 0; i < whole.size(); ++i) {
        CAPTURE(from, i);
        const bool is_sum = i >= 3 && i < 8;  // the others: a mean, rows, a value of weights
        if (is_sum && i >= from)
          require_parts(got[i], whole[i], threads);
        else
          REQUIRE(got[i].shape() == whole[i].shape());
        if (!is_sum || i < from) REQUIRE(bytes_of(got[i]) == bytes_of(whole[i]));
      }
    }
  }
}

TEST_CASE("a sum of which an output sees a piece, or that one sees before, is added up") {
  const Threads two(2);
  const Tensor inputs[] = {normal({64, 512}, 1)};
  const auto sums = [](std::span<const Tensor> in) {
    const Tensor y = exp(negative(relu(in[0])));
    const Tensor all = reduce_sum(y, {.axis = Axes{0}}),
                 cut = reduce_sum(square(y), {.axis = Axes{0}});
    return std::vector{all, reshape(all, {.shape = {2, 256}}), cut,
                       strided_slice(cut, {.begin = {8}, .size = {100}, .strides = {1}})};
  };
  const auto compiled = compile_rows(sums, inputs);
  REQUIRE(compiled.slices().size() == 2);
  const std::vector<Tensor> whole = compiled.run(inputs);
  for (const size_t from : {0u, 1u, 2u}) {
    const std::vector<Tensor> got = compiled.run(inputs, from);
    for (size_t i = 0; i < whole.size(); ++i) {
      CAPTURE(from, i);
      if (from == 0 && i < 2)
        require_parts(got[i], whole[i], 2);
      else
        REQUIRE(bytes_of(contiguous(got[i])) == bytes_of(contiguous(whole[i])));
    }
  }
}

TEST_CASE("one thread, few rows, large weights and sums run all rows at once and say so") {
  const Net net;
  const auto require_unsliced = [](const OfRows& compute, std::span<const Tensor> inputs,
                                   const std::string& reason) {
    const auto compiled = compile_rows(compute, inputs);
    CAPTURE(compiled.program->describe_arena());
    REQUIRE(compiled.slices().empty());
    REQUIRE(compiled.program->describe_arena().find("for all rows at once: " + reason) !=
            std::string::npos);
  };
  const Tensor inputs[] = {normal({96, 16, 16, 2}, 5), labels_of(96)};
  {
    const Threads one(1);
    require_unsliced(net, inputs, "there is one thread");
  }
  const Threads two(2);
  const Tensor few[] = {normal({31, 16, 16, 2}, 5), labels_of(31)};
  require_unsliced(net, few, "slices of less than 16 rows");
  const Tensor others[] = {normal({96, 16, 16, 2}, 5), labels_of(95)};
  const OfRows first = [](auto in) { return std::vector{exp(negative(in[0]))}; };
  require_unsliced(first, others, "its inputs have no rows in common");
  const Tensor small[] = {normal({64, 64}, 2)};
  require_unsliced(first, small, "all values have 16384 bytes");
  const Tensor matrix = normal({512, 512}, 1);
  const OfRows heavy = [&](std::span<const Tensor> in) {
    const Tensor y = relu(matmul(in[0], matrix));
    return std::vector{matmul(in[0], y, {.transpose_a = true}), reduce_mean(y)};
  };
  const Tensor x[] = {normal({128, 512}, 2)}, wide[] = {normal({128, 1024}, 2)};
  require_unsliced(heavy, x, "each slice would read 1048576 bytes of weights");
  const OfRows square_sum = [](std::span<const Tensor> in) {
    return std::vector{matmul(in[0], exp(negative(in[0])), {.transpose_a = true})};
  };
  require_unsliced(square_sum, wide, "each slice would write 4194304 bytes of sums");
}

TEST_CASE("what takes in a sum over the rows runs all rows at once") {
  const Threads two(2);
  const Tensor x = normal({64, 512}, 1);
  const auto wide = [](const Tensor& in) { return exp(negative(relu(in))); };
  REQUIRE(slice_count([&](auto in) { return std::vector{reduce_sum(wide(in[0]))}; }, x) == 2);
  REQUIRE(slice_count([&](auto in) { return std::vector{add(reduce_sum(wide(in[0])), scalar(1))}; },
                      x) == 0);
  REQUIRE(slice_count(
              [&](auto in) {
                const Tensor y = wide(in[0]);
                return std::vector{multiply(y, reduce_mean(y, {.axis = Axes{0}}))};
              },
              x) == 0);
  REQUIRE(slice_count([&](auto in) { return std::vector{reduce_prod(wide(in[0]))}; }, x) == 0);
  REQUIRE(
      slice_count([&](auto in) { return std::vector{reduce_sum(cast(wide(in[0]), DType::int32))}; },
                  x) == 0);
  REQUIRE(slice_count(
              [&](auto in) {
                return std::vector{reduce_sum(add(wide(in[0]), normal({64, 512}, 2)))};
              },
              x) == 0);
}

TEST_CASE("an error of a slice is that of all rows") {
  const Threads two(2);
  const Net net;
  const Tensor good[] = {normal({64, 16, 16, 2}, 5), labels_of(64)};
  Tracer tracer(good, {});
  auto program = tracer.finish(net(good));
  REQUIRE(program);
  find_last_uses(*program);
  Replay replay(std::make_shared<const Program>(std::move(*program)));
  replay.run(good);
  REQUIRE(replay.explain().find("for 32 rows at a time") != std::string::npos);
  const Tensor bad[] = {good[0], copy(good[1])};
  bad[1].data_as<int64_t>()[63] = 10;
  std::string expected;
  try {
    net(bad);
  } catch (const Error& error) {
    expected = error.message();
  }
  REQUIRE(!expected.empty());
  REQUIRE(error_says([&] { replay.run(bad); }, expected));
  require_close(replay.run(good), net(good));
}

TEST_CASE("sums of any floating dtype, weights, number of parts and length") {
  for (const DType dtype : {DType::float16, DType::bfloat16, DType::float32, DType::float64})
    for (const int64_t size : {1, 63, 64, 1000, 40001}) {
      std::vector<RowSum> sums;
      std::vector<Tensor> expected;
      for (const std::vector<double>& weights : {std::vector<double>{1, 1}, {0.25, 0.25, 0.5}}) {
        std::vector<Tensor> parts;
        Tensor total = zeros({size}, DType::float64);
        for (size_t p = 0; p < weights.size(); ++p) {
          parts.push_back(cast(normal({size}, static_cast<int64_t>(p)), dtype));
          const Tensor part = cast(parts.back(), DType::float64);
          total = add(total, multiply(part, scalar(weights[p], DType::float64)));
        }
        expected.push_back(cast(cast(total, DType::float32), dtype));
        sums.push_back({stack(parts, {.axis = 0}), weights, zeros({size}, dtype)});
      }
      add_row_sums(sums);
      for (size_t i = 0; i < sums.size(); ++i) {
        const auto got = values<float>(cast(sums[i].total, DType::float32));
        const auto wanted = values<float>(cast(expected[i], DType::float32));
        const double bound = dtype == DType::bfloat16  ? 8e-3
                             : dtype == DType::float16 ? 1e-3
                                                       : 3e-7;
        for (size_t j = 0; j < got.size(); ++j)
          REQUIRE(got[j] == Approx(wanted[j]).epsilon(bound).margin(bound));
      }
    }
}
