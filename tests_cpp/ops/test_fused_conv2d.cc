// Tests the fused convolution and its gradient against the ops that it replaces, in float64.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/common/fused_conv2d_shape.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/kernels/conv_tolerance.h"
#include "tests_cpp/random_tensors.h"

using namespace pelton;

namespace {

constexpr FusedActivation kRelu = FusedActivation::relu, kNone = FusedActivation::none;

struct FusedCase {
  Shape input, filters;
  FusedConv2dAttrs attrs;
};

struct Operands {
  Tensor x, w, b, g;
};

FusedConv2dGradAttrs fused_grad_attrs(const FusedConv2dAttrs& a, bool input_needed = true) {
  return {a.strides,    a.padding, a.dilations, a.explicit_paddings,
          a.activation, a.pool,    input_needed};
}

// Whole numbers of [-2, 2], so that every way of summing gives the same and ties are common.
Tensor whole_tensor(const Shape& shape, DType dtype, uint64_t seed) {
  return round(multiply(random_tensor(shape, dtype, seed), scalar(2.4, dtype)));
}

Operands operands_of(const FusedCase& c, DType dtype, bool whole) {
  const auto make = [&](const Shape& shape, uint64_t seed) {
    return whole ? whole_tensor(shape, dtype, seed) : random_tensor(shape, dtype, seed);
  };
  const FusedConv2dShape s = fused_conv2d_shape(c.input, c.filters, c.attrs);
  return {make(c.input, 1), make(c.filters, 2), make({c.filters[3]}, 3), make(s.output(), 4)};
}

Tensor wide(const Tensor& x) { return cast(x, DType::float64); }

Tensor map_of(const Operands& o, const FusedConv2dAttrs& a) {
  return bias_add(conv2d(wide(o.x), wide(o.w), convolution_attrs(a)), wide(o.b));
}

Tensor composite(const Operands& o, const FusedConv2dAttrs& a) {
  Tensor y = max_pool2d(map_of(o, a), {a.pool, a.pool, Padding::valid});
  return a.activation == kRelu ? relu(y) : y;
}

// Calls visit(index in y, index in the map of the window's cell `cell`).
template <class Cell, class Visit>
void for_each_cell(const FusedConv2dShape& s, const Cell& cell_of, const Visit& visit) {
  const int64_t channels = s.conv.out_channels;
  int64_t i = 0;
  for (int64_t n = 0; n < s.conv.batch; ++n)
    for (int64_t y = 0; y < s.out_y(); ++y)
      for (int64_t x = 0; x < s.out_x(); ++x)
        for (int64_t k = 0; k < channels; ++k, ++i) {
          const int64_t cell = cell_of(i);
          const int64_t row = y * s.pool_y + cell / s.pool_x, col = x * s.pool_x + cell % s.pool_x;
          visit(i, ((n * s.conv.y.out + row) * s.conv.x.out + col) * channels + k);
        }
}

// The gradient of the map: where fused_conv2d says that the maxima are.
Tensor map_grad(const FusedConv2dShape& s, const Tensor& y, const Tensor& argmax, const Tensor& g,
                bool has_relu) {
  const Tensor map = zeros(s.conv.output(), DType::float64);
  const Tensor masked = wide(has_relu ? relu_grad(g, y) : g);
  const auto cell = [&](int64_t i) {
    return s.is_pooled() ? int64_t{argmax.data_as<uint8_t>()[i]} : 0;
  };
  for_each_cell(s, cell, [&](int64_t i, int64_t at) {
    map.data_as<double>()[at] = masked.data_as<double>()[i];
  });
  return map;
}

double largest_error(const Tensor& actual, const Tensor& expected) {
  return max_difference(values_of(actual), values_of(expected));
}

void check_gradients(const FusedCase& c, const Operands& o, const Outputs& out, DType dtype) {
  const FusedConv2dShape s = fused_conv2d_shape(c.input, c.filters, c.attrs);
  const Tensor &y = out.tensors[0], &argmax = out.tensors[1];
  const Tensor map = map_grad(s, y, argmax, o.g, c.attrs.activation == kRelu);
  const Conv2dAttrs a = convolution_attrs(c.attrs);
  const Conv2dGradAttrs input{c.input, a.strides, a.padding, a.dilations, a.explicit_paddings};
  const Conv2dGradAttrs filters{c.filters, a.strides, a.padding, a.dilations, a.explicit_paddings};
  const Outputs grads = fused_conv2d_grad(o.x, o.w, y, argmax, o.g, fused_grad_attrs(c.attrs));
  const int64_t terms = c.filters[0] * c.filters[1] * c.filters[3];
  CHECK(largest_error(grads.tensors[0], conv2d_input_grad(wide(o.w), map, input)) <=
        conv_tolerance(dtype, terms, cpu::winograd_input_grad_choice(s.conv).tile));
  const int64_t windows = s.output()[0] * s.output()[1] * s.output()[2];
  CHECK(largest_error(grads.tensors[1], conv2d_filter_grad(wide(o.x), map, filters)) <=
        conv_tolerance(dtype, windows, cpu::winograd_filter_grad_tile(s.conv)));
  CHECK(largest_error(grads.tensors[2], reduce_sum(map, {.axis = Axes{0, 1, 2}})) <=
        tolerance(dtype, windows));
  const Outputs rest =
      fused_conv2d_grad(o.x, o.w, y, argmax, o.g, fused_grad_attrs(c.attrs, false));
  CHECK(rest.tensors[0].shape() == Shape{0});
  CHECK(values_of(rest.tensors[1]) == values_of(grads.tensors[1]));
  CHECK(values_of(rest.tensors[2]) == values_of(grads.tensors[2]));
}

int64_t forward_tile(const FusedConv2dShape& s) {
  Conv2dShape seen = s.conv;
  seen.y.out = s.out_y() * s.pool_y;
  seen.x.out = s.out_x() * s.pool_x;
  return cpu::winograd_tile(seen);
}

void check_fused(const FusedCase& c, DType dtype, bool whole = false) {
  INFO(name(dtype) << " input " << cat(c.input) << " filters " << cat(c.filters) << " "
                   << to_string(attrs_of<FusedConv2dAttrs>, &c.attrs) << (whole ? " whole" : ""));
  const Operands o = operands_of(c, dtype, whole);
  const FusedConv2dShape s = fused_conv2d_shape(c.input, c.filters, c.attrs);
  const Outputs out = fused_conv2d(o.x, o.w, o.b, c.attrs);
  const int64_t tile = forward_tile(s);
  const double near = conv_tolerance(dtype, c.filters[0] * c.filters[1] * c.filters[2], tile);
  REQUIRE(out.tensors[0].shape() == s.output());
  REQUIRE(out.tensors[1].dtype() == DType::uint8);
  CHECK(largest_error(out.tensors[0], composite(o, c.attrs)) <= near);
  if (s.is_pooled()) {
    REQUIRE(out.tensors[1].shape() == s.output());
    const Tensor map = map_of(o, c.attrs);
    const Tensor largest = max_pool2d(map, {c.attrs.pool, c.attrs.pool, Padding::valid});
    const uint8_t* cells = out.tensors[1].data_as<uint8_t>();
    double worst = 0;
    for_each_cell(
        s, [&](int64_t i) { return int64_t{cells[i]}; },
        [&](int64_t i, int64_t at) {
          worst = std::max(worst, largest.data_as<double>()[i] - map.data_as<double>()[at]);
        });
    CHECK(worst <= 2 * near);
    if (whole && tile <= 2) {  // larger tiles do not compute whole numbers exactly
      const Tensor ones = ones_like(largest);
      const Tensor first = max_pool2d_grad(map, ones, {c.attrs.pool, c.attrs.pool});
      CHECK(values_of(first) == values_of(map_grad(s, ones, out.tensors[1], ones, false)));
    }
  } else {
    CHECK(out.tensors[1].shape() == Shape{0});
  }
  check_gradients(c, o, out, dtype);
}

FusedCase random_fused(uint64_t& state) {
  const auto pick = [&](int64_t low, int64_t high) {
    const double share = (next_random(state) + 1) / 2;
    return low + static_cast<int64_t>(share * static_cast<double>(high - low + 1));
  };
  constexpr int64_t kChannels[] = {1, 3, 8, 17, 32, 5, 16, 2};
  FusedCase c;
  const int64_t groups = pick(0, 5) == 0 ? 2 : 1;
  c.filters = {pick(1, 4), pick(1, 5), kChannels[pick(0, 7)], kChannels[pick(0, 7)] * groups};
  c.attrs.strides = {pick(1, 2), pick(1, 3)};
  if (pick(0, 5) == 0) c.attrs.dilations = {pick(1, 2), pick(1, 2)};
  c.attrs.padding = static_cast<Padding>(pick(0, 2));
  if (c.attrs.padding == Padding::explicit_sizes)
    c.attrs.explicit_paddings = {pick(0, 4), pick(0, 4), pick(0, 4), pick(0, 4)};
  c.attrs.activation = static_cast<FusedActivation>(pick(0, 1));
  c.attrs.pool = {pick(1, 3), pick(1, 3)};
  const int64_t least_y = (c.filters[0] - 1) * c.attrs.dilations[0] + 1;
  const int64_t least_x = (c.filters[1] - 1) * c.attrs.dilations[1] + 1;
  c.input = {pick(0, 5), pick(least_y, least_y + 9), pick(least_x, least_x + 12),
             c.filters[2] * groups};
  return c;
}

const FusedCase kFusedMnist[] = {
    {{9, 28, 28, 1}, {3, 3, 1, 32}, {.activation = kRelu, .pool = {2, 2}}},
    {{19, 13, 13, 32}, {3, 3, 32, 64}, {.activation = kRelu, .pool = {2, 2}}},
    {{7, 5, 5, 64}, {3, 3, 64, 64}, {.activation = kRelu}},
    {{33, 5, 5, 64}, {3, 3, 64, 64}, {.activation = kRelu}},
    {{5, 16, 16, 64}, {3, 3, 64, 64}, {.padding = Padding::same, .pool = {2, 2}}},
    {{4, 23, 20, 48}, {3, 3, 48, 64}, {.activation = kRelu, .pool = {3, 2}}},
    {{1, 28, 28, 1}, {3, 3, 1, 32}, {.activation = kRelu, .pool = {2, 2}}},
    {{1, 13, 13, 32}, {3, 3, 32, 64}, {.activation = kRelu, .pool = {2, 2}}},
    {{1, 5, 5, 64}, {3, 3, 64, 64}, {.activation = kRelu}},
    {{1, 12, 11, 80}, {3, 3, 40, 70}, {.pool = {2, 3}}},
    {{1, 9, 14, 17}, {3, 3, 17, 81}, {.activation = kRelu, .pool = {1, 2}}}};

}  // namespace

TEST_CASE("fused_conv2d and its gradient on the MNIST network's layers") {
  for (const FusedCase& c : kFusedMnist)
    for (DType dtype : {DType::float32, DType::float64, DType::bfloat16}) {
      check_fused(c, dtype);
      if (dtype == DType::float32) check_fused(c, dtype, true);
    }
}

TEST_CASE("fused_conv2d and its gradient on random geometries") {
  uint64_t state = 54321;
  for (int i = 0; i < 240; ++i) {
    const FusedCase c = random_fused(state);
    check_fused(c, DType::float32);
    check_fused(c, DType::float32, true);
    if (i % 3 == 0) check_fused(c, DType::float64);
    if (i % 5 == 0) check_fused(c, DType::float16);
    if (i % 5 == 1) check_fused(c, DType::bfloat16);
  }
}

TEST_CASE("fused_conv2d on large maps, wide layers and large windows") {
  const Padding same = Padding::same;
  check_fused(
      {{3, 32, 32, 3}, {3, 3, 3, 32}, {.padding = same, .activation = kRelu, .pool = {2, 2}}},
      DType::float32);
  check_fused({{2, 16, 16, 64}, {3, 3, 64, 64}, {.padding = same, .activation = kRelu}},
              DType::float32);
  check_fused({{2, 12, 13, 70}, {3, 3, 70, 200}, {.activation = kRelu, .pool = {2, 2}}},
              DType::float32);
  for (const int64_t channels : {128, 300})  // runs wider than all registers
    check_fused({{2, 7, 8, channels}, {3, 3, channels, 40}, {.activation = kRelu, .pool = {2, 2}}},
                DType::float32);
  check_fused({{1, 40, 300, 2}, {5, 5, 2, 6}, {.activation = kRelu, .pool = {3, 2}}},
              DType::float32);
  check_fused({{2, 20, 70, 2}, {3, 4, 2, 6}, {.pool = {15, 17}}}, DType::float32);
  check_fused({{2, 2, 9, 4}, {1, 1, 4, 4}, {.pool = {3, 3}}}, DType::float32);  // no window fits
}

TEST_CASE("fused_conv2d by Winograd's tiles: every padding, odd sizes, bands and pools") {
  for (const Padding padding : {Padding::valid, Padding::same, Padding::explicit_sizes})
    for (const Axes& pool : {Axes{1, 1}, Axes{2, 2}, Axes{3, 2}, Axes{1, 3}})
      for (const Shape& input : {Shape{8, 13, 12, 16}, Shape{3, 20, 31, 17}}) {
        FusedCase c{input, {3, 3, input[3], 21}, {.padding = padding, .pool = pool}};
        if (padding == Padding::explicit_sizes) c.attrs.explicit_paddings = {3, 0, 1, 5};
        check_fused(c, DType::float32);
        check_fused(c, DType::float32, true);
        check_fused(c, DType::float16);
      }
}

TEST_CASE("fused_conv2d by Winograd's tiles is within 1e-5 of float64") {
  for (const int64_t channels : {16, 64, 300}) {
    const FusedCase c{{2, 24, 24, channels}, {3, 3, channels, 32}, {.activation = kRelu}};
    const Operands o = operands_of(c, DType::float32, false);
    const std::vector<double> exact = values_of(composite(o, c.attrs));
    const double largest = *std::max_element(exact.begin(), exact.end());
    const Tensor y = fused_conv2d(o.x, o.w, o.b, c.attrs).tensors[0];
    CHECK(max_difference(values_of(y), exact) <= 1e-5 * largest);
  }
}

TEST_CASE("fused_conv2d passes NaN through and gives its cell the gradient") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const int64_t channels : {1, 16, 33}) {
    const Tensor x = random_tensor({1, 2, 2, 1}, DType::float32, 1);
    x.data_as<float>()[2] = static_cast<float>(nan);
    const Tensor w = ones({1, 1, 1, channels}), b = zeros({channels});
    const Outputs out = fused_conv2d(x, w, b, {.activation = kRelu, .pool = {2, 2}});
    for (int64_t i = 0; i < channels; ++i) {
      CHECK(std::isnan(out.tensors[0].data_as<float>()[i]));
      CHECK(out.tensors[1].data_as<uint8_t>()[i] == 2);
    }
    // As in relu and max_pool2d: no gradient where relu gave NaN, a gradient to it without relu.
    for (const bool has_relu : {true, false}) {
      const FusedConv2dAttrs a{.activation = has_relu ? kRelu : kNone, .pool = {2, 2}};
      const Outputs grads = fused_conv2d_grad(x, w, out.tensors[0], out.tensors[1],
                                              ones({1, 1, 1, channels}), fused_grad_attrs(a));
      const double all = has_relu ? 0 : static_cast<double>(channels);
      CHECK(values_of(grads.tensors[0]) == std::vector<double>{0, 0, all, 0});
    }
  }
}

TEST_CASE("fused_conv2d gives the same bits in every run and for any number of threads") {
  const int before = num_threads();
  for (const FusedCase& c : kFusedMnist) {
    const Operands o = operands_of(c, DType::float32, false);
    const auto all = [&] {
      const Outputs out = fused_conv2d(o.x, o.w, o.b, c.attrs);
      const Outputs grads = fused_conv2d_grad(o.x, o.w, out.tensors[0], out.tensors[1], o.g,
                                              fused_grad_attrs(c.attrs));
      return std::vector{values_of(out.tensors[0]), values_of(out.tensors[1]),
                         values_of(grads.tensors[0]), values_of(grads.tensors[1]),
                         values_of(grads.tensors[2])};
    };
    set_num_threads(1);
    const auto alone = all();
    for (int threads : {2, 5}) {
      set_num_threads(threads);
      for (int run = 0; run < 3; ++run) CHECK(all() == alone);
    }
  }
  set_num_threads(before);
}

TEST_CASE("fused_conv2d refuses what does not fit and names it") {
  const Tensor x = ones({1, 5, 5, 2}), w = ones({2, 2, 2, 3}), b = ones({3});
  const auto refuses = [&](const FusedConv2dAttrs& a, const char* text) {
    CHECK(error_says([&] { fused_conv2d(x, w, b, a); }, text));
  };
  refuses({.pool = {0, 2}}, "pool sizes must be positive");
  refuses({.pool = {2}}, "pool must have 2 values");
  refuses({.pool = {16, 16}}, "at most 255 cells");
  refuses({.pool = {int64_t{1} << 40, int64_t{1} << 40}}, "at most 255 cells");
  CHECK(error_says([&] { fused_conv2d(x, w, ones({2}), {}); }, "one value for each of the 3"));
  const FusedConv2dAttrs pooled{.pool = {2, 2}};
  const Outputs out = fused_conv2d(x, w, b, pooled);
  const Tensor argmax = zeros({1, 2, 2, 3}, DType::uint8);
  argmax.data_as<uint8_t>()[7] = 4;
  const auto grad = [&](const Tensor& cells, const Tensor& y, const Tensor& g) {
    fused_conv2d_grad(x, w, y, cells, g, fused_grad_attrs(pooled));
  };
  const Tensor& y = out.tensors[0];
  CHECK(error_says([&] { grad(argmax, y, y); }, "argmax holds 4, but a window has only 4 cells"));
  CHECK(error_says([&] { grad(zeros({0}, DType::uint8), y, y); }, "argmax has shape (0,)"));
  CHECK(error_says([&] { grad(out.tensors[1], x, y); }, "y has shape (1, 5, 5, 2)"));
  CHECK(error_says([&] { grad(out.tensors[1], y, x); }, "out_grad has shape (1, 5, 5, 2)"));
}

TEST_CASE("fused_conv2d forms no product of padding and an infinite filter") {
  for (const DType dtype : {DType::float32, DType::float64}) {
    const FusedCase c{{2, 6, 6, 1}, {3, 3, 1, 20}, {.padding = Padding::same}};
    Operands o = operands_of(c, dtype, false);
    o.x = add(abs(o.x), scalar(1, dtype));
    std::vector<double> filters = values_of(o.w);
    filters[0] = std::numeric_limits<double>::infinity();  // the first tap of channel 0
    o.w = cast(from_host(filters.data(), c.filters, DType::float64), dtype);
    const std::vector<double> got = values_of(fused_conv2d(o.x, o.w, o.b, c.attrs).tensors[0]);
    const std::vector<double> expected = values_of(composite(o, c.attrs));
    REQUIRE(std::isfinite(got[0]));          // pixel 0 sees that tap outside of the image
    REQUIRE(std::isinf(got[(6 + 1) * 20]));  // pixel (1, 1) sees it inside
    for (size_t i = 0; i < got.size(); ++i)
      REQUIRE((got[i] == expected[i] || got[i] == Approx(expected[i]).epsilon(1e-5)));
  }
}
