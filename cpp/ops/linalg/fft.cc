// Owns fft: the Fourier transform along the last axis.
#include "kernels/declared/linalg.h"
#include "ops/infer.h"
#include "ops/linalg/linalg.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

void infer_fft(InferContext& c) {
  check(c.in(0).rank() > 0, "input must have at least one axis, got a scalar");
  infer::same_as_first(c);
}

extern const OpDef fft_op;

// The adjoint of a transform is the one that turns the other way.
void fft_grad(GradContext& c) {
  c.set(0, call(fft_op, {c.grad()}, FftAttrs{.inverse = !c.attrs<FftAttrs>().inverse}));
}

constinit const OpDef fft_op{.name = "fft",
                             .tf_name = "FFT",
                             .inputs = {"input"},
                             .attrs = &attrs_of<FftAttrs>,
                             .dtypes = kComplex,
                             .infer = infer_fft,
                             .grad = fft_grad,
                             .kernels = {.cpu = PELTON_CPU(fft)}};

constexpr const OpDef* kFftOps[] = {&fft_op};
const OpFamily fft_ops(kFftOps);

}  // namespace
}  // namespace pelton
