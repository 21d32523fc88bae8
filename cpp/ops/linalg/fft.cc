// Owns fft, rfft and irfft: Fourier transforms along the last axis, of complex and real numbers.
#include "kernels/declared/linalg.h"
#include "ops/array/array.h"
#include "ops/infer.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
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

void infer_rfft(InferContext& c) {
  check(c.in(0).rank() > 0, "input must have at least one axis, got a scalar");
  Shape shape = c.shape(0);
  check(shape.back() != 0, "input must have at least one number in its last axis, got shape ",
        shape);
  if (is_known(shape.back()))
    shape.back() = shape.back() / 2 + 1;
  else
    shape.back() = kUnknown;
  c.add_output(c.dtype(0) == DType::float64 ? DType::complex128 : DType::complex64, shape);
}

void infer_irfft(InferContext& c) {
  check(c.in(0).rank() > 0, "input must have at least one axis, got a scalar");
  const int64_t points = c.attrs<IrfftAttrs>().points;
  check(points > 0, "points must be positive, got ", points);
  Shape shape = c.shape(0);
  check(may_equal(shape.back(), points / 2 + 1), "input must have the ", points / 2 + 1,
        " numbers of half a spectrum of ", points, " points in its last axis, got shape ", shape);
  shape.back() = points;
  c.add_output(real_dtype(c.dtype(0)), shape);
}

extern const OpDef rfft_op;

// The real part of the adjoint of a complex transform of whose results the first half is taken.
void rfft_grad(GradContext& c) {
  const Shape& shape = c.in(0).shape();
  const int64_t points = shape.back();
  check(is_known(points), "the gradient needs to know the last axis of input, got shape ", shape);
  Axes paddings(2 * shape.size(), 0);
  paddings.back() = points - (points / 2 + 1);
  const Tensor whole = pad(c.grad(), {.paddings = paddings});
  c.set(0, real(call(fft_op, {whole}, FftAttrs{.inverse = true})));
}

// Numbers that stand for two of the whole spectrum count twice.
void irfft_grad(GradContext& c) {
  const auto points = static_cast<double>(c.attrs<IrfftAttrs>().points);
  const Tensor spectrum = call(rfft_op, {c.grad()});
  const DType dtype = real_dtype(spectrum.dtype());
  const Tensor place = range(0, static_cast<double>(spectrum.shape().back()), 1, dtype);
  const Tensor is_alone =
      logical_or(equal(place, scalar(0, dtype)), equal(add(place, place), scalar(points, dtype)));
  const Tensor weight = where(is_alone, scalar(1 / points, dtype), scalar(2 / points, dtype));
  c.set(0, multiply(spectrum, cast(weight, spectrum.dtype())));
}

constinit const OpDef rfft_op{.name = "rfft",
                              .tf_name = "RFFT",
                              .inputs = {"input"},
                              .dtypes = {DType::float32, DType::float64},
                              .keep = Keep::inputs,
                              .infer = infer_rfft,
                              .grad = rfft_grad,
                              .kernels = {.cpu = PELTON_CPU(rfft)}};

constinit const OpDef irfft_op{.name = "irfft",
                               .tf_name = "IRFFT",
                               .inputs = {"input"},
                               .attrs = &attrs_of<IrfftAttrs>,
                               .dtypes = kComplex,
                               .infer = infer_irfft,
                               .grad = irfft_grad,
                               .kernels = {.cpu = PELTON_CPU(irfft)}};

constexpr const OpDef* kFftOps[] = {&fft_op, &rfft_op, &irfft_op};
const OpFamily fft_ops(kFftOps);

}  // namespace
}  // namespace pelton
