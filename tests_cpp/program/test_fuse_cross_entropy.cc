// Tests the pass that lets the cross-entropy tell which rows are classified right: the bits of the
// ops that it stands for, and which programs it leaves as they are.
#include "autograd/tape.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/random/random.h"
#include "program/passes.h"
#include "program/trace/tracer.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

struct Classifier {
  bool is_sparse = true;  // labels are class indices, not one-hot
  bool of_softmax = true;
  bool casts_labels = false;  // once for the loss and once for the correct predictions
  bool other_logits = false;  // for the correct predictions
  bool along_rows = false;    // the softmax
  bool softmax_is_read = false;

  // Losses, correct predictions and the softmax, if it is read.
  std::vector<Tensor> operator()(const Tensor& given, const Tensor& logits) const {
    const DType narrow = is_sparse ? DType::int32 : logits.dtype();
    const auto labels = [&] { return casts_labels ? cast(given, narrow) : given; };
    const Tensor base = other_logits ? negative(logits) : logits;
    const Tensor scores = along_rows ? softmax(base, {.axis = 0}) : softmax(base);
    const Tensor& judged = of_softmax ? scores : base;
    std::vector<Tensor> out;
    if (is_sparse)
      out = {sparse_softmax_cross_entropy(labels(), logits),
             sparse_categorical_correct(labels(), judged)};
    else
      out = {softmax_cross_entropy(labels(), logits), categorical_correct(labels(), judged)};
    if (softmax_is_read) out.push_back(scores);
    return out;
  }
  bool is_fused() const { return !other_logits && !(of_softmax && along_rows); }
  std::string prefix() const { return is_sparse ? " sparse_" : " "; }
};

Tensor labels(int64_t rows, int64_t classes) {
  std::vector<int64_t> out(static_cast<size_t>(rows));
  for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int64_t>(i * 7) % classes;
  return tensor(Shape{rows}, out);
}

Tensor one_hot_labels(int64_t rows, int64_t classes, DType dtype) {
  return one_hot(labels(rows, classes), {.depth = classes, .dtype = dtype});
}

std::vector<Tensor> gradient(const std::function<Tensor()>& losses, const Tensor& logits) {
  Tape tape;
  tape.watch(logits);
  tape.start();
  const Tensor loss = losses();
  tape.stop();
  const Tape::Source sources[] = {tape.source_of(logits)};
  return tape.gradient({&loss, 1}, sources);
}

}  // namespace

TEST_CASE(
    "cross-entropy and correct predictions of the same logits become one op with their bits") {
  Classifier net;
  net.is_sparse = GENERATE(true, false);
  net.of_softmax = GENERATE(false, true);
  net.casts_labels = GENERATE(false, true);
  net.other_logits = GENERATE(false, true);
  net.along_rows = GENERATE(false, true);
  net.softmax_is_read = GENERATE(false, true);
  const DType dtype = GENERATE(DType::float32, DType::bfloat16);
  const DType of_labels = net.casts_labels ? DType::float64 : dtype;
  const Tensor inputs[] = {net.is_sparse ? labels(50, 4) : one_hot_labels(50, 4, of_labels),
                           random_normal({50, 4}, 0, 1, dtype, 3)};
  Tracer tracer(inputs, {});
  const std::vector<Tensor> parts = net(inputs[0], inputs[1]);
  auto program = tracer.finish(parts);
  REQUIRE(program);
  apply_passes(*program);
  const std::string text = to_string(*program);
  CAPTURE(text);
  const auto has = [&](const char* op) {
    return text.find(net.prefix() + op + "(") != std::string::npos;
  };
  REQUIRE(has("softmax_cross_entropy_correct") == net.is_fused());
  REQUIRE(has("categorical_correct") != net.is_fused());
  if (net.is_fused() && !net.softmax_is_read) REQUIRE(text.find(" softmax(") == std::string::npos);
  const std::vector<Tensor> fused = run(*program, inputs);
  for (size_t i = 0; i < parts.size(); ++i)
    REQUIRE(values<float>(cast(fused[i], DType::float32)) ==
            values<float>(cast(parts[i], DType::float32)));
  const auto whole = gradient([&] { return run(*program, inputs)[0]; }, inputs[1]);
  const auto apart = gradient([&] { return net(inputs[0], inputs[1])[0]; }, inputs[1]);
  REQUIRE(values<float>(cast(whole[0], DType::float32)) ==
          values<float>(cast(apart[0], DType::float32)));
}

TEST_CASE("correct predictions of ties, zeros of both signs, infinities and NaN") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const std::vector<std::pair<std::vector<float>, int64_t>> rows{{{1, 2, 2}, 1},
                                                                 {{-0.0f, 0.0f, -0.0f}, 1},
                                                                 {{0.0f, -0.0f, 0.0f}, 0},
                                                                 {{kNan, 5, kInf}, 0},
                                                                 {{1, kNan, 0}, 0},
                                                                 {{1, kNan, 3}, 2},
                                                                 {{-kInf, -kInf, -kInf}, 0},
                                                                 {{kNan, kNan, kNan}, 0}};
  for (const auto& [scores, best] : rows)
    for (int64_t label = -1; label <= 3; ++label) {
      CAPTURE(scores, label);
      const Tensor hit = sparse_categorical_correct(tensor(Shape{1}, std::vector<int64_t>{label}),
                                                    floats(scores, {1, 3}));
      REQUIRE(values<float>(hit)[0] == (label == best ? 1.0f : 0.0f));
    }
  for (const auto& [scores, best] : rows)
    for (const auto& [labels, label] : rows) {
      CAPTURE(scores, labels);
      const Tensor hit = categorical_correct(floats(labels, {1, 3}), floats(scores, {1, 3}));
      REQUIRE(values<float>(hit)[0] == (label == best ? 1.0f : 0.0f));
    }
}
