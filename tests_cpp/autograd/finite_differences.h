// Owns the check of an op's gradient function by central differences in float64.
#pragma once
#include "ops/array/array.h"
#include "tests_cpp/ops/adjoint.h"
#include "tests_cpp/random_tensors.h"

namespace pelton::test {

// Sum of a[i] * b[i].
inline double weighted_sum(const Tensor& a, const Tensor& b) {
  const std::vector<double> x = values_of(a), y = values_of(b);
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

// Compares the gradients of op `name` with respect to its inputs [first, end) with differences of
// the op itself; inputs are float64.
template <class A>
void check_gradient(const char* name, const std::vector<Tensor>& inputs, const A& attrs,
                    size_t first = 0) {
  constexpr double kStep = 1e-4;
  const OpDef* op = find_op(name);
  REQUIRE(op != nullptr);
  const auto run = [&](const std::vector<Tensor>& x) {
    return call_all(*op, x, &attrs).tensors[0];
  };
  const Tensor weights = random_tensor(run(inputs).shape(), DType::float64, 99);
  const std::vector<Tensor> grads = gradients(*op, inputs, &attrs, {weights});
  for (size_t i = first; i < inputs.size(); ++i) {
    std::vector<double> expected;
    for (int64_t j = 0; j < inputs[i].size(); ++j) {
      std::vector<Tensor> moved = inputs;
      moved[i] = copy(inputs[i]);
      moved[i].data_as<double>()[j] += kStep;
      const double above = weighted_sum(run(moved), weights);
      moved[i].data_as<double>()[j] -= 2 * kStep;
      expected.push_back((above - weighted_sum(run(moved), weights)) / (2 * kStep));
    }
    INFO(name << ", gradient of input " << i);
    CHECK(grads[i].shape() == inputs[i].shape());
    CHECK(max_difference(values_of(grads[i]), expected) <= 1e-9);
  }
}

}  // namespace pelton::test
