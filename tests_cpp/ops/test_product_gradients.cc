// Tests the gradients of matmul, the convolutions and the pools, and those gradients' own.
#include "kernels/common/window.h"
#include "ops/array/array.h"
#include "tests_cpp/autograd/finite_differences.h"

using namespace pelton;
using namespace pelton::test;

namespace {

Tensor f64(const Shape& shape, uint64_t seed) { return random_tensor(shape, DType::float64, seed); }

// A permutation of well separated values: no step changes which one is the largest.
Tensor distinct(const Shape& shape) {
  const Tensor x = empty(shape, DType::float64);
  for (int64_t i = 0; i < x.size(); ++i)
    x.data_as<double>()[i] = static_cast<double>(i * 7919 % x.size());
  return x;
}

void check_convolution(const Shape& input, const Shape& filters, const Conv2dAttrs& a) {
  const Tensor x = f64(input, 1), w = f64(filters, 2);
  const Tensor g = f64(conv2d_shape(input, filters, a).output(), 3);
  const auto grad = [&](const Shape& shape) {
    return Conv2dGradAttrs{shape, a.strides, a.padding, a.dilations, a.explicit_paddings};
  };
  check_gradient("conv2d", {x, w}, a);
  check_gradient("conv2d_input_grad", {w, g}, grad(input));
  check_gradient("conv2d_filter_grad", {x, g}, grad(filters));
}

void check_pool(const Shape& input, const Pool2dAttrs& a) {
  const Tensor x = distinct(input), g = f64(pool2d_shape(input, a).output(), 3);
  const Pool2dGradAttrs grad{input, a.ksize, a.strides, a.padding};
  check_gradient("max_pool2d", {x}, a);
  check_gradient("max_pool2d_grad", {x, g}, a, 1);
  check_gradient("max_pool2d_pick", {x, f64(input, 4)}, a, 1);
  check_gradient("avg_pool2d", {x}, a);
  check_gradient("avg_pool2d_grad", {g}, grad);
}

}  // namespace

TEST_CASE("matmul's gradient, every orientation and a shared right matrix") {
  for (bool ta : {false, true})
    for (bool tb : {false, true})
      check_gradient(
          "matmul",
          {f64(ta ? Shape{3, 2} : Shape{2, 3}, 1), f64(tb ? Shape{4, 3} : Shape{3, 4}, 2)},
          MatmulAttrs{ta, tb});
  check_gradient("matmul", {f64({2, 2, 3}, 1), f64({2, 3, 4}, 2)}, MatmulAttrs{});
  check_gradient("matmul", {f64({2, 3, 2, 3}, 1), f64({3, 4}, 2)}, MatmulAttrs{});
  check_gradient("matmul", {f64({2, 2, 3}, 1), f64({4, 3}, 2)}, MatmulAttrs{false, true});
}

TEST_CASE("the gradients of conv2d and of its gradients") {
  check_convolution({2, 4, 5, 2}, {2, 3, 2, 3}, {});
  check_convolution({1, 5, 5, 2}, {3, 3, 2, 2}, {.strides = {2, 1}, .padding = Padding::same});
  check_convolution({1, 6, 5, 4}, {2, 2, 2, 4}, {.dilations = {2, 1}});
  check_convolution({1, 3, 3, 1}, {2, 2, 1, 2},
                    {.padding = Padding::explicit_sizes, .explicit_paddings = {1, 0, 2, 1}});
}

TEST_CASE("the gradients of pools and of their gradients") {
  check_pool({2, 4, 5, 3}, {{2, 2}, {2, 2}});
  check_pool({1, 5, 5, 2}, {{3, 2}, {1, 2}, Padding::same});
}
