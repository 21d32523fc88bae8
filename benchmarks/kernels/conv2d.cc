// Owns the convolution rows: the three passes of the MNIST network's layers and some others.
#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "core/cat.h"
#include "kernels/common/window.h"
#include "ops/array/array.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

void add_rows(std::vector<BenchRow>& rows, const char* layer, DType dtype, const Shape& input,
              const Shape& filters, const Conv2dAttrs& attrs = {}) {
  const Conv2dShape s = conv2d_shape(input, filters, attrs);
  const Tensor x = cast(random_of(input, 1), dtype);  // pixels that are all 0 get special care
  const Tensor w = zeros_of(filters, dtype);
  const Tensor g = zeros_of(s.output(), dtype);
  const double work = 2.0 * static_cast<double>(g.size() * filters[0] * filters[1] * filters[2]);
  const double bytes = static_cast<double>(x.bytes() + w.bytes() + g.bytes());
  const auto named = [&](const char* pass) { return cat(layer, ' ', name(dtype), ' ', pass); };
  const auto grad = [&](const Shape& shape) {
    return Conv2dGradAttrs{shape, attrs.strides, attrs.padding, attrs.dilations,
                           attrs.explicit_paddings};
  };
  const bool is_double = dtype == DType::float64;
  rows.push_back({named("forward"), work, bytes, is_double, [=] { conv2d(x, w, attrs); }});
  rows.push_back({named("input grad"), work, bytes, is_double,
                  [=, a = grad(input)] { conv2d_input_grad(w, g, a); }});
  rows.push_back({named("filter grad"), work, bytes, is_double,
                  [=, a = grad(filters)] { conv2d_filter_grad(x, g, a); }});
}

}  // namespace

std::vector<BenchRow> conv2d_rows() {
  constexpr DType f32 = DType::float32;
  const Conv2dAttrs same{.padding = Padding::same};
  const Conv2dAttrs same_stride_2{.strides = {2, 2}, .padding = Padding::same};
  std::vector<BenchRow> rows;
  add_rows(rows, "conv1 64x28x28x1->32", f32, {64, 28, 28, 1}, {3, 3, 1, 32});
  add_rows(rows, "conv2 64x13x13x32->64", f32, {64, 13, 13, 32}, {3, 3, 32, 64});
  add_rows(rows, "conv3 64x5x5x64->64", f32, {64, 5, 5, 64}, {3, 3, 64, 64});
  add_rows(rows, "conv2 64x13x13x32->64", DType::float64, {64, 13, 13, 32}, {3, 3, 32, 64});
  add_rows(rows, "conv2 64x13x13x32->64", DType::bfloat16, {64, 13, 13, 32}, {3, 3, 32, 64});
  add_rows(rows, "rgb same 64x32x32x3->32", f32, {64, 32, 32, 3}, {3, 3, 3, 32}, same);
  add_rows(rows, "same 64x16x16x64->64", f32, {64, 16, 16, 64}, {3, 3, 64, 64}, same);
  add_rows(rows, "stride 2 64x14x14x32->48", f32, {64, 14, 14, 32}, {3, 3, 32, 48}, same_stride_2);
  add_rows(rows, "1x1 16x14x14x256->128", f32, {16, 14, 14, 256}, {1, 1, 256, 128});
  add_rows(rows, "resnet 8x8x8x256->256", f32, {8, 8, 8, 256}, {3, 3, 256, 256}, same);
  add_rows(rows, "large 1x224x224x3->64 stride 2", f32, {1, 224, 224, 3}, {7, 7, 3, 64},
           same_stride_2);
  add_rows(rows, "one image conv2 1x13x13x32->64", f32, {1, 13, 13, 32}, {3, 3, 32, 64});
  add_rows(rows, "one image conv3 1x5x5x64->64", f32, {1, 5, 5, 64}, {3, 3, 64, 64});
  // The layers of benchmarks/nets.py that have no pool behind them.
  add_rows(rows, "nets rgb same 64x32x32x3->16", f32, {64, 32, 32, 3}, {3, 3, 3, 16}, same);
  add_rows(rows, "nets 64x32x32x16->32", f32, {64, 32, 32, 16}, {3, 3, 16, 32});
  add_rows(rows, "nets same 64x15x15x32->64", f32, {64, 15, 15, 32}, {3, 3, 32, 64}, same);
  add_rows(rows, "nets 64x15x15x64->128", f32, {64, 15, 15, 64}, {3, 3, 64, 128});
  add_rows(rows, "nets stride 2 64x32x32x32->64", f32, {64, 32, 32, 32}, {3, 3, 32, 64},
           same_stride_2);
  add_rows(rows, "nets same 64x8x8x64->128", f32, {64, 8, 8, 64}, {3, 3, 64, 128}, same);
  return rows;
}

}  // namespace pelton
