// Owns the random ops: definitions over explicit streams, and the functions that draw a stream.
#include "kernels/declared/random.h"

#include <algorithm>
#include <limits>

#include "kernels/common/attrs/random_attrs.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/random/infer_random.h"
#include "ops/random/layer_streams.h"
#include "ops/random/random.h"
#include "ops/sharding_rules.h"
#include "runtime/runtime.h"

namespace pelton {
namespace {

using Seed = std::optional<int64_t>;

// More numbers than that are refused, not drawn.
constexpr int64_t kMostCounted = int64_t{1} << 54;
int64_t countable(int64_t count) { return count > kMostCounted ? -1 : count; }

// What is reserved for the numbers that a shape asks for; nothing for one that will be refused.
int64_t blocks_for_shape(const Shape& shape) {
  const bool is_good = std::all_of(shape.begin(), shape.end(), is_size);
  return is_good ? blocks_for(countable(count_or_unknown(shape))) : 0;
}

// TensorFlow's: for two times as many numbers as samples, of which each row takes four at once.
int64_t blocks_of_categorical(const Tensor& logits, int64_t num_samples) {
  const bool is_good = logits.rank() == 2 && is_known(logits.shape()[0]) && num_samples >= 0;
  if (!is_good || countable(num_samples) < 0) return -1;
  const int64_t each = (num_samples + 3) / 4 * 8, rows = logits.shape()[0];
  return each <= kMostCounted / std::max<int64_t>(1, rows) ? blocks_for(rows * each) : -1;
}

// A word for each swap, four in a block.
int64_t blocks_of_permutation(int64_t n) { return n < 1 ? 0 : n / 4 + (n % 4 + 2) / 4; }

void infer_dropout(InferContext& c) {
  const double rate = c.attrs<DropoutAttrs>().rate;
  check(rate >= 0 && rate < 1, Code::value_error,
        "`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate=", rate);
  const int64_t first = c.attrs<DropoutAttrs>().first, most = std::numeric_limits<int64_t>::max();
  check(first >= 0 && first <= most - std::max<int64_t>(c.in(0).size(), 0),
        "first must be a position in the stream of random numbers, got ", first);
  infer::same_as_first(c);
}

constinit const OpDef uniform_op{
    .name = "random_uniform",
    .tf_name = "RandomUniform",
    .attrs = &attrs_of<RandomUniformAttrs>,
    .infer = infer_uniform<RandomUniformAttrs>,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(random_uniform), .cuda = PELTON_CUDA(cuda::random_uniform)}};

constinit const OpDef normal_op{
    .name = "random_normal",
    .tf_name = "RandomStandardNormal",
    .attrs = &attrs_of<RandomNormalAttrs>,
    .infer = infer_normal<RandomNormalAttrs>,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(random_normal), .cuda = PELTON_CUDA(cuda::random_normal)}};

constinit const OpDef truncated_op{
    .name = "truncated_normal",
    .tf_name = "TruncatedNormal",
    .attrs = &attrs_of<RandomNormalAttrs>,
    .infer = infer_normal<RandomNormalAttrs>,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(truncated_normal), .cuda = PELTON_CUDA(cuda::truncated_normal)}};

constinit const OpDef categorical_op{
    .name = "random_categorical",
    .tf_name = "Multinomial",
    .inputs = {"logits"},
    .attrs = &attrs_of<RandomCategoricalAttrs>,
    .dtypes = kFloating,
    .infer = infer_categorical<RandomCategoricalAttrs, 0>,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::random_categorical, .cuda = PELTON_CUDA(cuda::random_categorical)}};

constinit const OpDef permutation_op{
    .name = "random_permutation",
    .tf_name = "RandomPermutation",
    .attrs = &attrs_of<RandomPermutationAttrs>,
    .infer = infer_permutation<RandomPermutationAttrs>,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::random_permutation, .cuda = PELTON_CUDA(cuda::random_permutation)}};

extern const OpDef stateless_dropout_op;

// Linear in x: the gradient drops the same positions, made again from the stream.
void dropout_grad(GradContext& c) {
  c.set(0, call(stateless_dropout_op, {c.grad()}, c.attrs<DropoutAttrs>()));
}

constinit const OpDef stateless_dropout_op{
    .name = "stateless_dropout",
    .tf_name = "Dropout",
    .inputs = {"x"},
    .attrs = &attrs_of<DropoutAttrs>,
    .dtypes = kFloating,
    .infer = infer_dropout,
    .grad = dropout_grad,
    .sharding = sharding_rules::of_first,
    .kernels = {.cpu = PELTON_CPU(dropout), .cuda = PELTON_CUDA(cuda::dropout)}};

constexpr const OpDef* kRandomOps[] = {&uniform_op,     &normal_op,      &truncated_op,
                                       &categorical_op, &permutation_op, &stateless_dropout_op};

std::vector<Tensor> compose_shuffle(const ComposeContext& c) {
  const Tensor& value = c.in(0);
  if (value.rank() == 0) return {value};
  const Tensor order =
      random_permutation(value.shape()[0], c.attrs<SeedAttrs>().seed, value.dtype());
  return {gather(value, order, {.axis = 0})};
}

Tensor drop(const Tensor& x, double rate, const RandomStream& stream) {
  const DropoutAttrs attrs{rate, stream.key, stream.offset, stream.block};
  return call(stateless_dropout_op, {x}, attrs);
}

// `draw`: the stream of a seed, for as many numbers as a tensor has elements.
template <class Draw>
std::vector<Tensor> compose_drop(const ComposeContext& c, const Draw& draw) {
  const Tensor& x = c.in(0);
  const auto& attrs = c.attrs<RandomDropoutAttrs>();
  if (attrs.rate == 0) return {x};
  if (!attrs.noise_shape) return {drop(x, attrs.rate, draw(attrs.seed, x))};
  Shape shape = *attrs.noise_shape;
  for (size_t i = 0; i < shape.size() && i < x.shape().size(); ++i)
    if (shape[i] == -1) shape[i] = x.shape()[i];
  const Tensor noise = ones(shape, x.dtype());  // before the draw, which the next op belongs to
  return {multiply(x, drop(noise, attrs.rate, draw(attrs.seed, noise)))};
}

std::vector<Tensor> compose_dropout(const ComposeContext& c) {
  return compose_drop(c, [](const Seed& seed, const Tensor& noise) {
    return draw_stream(seed, {stateless_dropout_op.tf_name, blocks_for(noise.size())});
  });
}

std::vector<Tensor> compose_counted_dropout(const ComposeContext& c) {
  return compose_drop(
      c, [](const Seed& seed, const Tensor& /*noise*/) { return draw_own_stream(seed); });
}

constinit const CompositeOp shuffle_op{
    .schema = {.name = "random_shuffle",
               .tf_name = "RandomShuffle",
               .inputs = {"value"},
               .attrs = &attrs_of<SeedAttrs>},
    .doc = "`value` with the slices of its first axis in random order.",
    .compose = compose_shuffle};

constinit const CompositeOp dropout_op{
    .schema = {.name = "dropout",
               .tf_name = "Dropout",
               .inputs = {"x"},
               .attrs = &attrs_of<RandomDropoutAttrs>,
               .dtypes = kFloating},
    .doc =
        "`x` with a share `rate` of its elements zeroed and the rest scaled by 1 / (1 - rate). "
        "What\n`noise_shape` gives, in which -1 is the size of `x`, is broadcast to `x`.",
    .compose = compose_dropout};

constinit const CompositeOp counted_dropout_op{
    .schema = {.name = "counted_dropout",
               .tf_name = "Dropout",
               .inputs = {"x"},
               .attrs = &attrs_of<RandomDropoutAttrs>,
               .dtypes = kFloating},
    .doc = "`dropout` of a layer: `seed` is the number of a seed that counts its draws.",
    .compose = compose_counted_dropout};

constexpr const CompositeOp* kRandomComposites[] = {&shuffle_op, &dropout_op, &counted_dropout_op};

}  // namespace

Tensor stateless_random_uniform(const Shape& shape, double minval, double maxval, DType dtype,
                                const RandomStream& stream) {
  const RandomUniformAttrs attrs{shape,      minval,        maxval,      dtype,
                                 stream.key, stream.offset, stream.block};
  return call(uniform_op, {}, attrs);
}
Tensor stateless_random_normal(const Shape& shape, double mean, double stddev, DType dtype,
                               const RandomStream& stream) {
  const RandomNormalAttrs attrs{shape,      mean,          stddev,      dtype,
                                stream.key, stream.offset, stream.block};
  return call(normal_op, {}, attrs);
}
Tensor stateless_truncated_normal(const Shape& shape, double mean, double stddev, DType dtype,
                                  const RandomStream& stream) {
  const RandomNormalAttrs attrs{shape,      mean,          stddev,      dtype,
                                stream.key, stream.offset, stream.block};
  return call(truncated_op, {}, attrs);
}

Tensor random_uniform(const Shape& shape, double minval, double maxval, DType dtype, Seed seed) {
  const RandomStream stream =
      draw_stream(seed, {uniform_op.tf_name, blocks_for_shape(shape), {dtype, dtype}});
  return stateless_random_uniform(shape, minval, maxval, dtype, stream);
}
Tensor random_normal(const Shape& shape, double mean, double stddev, DType dtype, Seed seed) {
  const RandomStream stream =
      draw_stream(seed, {normal_op.tf_name, blocks_for_shape(shape), {dtype, dtype}});
  return stateless_random_normal(shape, mean, stddev, dtype, stream);
}
Tensor truncated_normal(const Shape& shape, double mean, double stddev, DType dtype, Seed seed) {
  const RandomStream stream =
      draw_stream(seed, {truncated_op.tf_name, blocks_for_shape(shape), {dtype, dtype}});
  return stateless_truncated_normal(shape, mean, stddev, dtype, stream);
}

Tensor random_categorical(const Tensor& logits, int64_t num_samples, DType dtype, Seed seed) {
  const RandomStream stream = draw_stream(seed, {categorical_op.tf_name,
                                                 blocks_of_categorical(logits, num_samples),
                                                 {logits.dtype(), dtype}});
  const RandomCategoricalAttrs attrs{num_samples, dtype, stream.key, stream.offset, stream.block};
  return call(categorical_op, {logits}, attrs);
}

Tensor random_permutation(int64_t n, Seed seed, DType of) {
  const RandomStream stream =
      draw_stream(seed, {permutation_op.tf_name, blocks_of_permutation(n), {of, of}});
  return call(permutation_op, {},
              RandomPermutationAttrs{n, stream.key, stream.offset, stream.block});
}

Tensor random_shuffle(const Tensor& value, const SeedAttrs& attrs) {
  return call(shuffle_op, {value}, attrs);
}
Tensor dropout(const Tensor& x, const RandomDropoutAttrs& attrs) {
  return call(dropout_op, {x}, attrs);
}
Tensor counted_dropout(const Tensor& x, const RandomDropoutAttrs& attrs) {
  return call(counted_dropout_op, {x}, attrs);
}
const OpFamily random_ops(kRandomOps);
const OpFamily random_composites(kRandomComposites);

}  // namespace pelton
