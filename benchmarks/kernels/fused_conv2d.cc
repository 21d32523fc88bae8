// Owns the rows of the fused convolution beside the chain of ops that it replaces. Their work is
// what the dense convolutions would take, so that a share of the peak may exceed 1.
#include "benchmarks/kernels/bench.h"
#include "benchmarks/kernels/zeros.h"
#include "core/cat.h"
#include "kernels/common/fused_conv2d_shape.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

struct Layer {
  const char* name;
  Shape input, filters;
  FusedConv2dAttrs attrs;
  bool input_needed = true;
};

Conv2dGradAttrs grad_attrs(const Shape& shape, const Conv2dAttrs& a) {
  return {shape, a.strides, a.padding, a.dilations, a.explicit_paddings};
}

// The operands of a layer, random, and the results of its forward pass.
struct Operands {
  explicit Operands(const Layer& layer)
      : attrs(layer.attrs),
        conv(convolution_attrs(layer.attrs)),
        pool{attrs.pool, attrs.pool, Padding::valid},
        x(random_of(layer.input, 1)),
        w(random_of(layer.filters, 2)),
        b(random_of({layer.filters[3]}, 3)),
        y(fused_conv2d(x, w, b, attrs)),
        map(relu(bias_add(conv2d(x, w, conv), b))),
        g(random_of(y.tensors[0].shape(), 4)) {}

  bool is_pooled() const { return attrs.pool[0] * attrs.pool[1] > 1; }
  void chain() const {
    const Tensor out = relu(bias_add(conv2d(x, w, conv), b));
    if (is_pooled()) max_pool2d(out, pool);
  }
  void chain_grad(bool input_needed) const {
    const Tensor map_grad = relu_grad(is_pooled() ? max_pool2d_grad(map, g, pool) : g, map);
    reduce_sum(map_grad, {.axis = Axes{0, 1, 2}});
    if (input_needed) conv2d_input_grad(w, map_grad, grad_attrs(x.shape(), conv));
    conv2d_filter_grad(x, map_grad, grad_attrs(w.shape(), conv));
  }
  void grad(bool input_needed) const {
    fused_conv2d_grad(x, w, y.tensors[0], y.tensors[1], g,
                      {attrs.strides, attrs.padding, attrs.dilations, attrs.explicit_paddings,
                       attrs.activation, attrs.pool, input_needed});
  }

  FusedConv2dAttrs attrs;
  Conv2dAttrs conv;
  Pool2dAttrs pool;
  Tensor x, w, b;
  Outputs y;
  Tensor map, g;
};

void add_rows(std::vector<BenchRow>& rows, const Layer& layer) {
  const Operands o(layer);
  const Shape& f = layer.filters;
  const double work = 2.0 * static_cast<double>(o.map.size() * f[0] * f[1] * f[2]);
  const double both = work * (layer.input_needed ? 2 : 1);
  const auto named = [&](const char* what) { return cat("fused ", layer.name, ' ', what); };
  const bool needed = layer.input_needed;
  rows.push_back({named("forward"), work, 0, false, [=] { fused_conv2d(o.x, o.w, o.b, o.attrs); }});
  rows.push_back({named("forward, as a chain"), work, 0, false, [=] { o.chain(); }});
  rows.push_back({named("gradients"), both, 0, false, [=] { o.grad(needed); }});
  rows.push_back({named("gradients, as a chain"), both, 0, false, [=] { o.chain_grad(needed); }});
}

// The layers of benchmarks/nets.py.
void add_net_rows(std::vector<BenchRow>& rows) {
  const auto relu = FusedActivation::relu;
  const Padding same = Padding::same;
  add_rows(rows, {"nets same 64x32x32x3->16",
                  {64, 32, 32, 3},
                  {3, 3, 3, 16},
                  {.padding = same, .activation = relu},
                  false});
  add_rows(rows, {"nets 64x32x32x16->32 pool 2",
                  {64, 32, 32, 16},
                  {3, 3, 16, 32},
                  {.activation = relu, .pool = {2, 2}}});
  add_rows(rows, {"nets same 64x15x15x32->64",
                  {64, 15, 15, 32},
                  {3, 3, 32, 64},
                  {.padding = same, .activation = relu}});
  add_rows(rows, {"nets 64x15x15x64->128 pool 2",
                  {64, 15, 15, 64},
                  {3, 3, 64, 128},
                  {.activation = relu, .pool = {2, 2}}});
  add_rows(rows, {"nets same 64x32x32x3->32 linear",
                  {64, 32, 32, 3},
                  {3, 3, 3, 32},
                  {.padding = same},
                  false});
  add_rows(rows, {"nets same 64x32x32x32->64 stride 2 linear",
                  {64, 32, 32, 32},
                  {3, 3, 32, 64},
                  {.strides = {2, 2}, .padding = same}});
  add_rows(rows, {"nets same 64x8x8x64->128",
                  {64, 8, 8, 64},
                  {3, 3, 64, 128},
                  {.padding = same, .activation = relu}});
}

void add_one_image_rows(std::vector<BenchRow>& rows) {
  const auto relu = FusedActivation::relu;
  add_rows(rows, {"one image conv1 1x28x28x1->32 pool 2",
                  {1, 28, 28, 1},
                  {3, 3, 1, 32},
                  {.activation = relu, .pool = {2, 2}},
                  false});
  add_rows(rows, {"one image conv2 1x13x13x32->64 pool 2",
                  {1, 13, 13, 32},
                  {3, 3, 32, 64},
                  {.activation = relu, .pool = {2, 2}}});
  add_rows(rows,
           {"one image conv3 1x5x5x64->64", {1, 5, 5, 64}, {3, 3, 64, 64}, {.activation = relu}});
}

}  // namespace

std::vector<BenchRow> fused_conv2d_rows() {
  const auto relu = FusedActivation::relu;
  const Padding same = Padding::same;
  std::vector<BenchRow> rows;
  add_rows(rows, {"conv1 64x28x28x1->32 pool 2",
                  {64, 28, 28, 1},
                  {3, 3, 1, 32},
                  {.activation = relu, .pool = {2, 2}},
                  false});
  add_rows(rows, {"conv2 64x13x13x32->64 pool 2",
                  {64, 13, 13, 32},
                  {3, 3, 32, 64},
                  {.activation = relu, .pool = {2, 2}}});
  add_rows(rows, {"conv3 64x5x5x64->64", {64, 5, 5, 64}, {3, 3, 64, 64}, {.activation = relu}});
  add_rows(rows, {"rgb same 64x32x32x3->32 pool 2",
                  {64, 32, 32, 3},
                  {3, 3, 3, 32},
                  {.padding = same, .activation = relu, .pool = {2, 2}},
                  false});
  add_rows(rows, {"same 64x16x16x64->64 pool 2",
                  {64, 16, 16, 64},
                  {3, 3, 64, 64},
                  {.padding = same, .activation = relu, .pool = {2, 2}}});
  add_rows(rows, {"same 64x16x16x64->64",
                  {64, 16, 16, 64},
                  {3, 3, 64, 64},
                  {.padding = same, .activation = relu}});
  add_rows(rows, {"5x5 64x14x14x16->32 pool 2",
                  {64, 14, 14, 16},
                  {5, 5, 16, 32},
                  {.activation = relu, .pool = {2, 2}}});
  add_rows(rows, {"same 16x16x16x128->256 pool 2",
                  {16, 16, 16, 128},
                  {3, 3, 128, 256},
                  {.padding = same, .activation = relu, .pool = {2, 2}}});
  add_one_image_rows(rows);
  add_net_rows(rows);
  return rows;
}

}  // namespace pelton
