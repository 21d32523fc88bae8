// Owns tile: a tensor repeated along its axes.
#include "kernels/declared/array.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {
namespace {

void infer_tile(InferContext& c) {
  const Axes& multiples = c.attrs<MultiplesAttrs>().multiples;
  Shape shape = c.shape(0);
  check(multiples.size() == shape.size(), "Expected multiples argument to be a vector of length ",
        shape.size(), " but got length ", multiples.size());
  for (size_t i = 0; i < shape.size(); ++i) {
    check(is_size(multiples[i]), "Expected multiples[", i, "] >= 0, but got ", multiples[i]);
    shape[i] = product_of_sizes(shape[i], multiples[i]);
  }
  c.add_output(c.dtype(0), shape);
}

// Sums the copies along one axis at a time.
void tile_grad(GradContext& c) {
  const Axes& multiples = c.attrs<MultiplesAttrs>().multiples;
  const Shape& shape = c.in(0).shape();
  Tensor grad = c.grad();
  for (size_t i = 0; i < shape.size(); ++i) {
    if (multiples[i] == 1) continue;
    Shape narrower = grad.shape();
    narrower[i] = shape[i];
    if (!is_fully_known(narrower)) {  // each axis is its own then
      Shape apart = narrower;
      apart.insert(i, multiples[i]);
      grad = reduce_sum(reshape(grad, {.shape = apart}), {.axis = Axes{static_cast<int64_t>(i)}});
      continue;
    }
    const Shape outer(narrower.begin(), narrower.begin() + i);
    const Shape inner(narrower.begin() + i, narrower.end());
    const Axes copies{element_count(outer), multiples[i], element_count(inner)};
    grad = reduce_sum(reshape(grad, {.shape = copies}), {.axis = Axes{1}});
    grad = reshape(grad, {.shape = narrower});
  }
  c.set(0, grad);
}

Sharding tile_sharding(const ShardingContext& c) {
  return sharding_rules::sharded_if(sharding_rules::is_of_first(c) &&
                                    c.attrs<MultiplesAttrs>().multiples[0] == 1);
}

constinit const OpDef tile_op{.name = "tile",
                              .tf_name = "Tile",
                              .inputs = {"input"},
                              .attrs = &attrs_of<MultiplesAttrs>,
                              .infer = infer_tile,
                              .grad = tile_grad,
                              .sharding = tile_sharding,
                              .kernels = {.cpu = cpu::tile, .cuda = PELTON_CUDA(cuda::tile)}};

constexpr const OpDef* kTileOps[] = {&tile_op};

}  // namespace

Tensor tile(const Tensor& input, const MultiplesAttrs& attrs) {
  return call(tile_op, {input}, attrs);
}

const OpFamily tile_ops(kTileOps);

}  // namespace pelton
