// Tests conv2d and its two gradients against the definition, on random geometries and on the
// MNIST network's, in every floating dtype.
#include "kernels/common/window.h"
#include "ops/nn/nn.h"
#include "runtime/threads/thread_pool.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/kernels/conv_tolerance.h"
#include "tests_cpp/random_tensors.h"

using namespace pelton;

namespace {

struct ConvCase {
  Shape input, filters;
  Conv2dAttrs attrs;
};

// Calls visit(input index, filter index, output index) for every product of the convolution.
template <class Visit>
void for_each_product(const ConvCase& c, const Visit& visit) {
  const Conv2dShape s = conv2d_shape(c.input, c.filters, c.attrs);
  const auto at = [](const Shape& shape, int64_t i, int64_t j, int64_t k, int64_t l) {
    return static_cast<size_t>(((i * shape[1] + j) * shape[2] + k) * shape[3] + l);
  };
  const Shape out = s.output();
  for (int64_t n = 0; n < s.batch; ++n)
    for (int64_t oy = 0; oy < s.y.out; ++oy)
      for (int64_t ox = 0; ox < s.x.out; ++ox)
        for (int64_t ky = 0; ky < s.y.window; ++ky)
          for (int64_t kx = 0; kx < s.x.window; ++kx) {
            const int64_t iy = oy * s.y.stride - s.y.before + ky * s.y.dilation;
            const int64_t ix = ox * s.x.stride - s.x.before + kx * s.x.dilation;
            if (iy < 0 || iy >= s.y.in || ix < 0 || ix >= s.x.in) continue;
            for (int64_t o = 0; o < s.out_channels; ++o)
              for (int64_t i = 0; i < s.group_in(); ++i)
                visit(at(c.input, n, iy, ix, o / s.group_out() * s.group_in() + i),
                      at(c.filters, ky, kx, i, o), at(out, n, oy, ox, o));
          }
}

Conv2dGradAttrs conv_grad_attrs(const Shape& shape, const Conv2dAttrs& a) {
  return {shape, a.strides, a.padding, a.dilations, a.explicit_paddings};
}

// All three passes of one case against sums in double.
void check_conv(const ConvCase& c, DType dtype) {
  const Shape out = conv2d_shape(c.input, c.filters, c.attrs).output();
  const Tensor x = random_tensor(c.input, dtype, 1), w = random_tensor(c.filters, dtype, 2);
  const Tensor g = random_tensor(out, dtype, 3);
  const auto xs = values_of(x), ws = values_of(w), gs = values_of(g);
  std::vector<double> y(gs.size()), dx(xs.size()), dw(ws.size());
  for_each_product(c, [&](size_t i, size_t f, size_t o) {
    y[o] += xs[i] * ws[f];
    dx[i] += gs[o] * ws[f];
    dw[f] += gs[o] * xs[i];
  });
  INFO(name(dtype) << " input " << cat(c.input) << " filters " << cat(c.filters) << " "
                   << to_string(attrs_of<Conv2dAttrs>, &c.attrs));
  const Tensor forward = conv2d(x, w, c.attrs);
  CHECK(forward.shape() == out);
  const int64_t terms = c.filters[0] * c.filters[1];
  const Conv2dShape s = conv2d_shape(c.input, c.filters, c.attrs);
  CHECK(max_difference(values_of(forward), y) <=
        conv_tolerance(dtype, terms * c.filters[2], cpu::winograd_tile(s)));
  CHECK(max_difference(values_of(conv2d_input_grad(w, g, conv_grad_attrs(c.input, c.attrs))), dx) <=
        conv_tolerance(dtype, terms * c.filters[3], cpu::winograd_input_grad_choice(s).tile));
  CHECK(max_difference(values_of(conv2d_filter_grad(x, g, conv_grad_attrs(c.filters, c.attrs))),
                       dw) <=
        conv_tolerance(dtype, out[0] * out[1] * out[2], cpu::winograd_filter_grad_tile(s)));
}

const ConvCase kMnist[] = {{{5, 28, 28, 1}, {3, 3, 1, 32}, {}},
                           {{4, 13, 13, 32}, {3, 3, 32, 64}, {}},
                           {{7, 5, 5, 64}, {3, 3, 64, 64}, {}},
                           // Tiles enough for Winograd's filter gradient.
                           {{15, 13, 13, 32}, {3, 3, 32, 64}, {}},
                           // An image that one tile of 3x3 covers, and images with tiles cut off.
                           {{32, 5, 5, 64}, {3, 3, 64, 64}, {}},
                           {{33, 7, 8, 33}, {3, 3, 33, 41}, {}},
                           // Tiles of 4x4, whole and cut off.
                           {{8, 18, 18, 64}, {3, 3, 64, 72}, {}},
                           {{9, 15, 17, 40}, {3, 3, 40, 48}, {}},
                           // One image, whose channels the threads share.
                           {{1, 28, 28, 1}, {3, 3, 1, 32}, {}},
                           {{1, 13, 13, 32}, {3, 3, 32, 64}, {}},
                           {{1, 5, 5, 64}, {3, 3, 64, 70}, {}},
                           {{1, 12, 11, 80}, {3, 3, 40, 70}, {}},
                           {{1, 9, 14, 17}, {3, 3, 17, 81}, {}}};

ConvCase random_conv(uint64_t& state) {
  const auto pick = [&](int64_t low, int64_t high) {
    return low +
           static_cast<int64_t>((next_random(state) + 1) / 2 * static_cast<double>(high - low + 1));
  };
  ConvCase c;
  const int64_t groups = pick(0, 3) == 0 ? pick(2, 3) : 1, in = pick(1, 9), out = pick(1, 20);
  c.filters = {pick(1, 4), pick(1, 5), in, out * groups};
  c.attrs.strides = {pick(1, 3), pick(1, 3)};
  c.attrs.dilations = {pick(1, 2), pick(1, 3)};
  c.attrs.padding = static_cast<Padding>(pick(0, 2));
  if (c.attrs.padding == Padding::explicit_sizes)
    c.attrs.explicit_paddings = {pick(0, 4), pick(0, 4), pick(0, 4), pick(0, 4)};
  const int64_t least_y = (c.filters[0] - 1) * c.attrs.dilations[0] + 1;
  const int64_t least_x = (c.filters[1] - 1) * c.attrs.dilations[1] + 1;
  c.input = {pick(1, 5), pick(least_y, least_y + 9), pick(least_x, least_x + 12), in * groups};
  return c;
}

}  // namespace

TEST_CASE("conv2d's three passes on the MNIST network's layers") {
  for (const ConvCase& c : kMnist)
    for (DType dtype : {DType::float32, DType::float64}) check_conv(c, dtype);
}

TEST_CASE("conv2d's three passes on random geometries") {
  uint64_t state = 12345;
  for (int i = 0; i < 150; ++i) {
    const ConvCase c = random_conv(state);
    check_conv(c, DType::float32);
    if (i % 3 == 0) check_conv(c, DType::float64);
    if (i % 5 == 0) check_conv(c, DType::float16);
    if (i % 5 == 1) check_conv(c, DType::bfloat16);
  }
}

TEST_CASE("conv2d's three passes where the reduction or the image is long") {
  check_conv({{1, 6, 7, 400}, {3, 3, 400, 20}, {}}, DType::float32);
  check_conv({{2, 3, 600, 2}, {2, 3, 2, 5}, {.strides = {1, 2}, .padding = Padding::same}},
             DType::float32);
  check_conv({{1, 40, 50, 3}, {7, 7, 3, 18}, {.strides = {2, 2}, .padding = Padding::same}},
             DType::float32);
  check_conv({{1, 40, 50, 3}, {7, 7, 3, 18}, {.strides = {2, 2}, .padding = Padding::same}},
             DType::float16);
  check_conv({{30, 4, 4, 16}, {1, 1, 16, 40}, {}}, DType::float32);
  check_conv({{3, 9, 9, 6}, {3, 3, 1, 12}, {.padding = Padding::same}}, DType::float32);
  check_conv({{2, 5, 5, 2}, {2, 2, 2, 3}, {.strides = {4, 5}}}, DType::float32);
}

TEST_CASE("conv2d's three passes by Winograd's tiles: every padding, odd sizes, bands, pieces") {
  for (const Padding padding : {Padding::valid, Padding::same, Padding::explicit_sizes})
    for (const Shape& input : {Shape{9, 13, 12, 16}, Shape{3, 20, 31, 17}}) {
      ConvCase c{input, {3, 3, input[3], 21}, {.padding = padding}};
      if (padding == Padding::explicit_sizes) c.attrs.explicit_paddings = {3, 0, 1, 5};
      for (const DType dtype : {DType::float32, DType::float16, DType::bfloat16})
        check_conv(c, dtype);
    }
  check_conv({{4, 18, 18, 130}, {3, 3, 130, 136}, {}}, DType::float32);
  check_conv({{1, 70, 80, 16}, {3, 3, 16, 40}, {.padding = Padding::same}}, DType::float32);
}

TEST_CASE("conv2d's sizes follow TensorFlow") {
  const auto out = [](Shape input, Shape filters, const Conv2dAttrs& attrs) {
    return conv2d_shape(input, filters, attrs).output();
  };
  CHECK(out({1, 28, 28, 1}, {3, 3, 1, 32}, {}) == Shape{1, 26, 26, 32});
  CHECK(out({1, 7, 8, 1}, {3, 3, 1, 2}, {.strides = {2, 2}}) == Shape{1, 3, 3, 2});
  CHECK(out({1, 7, 8, 1}, {3, 3, 1, 2}, {.strides = {2, 2}, .padding = Padding::same}) ==
        Shape{1, 4, 4, 2});
  CHECK(out({1, 7, 8, 1}, {3, 3, 1, 2}, {.dilations = {2, 3}}) == Shape{1, 3, 2, 2});
  CHECK(out({1, 2, 2, 1}, {3, 3, 1, 2}, {}) == Shape{1, 0, 0, 2});
  CHECK(conv2d_shape({1, 6, 6, 1}, {3, 3, 1, 1}, {.strides = {2, 2}, .padding = Padding::same})
            .y.before == 0);
  CHECK(conv2d_shape({1, 6, 6, 1}, {4, 4, 1, 1}, {.padding = Padding::same}).y.before == 1);
}

TEST_CASE("conv2d of nothing") {
  const auto f32 = [](const Shape& shape) { return random_tensor(shape, DType::float32, 1); };
  CHECK(conv2d(f32({0, 5, 5, 2}), f32({3, 3, 2, 4}), {}).shape() == Shape{0, 3, 3, 4});
  CHECK(conv2d(f32({2, 2, 2, 2}), f32({3, 3, 2, 4}), {}).shape() == Shape{2, 0, 0, 4});
  const Tensor dw = conv2d_filter_grad(f32({0, 5, 5, 2}), f32({0, 3, 3, 4}), {{3, 3, 2, 4}});
  CHECK(values_of(dw) == std::vector<double>(72, 0.0));
  const Tensor dx = conv2d_input_grad(f32({3, 3, 2, 4}), f32({2, 0, 0, 4}), {{2, 2, 2, 2}});
  CHECK(values_of(dx) == std::vector<double>(16, 0.0));
}

TEST_CASE("conv2d gives the same bits in every run and for any number of threads") {
  const int before = num_threads();
  for (const ConvCase& c : kMnist) {
    const Tensor x = random_tensor(c.input, DType::float32, 1);
    const Tensor w = random_tensor(c.filters, DType::float32, 2);
    const auto passes = [&] {
      const Tensor y = conv2d(x, w, c.attrs);
      return std::vector{values_of(y), values_of(conv2d_input_grad(w, y, {c.input})),
                         values_of(conv2d_filter_grad(x, y, {c.filters}))};
    };
    set_num_threads(1);
    const auto alone = passes();
    for (int threads : {2, 5}) {
      set_num_threads(threads);
      for (int run = 0; run < 3; ++run) CHECK(passes() == alone);
    }
  }
  set_num_threads(before);
}

TEST_CASE("conv2d refuses what does not fit and names it") {
  const auto f32 = [](const Shape& shape) { return random_tensor(shape, DType::float32, 1); };
  const Tensor x = f32({1, 5, 5, 4}), w = f32({3, 3, 4, 2});
  const auto refuses = [](const Tensor& input, const Tensor& filters, const Conv2dAttrs& attrs,
                          const char* text) {
    INFO(text);
    CHECK(error_says([&] { conv2d(input, filters, attrs); }, text));
  };
  refuses(f32({5, 5, 4}), w, {}, "convolution input must be 4-dimensional: [5,5,4]");
  refuses(x, f32({3, 3, 2}), {}, "convolution filter must be 4-dimensional: [3,3,2]");
  refuses(x, f32({3, 3, 3, 2}), {}, "input depth must be evenly divisible by filter depth: 4 vs 3");
  refuses(x, f32({3, 3, 2, 3}), {}, "evenly divisible by the number of groups: 3 vs 2");
  refuses(x, w, {.strides = {0, 1}}, "Row and column strides should be larger than 0.");
  refuses(x, w, {.strides = {1, 1, 1}}, "strides must have 2 values");
  refuses(x, w, {.dilations = {1, -1}}, "Dilated rates should be larger than 0.");
  refuses(x, f32({9, 9, 4, 2}), {}, "Computed output size would be negative: -3");
  refuses(x, random_tensor({3, 3, 4, 2}, DType::float64, 1), {}, "[Op:Conv2D]");
  refuses(x, w, {.dilations = {int64_t{1} << 62, 1}}, "exceeds 64 bits");
  CHECK(error_says([&] { conv2d_input_grad(w, x, {{1, 5, 5, 4}}); }, "out_grad has shape"));
  CHECK(error_says([&] { conv2d_filter_grad(x, x, {{3, 3, 4, 2}}); }, "(1, 3, 3, 2)"));
  const Conv2dGradAttrs spread{
      .shape = {3, 3, 4, 2}, .padding = Padding::same, .dilations = {(int64_t{1} << 61) + 1, 1}};
  const Tensor grad = f32({1, 5, 5, 2});
  CHECK(error_says([&] { conv2d_filter_grad(x, grad, spread); }, "exceeds 64 bits"));
}
