// Owns the random ops that read their seed from a tensor of two integers, on its device: the same
// seed gives the same numbers, which are TensorFlow's stateless ones.
#include "kernels/common/attrs/random_attrs.h"
#include "kernels/declared/random.h"
#include "ops/op_list.h"
#include "ops/random/infer_random.h"

namespace pelton {
namespace {

void check_seed(InferContext& c) {
  const Shape& seed = c.shape(0);
  check(seed.size() == 1 && (seed[0] == 2 || !is_known(seed[0])), "seed must have shape [2], got ",
        seed);
}

template <void (*infer_rest)(InferContext&)>
void infer_seeded(InferContext& c) {
  check_seed(c);
  infer_rest(c);
}

constexpr Arg kSeed{"seed", DTypeSet{DType::int32, DType::int64, DType::uint32}};

constinit const OpDef seeded_uniform_op{
    .name = "seeded_uniform",
    .tf_name = "StatelessRandomUniformV2",
    .inputs = {kSeed},
    .attrs = &attrs_of<SeededUniformAttrs>,
    .infer = infer_seeded<infer_uniform<SeededUniformAttrs>>,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(seeded_uniform), .cuda = PELTON_CUDA(cuda::seeded_uniform)}};

constinit const OpDef seeded_normal_op{
    .name = "seeded_normal",
    .tf_name = "StatelessRandomNormalV2",
    .inputs = {kSeed},
    .attrs = &attrs_of<SeededNormalAttrs>,
    .infer = infer_seeded<infer_normal<SeededNormalAttrs>>,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(seeded_normal), .cuda = PELTON_CUDA(cuda::seeded_normal)}};

constinit const OpDef seeded_truncated_op{
    .name = "seeded_truncated_normal",
    .tf_name = "StatelessTruncatedNormalV2",
    .inputs = {kSeed},
    .attrs = &attrs_of<SeededNormalAttrs>,
    .infer = infer_seeded<infer_normal<SeededNormalAttrs>>,
    .grad = no_gradient,
    .kernels = {.cpu = PELTON_CPU(seeded_truncated_normal),
                .cuda = PELTON_CUDA(cuda::seeded_truncated_normal)}};

constinit const OpDef seeded_categorical_op{
    .name = "seeded_categorical",
    .tf_name = "StatelessMultinomial",
    .inputs = {kSeed, {"logits", kFloating}},
    .attrs = &attrs_of<SeededCategoricalAttrs>,
    .infer = infer_seeded<infer_categorical<SeededCategoricalAttrs, 1>>,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::seeded_categorical, .cuda = PELTON_CUDA(cuda::seeded_categorical)}};

constinit const OpDef seeded_permutation_op{
    .name = "seeded_permutation",
    .tf_name = "StatelessShuffle",
    .inputs = {kSeed},
    .attrs = &attrs_of<SeededPermutationAttrs>,
    .infer = infer_seeded<infer_permutation<SeededPermutationAttrs>>,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::seeded_permutation, .cuda = PELTON_CUDA(cuda::seeded_permutation)}};

constexpr const OpDef* kSeededOps[] = {&seeded_uniform_op, &seeded_normal_op, &seeded_truncated_op,
                                       &seeded_categorical_op, &seeded_permutation_op};

}  // namespace

const OpFamily seeded_ops(kSeededOps);

}  // namespace pelton
