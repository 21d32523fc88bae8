"""Rows of raw ops: those elementwise, those that round to the values of few bits."""

ROWS = """
Abs(x): tf.abs
ComplexAbs(x, Tout=tf.float32): tf.abs(x)
Acos(x): tf.acos
Acosh(x): tf.acosh
Add(x, y): tf.add
AddV2(x, y): tf.add
Angle(input, Tout=tf.float32): tf.math.angle(input)
Asin(x): tf.asin
Asinh(x): tf.asinh
Atan(x): tf.atan
Atan2(y, x): tf.atan2
Atanh(x): tf.atanh
ApproximateEqual(x, y, tolerance=1e-05):
    tf.abs(tf.subtract(x, y)) < tf.cast(tolerance, tf.convert_to_tensor(x).dtype)
BesselI0(x): tf.math.special.bessel_i0
BesselI0e(x): tf.math.special.bessel_i0e
BesselI1(x): tf.math.special.bessel_i1
BesselI1e(x): tf.math.special.bessel_i1e
BesselJ0(x): tf.math.special.bessel_j0
BesselJ1(x): tf.math.special.bessel_j1
BesselK0(x): tf.math.special.bessel_k0
BesselK0e(x): tf.math.special.bessel_k0e
BesselK1(x): tf.math.special.bessel_k1
BesselK1e(x): tf.math.special.bessel_k1e
BesselY0(x): tf.math.special.bessel_y0
BesselY1(x): tf.math.special.bessel_y1
Betainc(a, b, x): tf.math.betainc
BitwiseAnd(x, y): tf.bitwise.bitwise_and
BitwiseOr(x, y): tf.bitwise.bitwise_or
BitwiseXor(x, y): tf.bitwise.bitwise_xor
Ceil(x): tf.math.ceil
ClipByValue(t, clip_value_min, clip_value_max): tf.clip_by_value
Complex(real, imag, Tout=tf.complex64): tf.complex(real, imag)
Conj(input): tf.math.conj
Cos(x): tf.cos
Cosh(x): tf.cosh
Dawsn(x): tf.math.special.dawsn
Digamma(x): tf.math.digamma
Div(x, y): tf.truncatediv(x, y) if tf.convert_to_tensor(x).dtype.is_integer else tf.divide(x, y)
DivNoNan(x, y): tf.math.divide_no_nan
Elu(features): tf.nn.elu
EluGrad(gradients!, outputs!): tf.where(outputs < 0, gradients * (outputs + 1), gradients)
Equal(x, y, incompatible_shape_error=True): tf.equal(x, y)
Erf(x): tf.math.erf
Erfc(x): tf.math.erfc
Erfinv(x): tf.math.erfinv
Exp(x): tf.exp
Expint(x): tf.math.special.expint
Expm1(x): tf.math.expm1
Floor(x): tf.floor
FloorDiv(x, y): tf.math.floordiv
FloorMod(x, y): tf.math.floormod
FresnelCos(x): tf.math.special.fresnel_cos
FresnelSin(x): tf.math.special.fresnel_sin
Greater(x, y): tf.greater
GreaterEqual(x, y): tf.greater_equal
Igamma(a, x): tf.math.igamma
IgammaGradA(a, x): ops.igamma_grad_a
Igammac(a, x): tf.math.igammac
Imag(input, Tout=tf.float32): tf.math.imag(input)
Inv(x): tf.math.reciprocal
InvGrad(y!, dy!): -dy * y * y
Invert(x): tf.bitwise.invert
IsFinite(x): tf.math.is_finite
IsInf(x): tf.math.is_inf
IsNan(x): tf.math.is_nan
LeakyRelu(features, alpha=0.2): tf.nn.leaky_relu(features, alpha)
LeakyReluGrad(gradients!, features!, alpha=0.2): ops.leaky_relu_grad(gradients, features, alpha)
LeftShift(x, y): tf.bitwise.left_shift
Less(x, y): tf.less
LessEqual(x, y): tf.less_equal
Lgamma(x): tf.math.lgamma
Log(x): tf.math.log
Log1p(x): tf.math.log1p
LogicalAnd(x, y): tf.logical_and
LogicalNot(x): tf.logical_not
LogicalOr(x, y): tf.logical_or
Maximum(x, y): tf.maximum
Minimum(x, y): tf.minimum
Mod(x, y): tf.truncatemod
Mul(x, y): tf.multiply
MulNoNan(x, y): tf.math.multiply_no_nan
Ndtri(x): tf.math.ndtri
Neg(x): tf.negative
NextAfter(x1, x2): tf.math.nextafter
NotEqual(x, y, incompatible_shape_error=True): tf.not_equal(x, y)
Polygamma(a, x): tf.math.polygamma
PopulationCount(x): ops.population_count
Pow(x, y): tf.pow
RandomGammaGrad(alpha, sample): ops.random_gamma_grad
Real(input, Tout=tf.float32): tf.math.real(input)
RealDiv(x, y): tf.realdiv
Reciprocal(x): tf.math.reciprocal
ReciprocalGrad(y!, dy!): -dy * y * y
Relu(features): tf.nn.relu
Relu6(features): tf.nn.relu6
Relu6Grad(gradients!, features!):
    tf.where(tf.logical_and(features > 0, features < 6), gradients, tf.zeros_like(gradients))
ReluGrad(gradients, features): ops.relu_grad
RightShift(x, y): tf.bitwise.right_shift
Rint(x): tf.math.rint
Round(x): tf.round
Rsqrt(x): tf.math.rsqrt
RsqrtGrad(y!, dy!): dy * y * y * y / -2
Selu(features): tf.nn.selu
SeluGrad(gradients!, outputs!):
    tf.where(outputs < 0, gradients * (outputs + 1.7580993408473768), gradients *
    1.0507009873554805)
Sigmoid(x): tf.sigmoid
SigmoidGrad(y, dy): ops.sigmoid_grad
Sign(x): tf.sign
Sin(x): tf.sin
Sinh(x): tf.sinh
Softplus(features): tf.math.softplus
SoftplusGrad(gradients!, features!): gradients * tf.sigmoid(features)
Softsign(features): tf.nn.softsign
SoftsignGrad(gradients!, features!): gradients / tf.square(1 + tf.abs(features))
Spence(x): tf.math.special.spence
Sqrt(x): tf.sqrt
SqrtGrad(y!, dy!): dy / (2 * y)
Square(x): tf.square
SquaredDifference(x, y): tf.math.squared_difference
Sub(x, y): tf.subtract
Tan(x): tf.tan
Tanh(x): tf.tanh
TanhGrad(y, dy): ops.tanh_grad
TruncateDiv(x, y): tf.truncatediv
TruncateMod(x, y): tf.truncatemod
Xdivy(x, y): tf.math.xdivy
Xlog1py(x, y): tf.math.xlog1py
Xlogy(x, y): tf.math.xlogy
Zeta(x, q): tf.math.zeta
FakeQuantWithMinMaxArgs(inputs, min=-6, max=6, num_bits=8, narrow_range=False):
    tf.quantization.fake_quant_with_min_max_args
FakeQuantWithMinMaxArgsGradient(gradients, inputs, min=-6, max=6, num_bits=8,
  narrow_range=False):
    tf.quantization.fake_quant_with_min_max_args_gradient
FakeQuantWithMinMaxVars(inputs, min, max, num_bits=8, narrow_range=False):
    tf.quantization.fake_quant_with_min_max_vars
QuantizeAndDequantizeV2(input, input_min, input_max, signed_input=True, num_bits=8,
  range_given=False, round_mode="HALF_TO_EVEN", narrow_range=False, axis=-1):
    tf.quantization.quantize_and_dequantize_v2(input, input_min, input_max, signed_input,
    num_bits, range_given, round_mode, None, narrow_range, axis)
FakeQuantWithMinMaxVarsGradient(gradients, inputs, min, max, num_bits=8, narrow_range=False) ->
  backprops_wrt_input backprop_wrt_min backprop_wrt_max:
    tf.quantization.fake_quant_with_min_max_vars_gradient
FakeQuantWithMinMaxVarsPerChannel(inputs, min, max, num_bits=8, narrow_range=False):
    tf.quantization.fake_quant_with_min_max_vars_per_channel
FakeQuantWithMinMaxVarsPerChannelGradient(gradients, inputs, min, max, num_bits=8,
  narrow_range=False) -> backprops_wrt_input backprop_wrt_min backprop_wrt_max:
    tf.quantization.fake_quant_with_min_max_vars_per_channel_gradient
"""
