// Owns the gradient check of linear ops: <op(x), g> must equal <x, gradient(g)>, exactly.
#pragma once
#include "ops/op_list.h"
#include "runtime/dispatch.h"
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

// The gradients of `op` for output gradient `grad`, as its gradient function sets them.
inline std::vector<Tensor> gradients(const OpDef& op, const std::vector<Tensor>& inputs,
                                     const void* attrs, const Tensor& grad) {
  const Outputs outputs = call_all(op, inputs, attrs);
  std::vector<Tensor> grads(inputs.size());
  const std::unique_ptr<bool[]> needed(new bool[inputs.size()]);
  std::fill_n(needed.get(), inputs.size(), true);
  GradContext context(inputs, outputs.span(), attrs, {&grad, 1}, grads,
                      {needed.get(), inputs.size()});
  op.grad(context);
  return grads;
}

// Checks the gradient of op `name` with respect to its inputs [0, linear).
template <class A>
void check_adjoint(const char* name, const std::vector<Tensor>& inputs, const A& attrs,
                   size_t linear = 1) {
  const OpDef* op = find_op(name);
  REQUIRE(op != nullptr);
  const Tensor out = call_all(*op, inputs, &attrs).tensors[0];
  const Tensor grad = jumbled(out.shape(), 5);
  const std::vector<Tensor> grads = gradients(*op, inputs, &attrs, grad);
  double sum = 0;
  for (size_t i = 0; i < linear; ++i) sum += dot(inputs[i], grads[i]);
  REQUIRE(dot(out, grad) == sum);
}

}  // namespace pelton::test
