// Tests the optimizer steps against Keras's formulas in double, and that a bad call writes nothing.
#include <cmath>

#include "ops/array/array.h"
#include "ops/training/training.h"
#include "tests_cpp/tensor_values.h"

using namespace pelton;
using namespace pelton::test;

namespace {

constexpr DType kDTypes[] = {DType::float16, DType::bfloat16, DType::float32, DType::float64};
using Doubles = std::vector<double>;

template <class T>
Tensor rounded(const Doubles& values) {
  std::vector<T> out;
  for (double value : values) {
    if constexpr (std::is_floating_point_v<T>)
      out.push_back(static_cast<T>(value));
    else
      out.push_back(T(static_cast<float>(value)));
  }
  return tensor(Shape{static_cast<int64_t>(out.size())}, out);
}

Tensor of(const Doubles& values, DType dtype) {
  Tensor out;
  visit(FloatingTypes{}, dtype, [&]<class T>() { out = rounded<T>(values); });
  return out;
}

Doubles back(const Tensor& x) {
  Doubles out;
  visit(FloatingTypes{}, x.dtype(), [&]<class T>() {
    for (T value : values<T>(x)) {
      if constexpr (std::is_floating_point_v<T>)
        out.push_back(value);
      else
        out.push_back(float(value));
    }
  });
  return out;
}

double tolerance(DType dtype) {
  switch (dtype) {
    case DType::float16:
      return 4e-3;
    case DType::bfloat16:
      return 3e-2;
    case DType::float32:
      return 2e-6;
    default:
      return 1e-14;
  }
}

// Parameters of several lengths, so that pieces of the shared range end inside tensors.
struct Case {
  explicit Case(DType dtype, size_t slot_count) : slots(slot_count) {
    int64_t salt = 0;
    for (size_t n : {size_t{3}, size_t{0}, size_t{70001}, size_t{1}}) {
      Doubles w(n), g(n);
      for (size_t i = 0; i < n; ++i) {
        w[i] = std::sin(static_cast<double>(i) + static_cast<double>(salt));
        g[i] = std::cos(static_cast<double>(3 * i) + static_cast<double>(salt));
      }
      params.push_back(of(w, dtype));
      grads.push_back(of(g, dtype));
      for (auto& slot : slots) slot.push_back(of(Doubles(n, 0.0), dtype));
      ++salt;
    }
  }
  std::vector<Tensor> params, grads;
  std::vector<std::vector<Tensor>> slots;
};

// Runs `step` twice on every dtype and compares with `formula(w, g, slots, step number)`.
template <class Step, class Formula>
void check_step(size_t slot_count, const Step& step, const Formula& formula) {
  for (DType dtype : kDTypes) {
    Case data(dtype, slot_count);
    std::vector<Doubles> weights, gradients;
    for (size_t i = 0; i < data.params.size(); ++i) {
      weights.push_back(back(data.params[i]));
      gradients.push_back(back(data.grads[i]));
    }
    step(data, 1);
    step(data, 2);
    double worst = 0;
    for (size_t k = 0; k < weights.size(); ++k) {
      const Doubles got = back(data.params[k]);
      for (size_t i = 0; i < got.size(); ++i) {
        double w = weights[k][i], s[3] = {0, 0, 0};
        for (int t : {1, 2}) formula(w, gradients[k][i], s, t);
        worst = std::max(worst, std::abs(got[i] - w) / (1 + std::abs(w)));
      }
    }
    INFO(name(dtype));
    REQUIRE(worst < tolerance(dtype));
  }
}

}  // namespace

TEST_CASE("sgd steps follow Keras") {
  check_step(
      0, [](Case& c, int) { sgd_step(c.params, c.grads, {}, {.learning_rate = 0.1}); },
      [](double& w, double g, double*, int) { w -= 0.1 * g; });
  for (bool nesterov : {false, true})
    check_step(
        1,
        [&](Case& c, int) {
          sgd_step(c.params, c.grads, c.slots[0], {0.1, 0.9, nesterov});
        },
        [&](double& w, double g, double* s, int) {
          s[0] = 0.9 * s[0] - 0.1 * g;
          w += nesterov ? 0.9 * s[0] - 0.1 * g : s[0];
        });
}

TEST_CASE("rmsprop steps follow Keras") {
  for (double momentum : {0.0, 0.9})
    for (bool centered : {false, true}) {
      const RmspropAttrs attrs{0.01, 0.9, momentum, 1e-3, centered};
      check_step(
          3,
          [&](Case& c, int) {
            rmsprop_step(c.params, c.grads, c.slots[0], c.slots[1], c.slots[2], attrs);
          },
          [&](double& w, double g, double* s, int) {
            s[0] = 0.9 * s[0] + 0.1 * g * g;
            if (centered) s[2] = 0.9 * s[2] + 0.1 * g;
            s[1] = momentum * s[1] + 0.01 * g / std::sqrt(s[0] - s[2] * s[2] + 1e-3);
            w -= s[1];
          });
    }
}

TEST_CASE("adam steps follow Keras") {
  for (bool amsgrad : {false, true})
    check_step(
        3,
        [&](Case& c, int t) {
          adam_step(c.params, c.grads, c.slots[0], c.slots[1], c.slots[2],
                    {.learning_rate = 0.01, .epsilon = 1e-3, .step = t, .amsgrad = amsgrad});
        },
        [&](double& w, double g, double* s, int t) {
          const double power_1 = std::pow(double{0.9f}, t), power_2 = std::pow(double{0.999f}, t);
          const double alpha = 0.01 * std::sqrt(1 - power_2) / (1 - power_1);
          s[0] += (g - s[0]) * (1 - 0.9);
          s[1] += (g * g - s[1]) * (1 - 0.999);
          s[2] = std::max(s[2], s[1]);
          w -= s[0] * alpha / (std::sqrt(amsgrad ? s[2] : s[1]) + 1e-3);
        });
}

TEST_CASE("a step may mix dtypes and take strided gradients") {
  const std::vector<Tensor> params = {of({1, 2}, DType::float32), of({3, 4}, DType::float64)};
  const std::vector<Tensor> grads = {reverse(of({1, 0}, DType::float32), {.axis = {0}}),
                                     of({1, 1}, DType::float64)};
  sgd_step(params, grads, {}, {.learning_rate = 1});
  REQUIRE(back(params[0]) == Doubles{1, 1});
  REQUIRE(back(params[1]) == Doubles{2, 3});
  sgd_step({}, {}, {}, {});
}

TEST_CASE("a bad step changes nothing") {
  const Tensor a = of({1, 2}, DType::float32), b = of({3, 4}, DType::float64);
  const Tensor g = of({1, 1}, DType::float32), h = of({1, 1}, DType::float64);
  using List = std::vector<Tensor>;
  const auto refuses = [&](const List& params, const List& grads, const List& momenta) {
    const SgdAttrs attrs{1.0, momenta.empty() ? 0.0 : 0.9};
    REQUIRE_THROWS_AS(sgd_step(params, grads, momenta, attrs), Error);
    REQUIRE(back(a) == Doubles{1, 2});
    REQUIRE(back(b) == Doubles{3, 4});
  };
  refuses({a, b}, {g, of({1}, DType::float64)}, {});  // the second group is wrong
  refuses({a}, {g, g}, {});
  refuses({a}, {h}, {});
  refuses({a}, {Tensor()}, {});
  refuses({a, a}, {g, g}, {});
  refuses({a}, {g}, {a});
  refuses({a}, {g}, {of({1, 2, 3}, DType::float32)});
  refuses({reverse(a, {.axis = {0}})}, {g}, {});
  refuses({counting<int32_t>({2})}, {counting<int32_t>({2})}, {});
  REQUIRE_THROWS_AS(adam_step(List{a}, List{g}, List{}, List{}, List{}, {}), Error);
  const List slot = {of({0, 0}, DType::float32)}, other = {of({0, 0}, DType::float32)};
  REQUIRE_THROWS_AS(adam_step(List{a}, List{g}, slot, other, List{}, {.step = 0}), Error);
  REQUIRE_THROWS_AS(rmsprop_step(List{a}, List{g}, slot, {}, {}, {.momentum = 0.5}), Error);
  REQUIRE(back(a) == Doubles{1, 2});
  const std::string text = error_of([&] { sgd_step(List{a}, List{h}, {}, {}); });
  REQUIRE(text.find("sgd_step") != std::string::npos);
  REQUIRE(text.find("float64 (2,)") != std::string::npos);
}
