// Owns pad: a tensor made larger by a constant or by its mirror image.
#include "core/element.h"
#include "kernels/declared/array.h"
#include "ops/array/array.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

void check_mirror(const PadAttrs& attrs, int64_t before, int64_t after, int64_t size) {
  if (!is_known(size)) return;
  if (attrs.mode == PadMode::reflect)
    check(before < size && after < size, "paddings must be less than the dimension size: ", before,
          ", ", after, " not less than ", size);
  if (attrs.mode == PadMode::symmetric)
    check(before <= size && after <= size,
          "paddings must be no greater than the dimension size: ", before, ", ", after,
          " greater than ", size);
}

void infer_pad(InferContext& c) {
  const PadAttrs& attrs = c.attrs<PadAttrs>();
  Shape shape = c.shape(0);
  check(attrs.paddings.size() == 2 * shape.size(),
        "The first dimension of paddings must be the rank of inputs: expected ", 2 * shape.size(),
        " numbers for ", shape, ", got ", numbers(attrs.paddings));
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t before = attrs.paddings[2 * i], after = attrs.paddings[2 * i + 1];
    check(is_size(before) && is_size(after), "Paddings must be non-negative: ", before, " ", after);
    check_mirror(attrs, before, after, shape[i]);
    shape[i] = sum_of_sizes(sum_of_sizes(shape[i], before), after);
  }
  if (attrs.mode == PadMode::constant) to_element(attrs.constant_values, c.dtype(0));
  c.add_output(c.dtype(0), shape);
}

// The index in [0, size) that a mirrored position shows.
int64_t mirrored(int64_t position, int64_t size, PadMode mode) {
  const int64_t edge = mode == PadMode::reflect ? 0 : 1;  // symmetric repeats the edge
  if (position < 0) return -position - edge;
  return position < size ? position : 2 * (size - 1) - position + edge;
}

// Adds mirrored parts back to what they mirror, axis by axis.
Tensor unmirror(Tensor grad, const PadAttrs& attrs, const Shape& shape) {
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t before = attrs.paddings[2 * i], after = attrs.paddings[2 * i + 1];
    if (before == 0 && after == 0) continue;
    check(is_known(shape[i]) && is_known(before) && is_known(after), Code::unimplemented,
          "the gradient of a mirrored pad needs the sizes that it mirrors, got shape ", shape);
    const int64_t total = before + shape[i] + after;
    std::vector<int64_t> indices(static_cast<size_t>(total));
    for (int64_t k = 0; k < total; ++k)
      indices[static_cast<size_t>(k)] = mirrored(k - before, shape[i], attrs.mode);
    Shape narrower = grad.shape();
    narrower[i] = shape[i];
    grad = scatter_add(grad, from_host(indices.data(), {total}, DType::int64, grad.device()),
                       {.shape = narrower, .axis = static_cast<int64_t>(i)});
  }
  return grad;
}

void pad_grad(GradContext& c) {
  const PadAttrs& attrs = c.attrs<PadAttrs>();
  const Shape& shape = c.in(0).shape();
  if (attrs.mode != PadMode::constant) return c.set(0, unmirror(c.grad(), attrs, shape));
  SliceAttrs inside{.begin = Axes(shape.size()), .size = shape};
  for (size_t i = 0; i < shape.size(); ++i) inside.begin[i] = attrs.paddings[2 * i];
  c.set(0, strided_slice(c.grad(), inside));
}

Sharding pad_sharding(const ShardingContext& c) {
  const Axes& paddings = c.attrs<PadAttrs>().paddings;
  return sharding_rules::sharded_if(sharding_rules::is_of_first(c) && paddings[0] == 0 &&
                                    paddings[1] == 0);
}

constinit const OpDef pad_op{.name = "pad",
                             .tf_name = "Pad",
                             .inputs = {"tensor"},
                             .attrs = &attrs_of<PadAttrs>,
                             .infer = infer_pad,
                             .grad = pad_grad,
                             .sharding = pad_sharding,
                             .kernels = {.cpu = cpu::pad, .cuda = PELTON_CUDA(cuda::pad)}};

constexpr const OpDef* kPadOps[] = {&pad_op};

}  // namespace

Tensor pad(const Tensor& tensor, const PadAttrs& attrs) { return call(pad_op, {tensor}, attrs); }

const OpFamily pad_ops(kPadOps);

}  // namespace pelton
