// Owns gradient checks of single ops, without a tape: exact for linear ones, where <op(x), g> must
// equal <x, gradient(g)>, and by central differences for the others.
#pragma once
#include "ops/op_list.h"
#include "tests_cpp/tensor_values.h"

namespace pelton::test {

// Small whole numbers without a pattern, so that sums are exact.
inline Tensor jumbled(const Shape& shape, int64_t salt) {
  std::vector<double> out(static_cast<size_t>(element_count(shape)));
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<double>((static_cast<int64_t>(i) * 37 + salt * 11) % 19 - 9);
  return tensor(shape, out);
}

inline double dot(const Tensor& a, const Tensor& b) {
  REQUIRE(a.shape() == b.shape());
  const auto x = values<double>(a), y = values<double>(b);
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

// The gradients of `op` for the outputs' gradients `grads` (undefined ones: none arrived).
inline std::vector<Tensor> gradients(const OpDef& op, const std::vector<Tensor>& inputs,
                                     const void* attrs, const std::vector<Tensor>& grads) {
  const Outputs outputs = call_all(op, inputs, attrs);
  std::vector<Tensor> out(inputs.size());
  const std::unique_ptr<bool[]> needed(new bool[inputs.size()]);
  std::fill_n(needed.get(), inputs.size(), true);
  GradContext context(inputs, outputs.span(), attrs, grads, out, {needed.get(), inputs.size()});
  op.grad(context);
  return out;
}

// Checks the gradient of op `name` with respect to its inputs [0, linear).
template <class A>
void check_adjoint(const char* name, const std::vector<Tensor>& inputs, const A& attrs,
                   size_t linear = 1) {
  const OpDef* op = find_op(name);
  REQUIRE(op != nullptr);
  const Tensor out = call_all(*op, inputs, &attrs).tensors[0];
  const Tensor grad = jumbled(out.shape(), 5);
  const std::vector<Tensor> grads = gradients(*op, inputs, &attrs, {grad});
  double sum = 0;
  for (size_t i = 0; i < linear; ++i) sum += dot(inputs[i], grads[i]);
  REQUIRE(dot(out, grad) == sum);
}

// Checks all gradients of op `name` (float64 inputs) against central differences of
// sum_k <output k, weights[k]>; undefined weights count as 0.
template <class A>
void check_gradient(const char* name, const std::vector<Tensor>& inputs, const A& attrs,
                    const std::vector<Tensor>& weights, double tolerance = 1e-7) {
  const OpDef* op = find_op(name);
  REQUIRE(op != nullptr);
  const auto loss = [&] {
    const Outputs outputs = call_all(*op, inputs, &attrs);
    double sum = 0;
    for (size_t k = 0; k < outputs.count; ++k)
      if (weights[k].defined()) sum += dot(outputs.tensors[k], weights[k]);
    return sum;
  };
  const std::vector<Tensor> grads = gradients(*op, inputs, &attrs, weights);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto got = grads[i].defined()
                         ? values<double>(grads[i])
                         : std::vector<double>(static_cast<size_t>(inputs[i].size()));
    if (grads[i].defined()) REQUIRE(grads[i].shape() == inputs[i].shape());
    for (size_t k = 0; k < got.size(); ++k) {
      double& value = inputs[i].data_as<double>()[k];
      const double kept = value, step = 1e-5;
      value = kept + step;
      const double above = loss();
      value = kept - step;
      const double below = loss();
      value = kept;
      INFO(name << " input " << i << " element " << k);
      REQUIRE(got[k] == Approx((above - below) / (2 * step)).epsilon(tolerance).margin(tolerance));
    }
  }
}

}  // namespace pelton::test
