// Tests max and average pooling and their gradients against the definition.
#include <cmath>
#include <limits>

#include "kernels/common/window.h"
#include "ops/nn/nn.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/random_tensors.h"

using namespace pelton;

namespace {

struct PoolCase {
  Shape input;
  Pool2dAttrs attrs;
};

// Calls visit(output index, indices of the window's cells) for every window.
template <class Visit>
void for_each_window(const PoolCase& c, const Visit& visit) {
  const Pool2dShape s = pool2d_shape(c.input, c.attrs);
  size_t out = 0;
  for (int64_t n = 0; n < s.batch; ++n)
    for (int64_t oy = 0; oy < s.y.out; ++oy)
      for (int64_t ox = 0; ox < s.x.out; ++ox)
        for (int64_t channel = 0; channel < s.channels; ++channel) {
          std::vector<size_t> cells;
          for (int64_t ky = 0; ky < s.y.window; ++ky)
            for (int64_t kx = 0; kx < s.x.window; ++kx) {
              const int64_t y = oy * s.y.stride - s.y.before + ky;
              const int64_t x = ox * s.x.stride - s.x.before + kx;
              if (y < 0 || y >= s.y.in || x < 0 || x >= s.x.in) continue;
              cells.push_back(
                  static_cast<size_t>(((n * s.y.in + y) * s.x.in + x) * s.channels + channel));
            }
          visit(out++, cells);
        }
}

size_t first_largest(const std::vector<size_t>& cells, const std::vector<double>& x) {
  size_t best = cells[0];
  for (size_t cell : cells)
    if (x[cell] > x[best]) best = cell;
  return best;
}

void check_max(const PoolCase& c, DType dtype) {
  const Shape out = pool2d_shape(c.input, c.attrs).output();
  // Few distinct values, so that ties are common.
  const Tensor x = random_tensor(c.input, is_integer(dtype) ? dtype : DType::int8, 1);
  Tensor input = x;
  if (!is_integer(dtype)) {
    input = empty(c.input, dtype);
    visit(FloatingTypes{}, dtype, [&]<class T>() {
      for (int64_t i = 0; i < x.size(); ++i)
        input.data_as<T>()[i] = T(static_cast<float>(x.data_as<int8_t>()[i]));
    });
  }
  const std::vector<double> xs = values_of(input);
  std::vector<double> y(static_cast<size_t>(element_count(out)));
  for_each_window(c, [&](size_t o, const auto& cells) { y[o] = xs[first_largest(cells, xs)]; });
  INFO("max " << name(dtype) << " " << cat(c.input) << " "
              << to_string(attrs_of<Pool2dAttrs>, &c.attrs));
  CHECK(values_of(max_pool2d(input, c.attrs)) == y);
  if (is_integer(dtype)) return;
  const Tensor g = random_tensor(out, dtype, 2), v = random_tensor(c.input, dtype, 3);
  const std::vector<double> gs = values_of(g), vs = values_of(v);
  std::vector<double> dx(xs.size()), picked(y.size());
  for_each_window(c, [&](size_t o, const auto& cells) {
    dx[first_largest(cells, xs)] += gs[o];
    picked[o] = vs[first_largest(cells, xs)];
  });
  CHECK(max_difference(values_of(max_pool2d_grad(input, g, c.attrs)), dx) <= tolerance(dtype, 4));
  CHECK(values_of(max_pool2d_pick(input, v, c.attrs)) == picked);
}

void check_mean(const PoolCase& c, DType dtype) {
  const Shape out = pool2d_shape(c.input, c.attrs).output();
  const Tensor x = random_tensor(c.input, dtype, 1), g = random_tensor(out, dtype, 2);
  const std::vector<double> xs = values_of(x), gs = values_of(g);
  std::vector<double> y(gs.size()), dx(xs.size());
  for_each_window(c, [&](size_t o, const auto& cells) {
    const auto count = static_cast<double>(cells.size());
    for (size_t cell : cells) y[o] += xs[cell] / count, dx[cell] += gs[o] / count;
  });
  INFO("mean " << name(dtype) << " " << cat(c.input) << " "
               << to_string(attrs_of<Pool2dAttrs>, &c.attrs));
  CHECK(max_difference(values_of(avg_pool2d(x, c.attrs)), y) <= tolerance(dtype, 4));
  const Pool2dGradAttrs attrs{c.input, c.attrs.ksize, c.attrs.strides, c.attrs.padding};
  CHECK(max_difference(values_of(avg_pool2d_grad(g, attrs)), dx) <= tolerance(dtype, 4));
}

const PoolCase kCases[] = {{{3, 26, 26, 32}, {{2, 2}, {2, 2}}},
                           {{2, 11, 11, 64}, {{2, 2}, {2, 2}}},
                           {{2, 5, 7, 3}, {{2, 2}, {2, 2}, Padding::same}},
                           {{1, 9, 8, 17}, {{3, 3}, {2, 2}, Padding::same}},
                           {{2, 9, 8, 9}, {{3, 2}, {1, 1}, Padding::same}},
                           {{1, 9, 8, 1}, {{3, 2}, {1, 3}}},
                           {{2, 7, 7, 5}, {{1, 2}, {3, 4}}},
                           {{2, 7, 7, 40}, {{7, 7}, {7, 7}}},
                           {{1, 4, 4, 2}, {{5, 5}, {2, 2}, Padding::same}},
                           {{2, 6, 6, 8}, {{3, 3}, {3, 3}, Padding::same}}};

}  // namespace

TEST_CASE("max pooling, its gradient and that one's: the first maximum wins") {
  for (const PoolCase& c : kCases)
    for (DType dtype : {DType::float32, DType::float64, DType::float16, DType::bfloat16})
      check_max(c, dtype);
  for (const PoolCase& c : kCases)
    for (DType dtype : {DType::int8, DType::int16, DType::int32, DType::int64, DType::uint8,
                        DType::uint16, DType::uint32, DType::uint64})
      check_max(c, dtype);
}

TEST_CASE("average pooling and its gradient count no padding") {
  for (const PoolCase& c : kCases)
    for (DType dtype : {DType::float32, DType::float64, DType::float16, DType::bfloat16})
      check_mean(c, dtype);
}

TEST_CASE("max pooling passes NaN and infinity on") {
  const float nan = std::nanf(""), inf = std::numeric_limits<float>::infinity();
  const float in[] = {1, nan, 2, 3, -inf, -inf, -inf, -inf};
  const Pool2dAttrs attrs{{2, 2}, {2, 2}};
  const Tensor x = from_host(in, {2, 2, 2, 1}, DType::float32);
  const std::vector<double> y = values_of(max_pool2d(x, attrs));
  CHECK((std::isnan(y[0]) && y[1] == -inf));
  const float ones[] = {5, 7};
  const Tensor g = from_host(ones, {2, 1, 1, 1}, DType::float32);
  CHECK(values_of(max_pool2d_grad(x, g, attrs)) == std::vector<double>{0, 5, 0, 0, 7, 0, 0, 0});
}

TEST_CASE("pools of nothing and windows larger than the image") {
  const auto f32 = [](const Shape& shape) { return random_tensor(shape, DType::float32, 1); };
  const Pool2dAttrs attrs{{2, 2}, {2, 2}};
  CHECK(max_pool2d(f32({0, 4, 4, 2}), attrs).shape() == Shape{0, 2, 2, 2});
  CHECK(avg_pool2d(f32({2, 4, 4, 0}), attrs).shape() == Shape{2, 2, 2, 0});
  CHECK(max_pool2d(f32({1, 3, 3, 1}), {{5, 5}, {5, 5}}).shape() == Shape{1, 0, 0, 1});
  const Tensor dx = max_pool2d_grad(f32({1, 1, 1, 3}), f32({1, 0, 0, 3}), attrs);
  CHECK(values_of(dx) == std::vector<double>(3, 0.0));
  const Tensor spread = avg_pool2d_grad(f32({1, 0, 0, 3}), {{1, 1, 1, 3}, {2, 2}, {2, 2}});
  CHECK(values_of(spread) == std::vector<double>(3, 0.0));
}

TEST_CASE("pools give the same bits for any number of threads") {
  const int before = num_threads();
  for (const PoolCase& c : kCases) {
    const Tensor x = random_tensor(c.input, DType::float32, 1);
    const auto passes = [&] {
      const Tensor y = avg_pool2d(x, c.attrs);
      return std::vector{values_of(y), values_of(max_pool2d_grad(x, y, c.attrs)),
                         values_of(avg_pool2d_grad(
                             y, {c.input, c.attrs.ksize, c.attrs.strides, c.attrs.padding}))};
    };
    set_num_threads(1);
    const auto alone = passes();
    set_num_threads(3);
    CHECK(passes() == alone);
  }
  set_num_threads(before);
}

TEST_CASE("pools refuse what does not fit and name it") {
  const auto f32 = [](const Shape& shape) { return random_tensor(shape, DType::float32, 1); };
  const Tensor x = f32({1, 5, 5, 1});
  const Pool2dAttrs attrs{{2, 2}, {2, 2}};
  CHECK(error_says(
      [&] {
        max_pool2d(x, {{0, 0}, {1, 1}});
      },
      "Sliding window ksize must be positive. The specified or inferred ksize is: "
      "1,0,0,1"));
  CHECK(error_says(
      [&] {
        max_pool2d(f32({5, 5, 1}), attrs);
      },
      "tensor_in_shape must have 2 spatial dimensions. 3 0"));
  CHECK(error_says([&] { avg_pool2d(x, {{2, 2}, {2, 0}}); }, "strides are: 1,2,0,1"));
  CHECK(error_says([&] { avg_pool2d(x, {{2, 2, 2}, {2, 2}}); }, "ksize must have 2 values"));
  CHECK(error_says([&] { avg_pool2d(x, {{9, 9}, {1, 1}}); }, "output size would be negative: -3"));
  CHECK(error_says(
      [&] {
        avg_pool2d(random_tensor({1, 5, 5, 1}, DType::int32, 1), attrs);
      },
      "dtype int32"));
  CHECK(error_says([&] { max_pool2d_grad(x, x, attrs); }, "(1, 2, 2, 1)"));
  CHECK(error_says([&] { max_pool2d_pick(x, f32({1, 4, 4, 1}), attrs); }, "values has shape"));
  CHECK(error_says(
      [&] {
        avg_pool2d_grad(x, {{1, 5, 5, 1}, {2, 2}, {2, 2}});
      },
      "[Op:AvgPoolGrad]"));
  CHECK(error_says(
      [&] {
        max_pool2d(x, {{2, 2}, {2, 2}, Padding::explicit_sizes});
      },
      "padding must be VALID or SAME"));
}
