// Tests that optimizer steps which take gradients in parts have the bits of adding up first: every
// rule and dtype, lengths around the blocks of the sums, any number of parts.
#include <functional>
#include <limits>

#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/random/random.h"
#include "program/exec/partial_sums.h"
#include "tests_cpp/ops/update_step.h"
#include "tests_cpp/program/compile_rows.h"
#include "tests_cpp/tensor_values.h"

namespace pelton {
namespace {

// A step over all parameters with three slots each.
struct Rule {
  const char* name;
  std::function<void(const std::vector<Tensor>& params, const std::vector<Tensor>& grads,
                     const std::array<std::vector<Tensor>, 3>& slots)>
      step;
};

template <class R>
Rule rule(const char* name, const typename R::Attrs& attrs) {
  return {name, [=](const std::vector<Tensor>& params, const std::vector<Tensor>& grads,
                    const auto& slots) {
            test::update_step<R>(attrs, params, grads, {slots.begin(), slots.end()}, 0.1, 1);
          }};
}

std::vector<Rule> rules() {
  using namespace updates;
  AdamAttrs amsgrad;
  amsgrad.amsgrad = true;
  return {rule<Sgd>("sgd", {}),
          rule<Sgd>("momentum", {0.9}),
          rule<Sgd>("nesterov", {0.9, true}),
          rule<Rmsprop>("rmsprop", {0.9, 0.0, 1e-3}),
          rule<Rmsprop>("rmsprop, momentum", {0.9, 0.9, 1e-3}),
          rule<Rmsprop>("rmsprop, centered", {0.9, 0.0, 1e-3, true}),
          rule<Rmsprop>("rmsprop, both", {0.9, 0.9, 1e-3, true}),
          rule<Adam>("adam", {}),
          rule<Adam>("amsgrad", amsgrad),
          rule<Adagrad>("adagrad", {}),
          rule<Adadelta>("adadelta", {}),
          rule<Adamax>("adamax", {}),
          rule<Nadam>("nadam", {}),
          rule<Ftrl>("ftrl", {}),
          rule<Lion>("lion", {}),
          rule<Lamb>("lamb", {})};
}

// Gradients with what is special in a sum: zeros of both signs, denormals, sums that round to
// infinity in 16 bits, infinities and nan.
Tensor special_numbers(const Shape& shape, int64_t seed, DType dtype) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const double special[] = {-0.0, 0.0,  1e-40, -1e-39, 1.5e-38,      6e-8,
                            4e4,  3e38, kInf,  -kInf,  -kInf - -kInf};
  Tensor out = cast(random_normal(shape, 0, 1, DType::float32, seed), DType::float64);
  auto* numbers = out.data_as<double>();
  for (int64_t i = seed; i < out.size(); i += 13) numbers[i] = special[i / 13 % 11];
  return cast(out, dtype);
}

// Parameters of many lengths, gradients whole or in parts, and the same added up.
struct GradientParts {
  GradientParts(DType dtype, int most_parts) {
    int64_t seed = 1;
    for (const int64_t n : {1, 0, 63, 64, 65, 1023, 1024, 1025, 2100, 40001}) {
      const int64_t parts = seed % (most_parts + 1);  // 0: a whole one
      params.push_back(cast(test::normal({n}, seed), dtype));
      for (size_t i = 0; i < slots.size(); ++i)
        slots[i].push_back(cast(abs(test::normal({n}, seed + 7)), dtype));
      grads.push_back(special_numbers(parts == 0 ? Shape{n} : Shape{parts, n}, seed++, dtype));
      sums.push_back(parts == 0 ? grads.back() : zeros({n}, dtype));
      const std::vector<double> ones(static_cast<size_t>(parts), 1.0);
      if (parts > 0) add_row_sums({{grads.back(), ones, sums.back()}});
    }
  }
  // Parameters and slots after the step, which is done on copies.
  std::string stepped(const Rule& rule, const std::vector<Tensor>& gradients) const {
    std::vector<Tensor> weights;
    std::array<std::vector<Tensor>, 3> states;
    for (const Tensor& param : params) weights.push_back(copy(param));
    for (size_t i = 0; i < slots.size(); ++i)
      for (const Tensor& slot : slots[i]) states[i].push_back(copy(slot));
    rule.step(weights, gradients, states);
    std::string out;
    for (const std::vector<Tensor>* list : {&weights, &states[0], &states[1], &states[2]})
      for (const Tensor& tensor : *list)
        out.append(tensor.data_as<char>(), static_cast<size_t>(tensor.bytes()));
    return out;
  }
  std::vector<Tensor> params, grads, sums;
  std::array<std::vector<Tensor>, 3> slots;
};

}  // namespace

TEST_CASE("a step that adds up parts has the bits of adding up first") {
  for (const int threads : {1, 2, 3}) {
    const test::Threads scope(threads);
    for (const DType dtype : {DType::float16, DType::bfloat16, DType::float32, DType::float64})
      for (const int most_parts : {1, 2, 3}) {
        const GradientParts data(dtype, most_parts);
        for (const Rule& rule : rules()) {
          CAPTURE(threads, name(dtype), most_parts, rule.name);
          const std::string expected = data.stepped(rule, data.sums);
          REQUIRE((data.stepped(rule, data.grads) == expected));
        }
      }
  }
}

TEST_CASE("parts that do not fit change nothing and are told") {
  const Tensor w = test::floats({1, 2}), other = test::floats({3, 4});
  const Tensor good = test::floats({1, 1, 2, 2}, {2, 2});
  const std::pair<Tensor, const char*> bad[] = {
      {test::floats({1, 1, 1, 1, 1, 1}, {2, 3}), "gradient 1 is float32 (2, 3)"},
      {test::floats({}, {0, 2}), "gradient 1 is float32 (0, 2)"},
      {test::floats({1, 1}, {1, 1, 2}), "gradient 1 is float32 (1, 1, 2)"},
      {test::floats({1, 1, 1, 1}, {4}), "gradient 1 is float32 (4,)"},
      {cast(good, DType::float64), "gradient 1 is float64 (2, 2)"}};
  for (const auto& [gradient, text] : bad) {
    const std::string message = test::error_of([&] {
      test::update_step<updates::Sgd>({}, {w, other}, {good, gradient}, {}, 0.1);
    });
    CAPTURE(message);
    REQUIRE(message.find(text) != std::string::npos);
    REQUIRE(test::values<float>(w) == std::vector<float>{1, 2});
    REQUIRE(test::values<float>(other) == std::vector<float>{3, 4});
  }
  // Slots have no parts.
  REQUIRE_THROWS_AS(test::update_step<updates::Sgd>({0.9}, {w}, {good}, {{good}}, 0.1), Error);
}

}  // namespace pelton
