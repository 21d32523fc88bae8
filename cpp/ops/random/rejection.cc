// Owns the ops that draw by rejection: random_gamma, random_poisson and random_binomial. Their
// parameters have the shape of the result.
#include "kernels/declared/rejection.h"
#include "kernels/common/attrs/rejection_attrs.h"
#include "kernels/common/functors/functors_special.h"
#include "ops/infer.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/random/random.h"

namespace pelton {

struct SeededCountAttrs {
  DType dtype = DType::float32;
  std::optional<int64_t> seed;
};
template <>
inline constexpr auto fields<SeededCountAttrs> = std::tuple{
    required_field("dtype", &SeededCountAttrs::dtype), field("seed", &SeededCountAttrs::seed)};

namespace {

void infer_counts(InferContext& c) {
  const DType dtype = c.attrs<RandomCountAttrs>().dtype;
  check(kReal.contains(dtype), "dtype must be an integer or floating one, got ", dtype);
  c.add_output(dtype, c.shape(0));
}

void infer_binomial(InferContext& c) {
  check(may_equal(c.shape(0), c.shape(1)), "counts and probs must have one shape, got ", c.shape(0),
        " and ", c.shape(1));
  infer_counts(c);
}

constinit const OpDef random_gamma_grad_op =
    elementwise_op<RandomGammaGrad>({.name = "random_gamma_grad",
                                     .tf_name = "RandomGammaGrad",
                                     .inputs = {"alpha", "sample"},
                                     .infer = infer::broadcast,
                                     .grad = no_gradient});

// A sample's place in its distribution stays; the slope itself has no gradient.
void random_gamma_op_grad(GradContext& c) {
  c.set(0, multiply(c.grad(), call(random_gamma_grad_op, {c.in(0), c.out(0)})));
}

constinit const OpDef random_gamma_op{
    .name = "random_gamma",
    .tf_name = "RandomGamma",
    .inputs = {"alpha"},
    .attrs = &attrs_of<RandomGammaAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer::same_as_first,
    .grad = random_gamma_op_grad,
    .kernels = {.cpu = cpu::random_gamma, .cuda = PELTON_CUDA(cuda::random_gamma)}};
constinit const OpDef random_poisson_op{
    .name = "random_poisson",
    .tf_name = "RandomPoissonV2",
    .inputs = {"rate"},
    .attrs = &attrs_of<RandomCountAttrs>,
    .dtypes = kFloating,
    .infer = infer_counts,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::random_poisson, .cuda = PELTON_CUDA(cuda::random_poisson)}};
constinit const OpDef random_binomial_op{
    .name = "random_binomial",
    .tf_name = "StatelessRandomBinomial",
    .inputs = {"counts", "probs"},
    .attrs = &attrs_of<RandomCountAttrs>,
    .dtypes = kFloating,
    .infer = infer_binomial,
    .grad = no_gradient,
    .kernels = {.cpu = cpu::random_binomial, .cuda = PELTON_CUDA(cuda::random_binomial)}};

constexpr const OpDef* kRejectionOps[] = {&random_gamma_grad_op, &random_gamma_op,
                                          &random_poisson_op, &random_binomial_op};
const OpFamily rejection_ops(kRejectionOps);

std::vector<Tensor> compose_gamma(const ComposeContext& c) {
  const RandomStream stream = draw_stream(c.attrs<SeedAttrs>().seed, {random_gamma_op.tf_name, -1});
  return {
      call(random_gamma_op, {c.in(0)}, RandomGammaAttrs{stream.key, stream.offset, stream.block})};
}

RandomCountAttrs drawn_attrs(const ComposeContext& c, const OpDef& op) {
  const auto& attrs = c.attrs<SeededCountAttrs>();
  const RandomStream stream = draw_stream(attrs.seed, {op.tf_name, -1});
  return {attrs.dtype, stream.key, stream.offset, stream.block};
}

std::vector<Tensor> compose_poisson(const ComposeContext& c) {
  return {call(random_poisson_op, {c.in(0)}, drawn_attrs(c, random_poisson_op))};
}

std::vector<Tensor> compose_binomial(const ComposeContext& c) {
  return {call(random_binomial_op, {c.in(0), c.in(1)}, drawn_attrs(c, random_binomial_op))};
}

constinit const CompositeOp gamma_draw_op{
    .schema = {.name = "draw_gamma",
               .tf_name = "RandomGamma",
               .inputs = {"alpha"},
               .attrs = &attrs_of<SeedAttrs>,
               .dtypes = kFloating},
    .doc = "A number from the gamma distribution of each `alpha`, from the process's stream.",
    .compose = compose_gamma};
constinit const CompositeOp poisson_draw_op{
    .schema = {.name = "draw_poisson",
               .tf_name = "RandomPoissonV2",
               .inputs = {"rate"},
               .attrs = &attrs_of<SeededCountAttrs>,
               .dtypes = kFloating},
    .doc = "A number from the Poisson distribution of each `rate`, from the process's stream.",
    .compose = compose_poisson};
constinit const CompositeOp binomial_draw_op{
    .schema = {.name = "draw_binomial",
               .tf_name = "StatelessRandomBinomial",
               .inputs = {"counts", "probs"},
               .attrs = &attrs_of<SeededCountAttrs>,
               .dtypes = kFloating},
    .doc = "How many of each of `counts` trials succeed, from the process's stream.",
    .compose = compose_binomial};

constexpr const CompositeOp* kRejectionComposites[] = {&gamma_draw_op, &poisson_draw_op,
                                                       &binomial_draw_op};
const OpFamily rejection_composites(kRejectionComposites);

}  // namespace
}  // namespace pelton
