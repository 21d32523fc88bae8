// Tests the optimizer steps against Keras's formulas in double, and that a bad call writes nothing.
#include <cmath>

#include "nn/optimizers/optimizer_list.h"
#include "ops/array/array.h"
#include "tests_cpp/ops/update_step.h"
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

// Runs two steps of the rule on every dtype and compares with `formula(w, g, slots, step number)`.
template <class R, class Formula>
void check_step(const typename R::Attrs& attrs, double rate, const Formula& formula) {
  for (DType dtype : kDTypes) {
    Case data(dtype, updates::kMostSlots);
    std::vector<Doubles> weights, gradients;
    for (size_t i = 0; i < data.params.size(); ++i) {
      weights.push_back(back(data.params[i]));
      gradients.push_back(back(data.grads[i]));
    }
    for (int64_t before : {0, 1})
      update_step<R>(attrs, data.params, data.grads, data.slots, rate, before);
    update_step<R>(attrs, data.params, data.grads, data.slots, rate, -1);  // does nothing
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
  check_step<updates::Sgd>({}, 0.1, [](double& w, double g, double*, int) { w -= 0.1 * g; });
  for (bool nesterov : {false, true})
    check_step<updates::Sgd>({0.9, nesterov}, 0.1, [&](double& w, double g, double* s, int) {
      s[0] = 0.9 * s[0] - 0.1 * g;
      w += nesterov ? 0.9 * s[0] - 0.1 * g : s[0];
    });
}

TEST_CASE("rmsprop steps follow Keras") {
  for (double momentum : {0.0, 0.9})
    for (bool centered : {false, true})
      check_step<updates::Rmsprop>(
          {0.9, momentum, 1e-3, centered}, 0.01, [&](double& w, double g, double* s, int) {
            s[0] = 0.9 * s[0] + 0.1 * g * g;
            if (centered) s[2] = 0.9 * s[2] + 0.1 * g;
            s[1] = momentum * s[1] + 0.01 * g / std::sqrt(s[0] - s[2] * s[2] + 1e-3);
            w -= s[1];
          });
}

TEST_CASE("adam steps follow Keras") {
  for (bool amsgrad : {false, true}) {
    AdamAttrs attrs;
    attrs.epsilon = 1e-3;
    attrs.amsgrad = amsgrad;
    check_step<updates::Adam>(attrs, 0.01, [&](double& w, double g, double* s, int t) {
      const double power_1 = std::pow(double{0.9f}, t), power_2 = std::pow(double{0.999f}, t);
      const double alpha = 0.01 * std::sqrt(1 - power_2) / (1 - power_1);
      s[0] += (g - s[0]) * (1 - 0.9);
      s[1] += (g * g - s[1]) * (1 - 0.999);
      s[2] = std::max(s[2], s[1]);
      w -= s[0] * alpha / (std::sqrt(amsgrad ? s[2] : s[1]) + 1e-3);
    });
  }
}

TEST_CASE("an optimizer may mix dtypes and take strided gradients") {
  const auto w = make_ref<Variable>(of({1, 2}, DType::float32), "w");
  const auto v = make_ref<Variable>(of({3, 4}, DType::float64), "v");
  optimizers::SGD::Config config;
  config.learning_rate.value = 1;
  optimizers::SGD(config).apply(
      {reverse(of({1, 0}, DType::float32), {.axis = {0}}), of({1, 1}, DType::float64)}, {w, v});
  REQUIRE(back(w->value()) == Doubles{1, 1});
  REQUIRE(back(v->value()) == Doubles{2, 3});
}

TEST_CASE("a bad step changes nothing") {
  const Tensor a = of({1, 2}, DType::float32), b = of({3, 4}, DType::float64);
  const Tensor g = of({1, 1}, DType::float32), h = of({1, 1}, DType::float64);
  const auto refuses = [&](const Tensors& params, const Tensors& grads, const Tensors& momenta) {
    const SgdAttrs attrs{momenta.empty() ? 0.0 : 0.9};
    REQUIRE_THROWS_AS(update_step<updates::Sgd>(attrs, params, grads, {momenta}, 1), Error);
    REQUIRE(back(a) == Doubles{1, 2});
    REQUIRE(back(b) == Doubles{3, 4});
  };
  refuses({a, b}, {g, h}, {});  // two dtypes
  refuses({a}, {g, g}, {});
  refuses({a}, {h}, {});
  refuses({a}, {Tensor()}, {});
  refuses({a, a}, {g, g}, {});
  refuses({a}, {g}, {a});
  refuses({a}, {g}, {of({1, 2, 3}, DType::float32)});
  refuses({reverse(a, {.axis = {0}})}, {g}, {});
  refuses({counting<int64_t>({2})}, {counting<int64_t>({2})}, {});
  REQUIRE_THROWS_AS(update_step<updates::Adam>({}, {a}, {g}, {}, 1), Error);
  const auto call = [&](const Tensor& rate, const Tensor& before) {
    const updates::StepAttrs<updates::Sgd> attrs;
    call_all(*find_op("sgd_step"), Tensors{a, g, rate, before}, &attrs);
  };
  const Tensor rate = scalar(1), before = scalar(0, DType::int64);
  REQUIRE_THROWS_AS(call(scalar(1, DType::float16), before), Error);
  REQUIRE_THROWS_AS(call(of({1, 1}, DType::float32), before), Error);
  REQUIRE_THROWS_AS(call(rate, rate), Error);
  REQUIRE(back(a) == Doubles{1, 2});
  const std::string text = error_of([&] { update_step<updates::Sgd>({}, {a}, {h}, {}, 1); });
  REQUIRE(text.find("sgd_step") != std::string::npos);
  REQUIRE(text.find("float64 (2,)") != std::string::npos);
}
