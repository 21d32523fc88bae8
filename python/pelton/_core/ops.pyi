"""Types of pelton._core.ops. Made by `dev.py stubs`; do not edit."""

from collections.abc import Sequence
from pelton._core import Tensor
from pelton._types import ConstantLike
from pelton._types import DTypeLike
from pelton._types import TensorLike

def abs(x: TensorLike, name: str | None = None) -> Tensor: ...
def abs_grad(gradients: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...
def acos(x: TensorLike, name: str | None = None) -> Tensor: ...
def acosh(x: TensorLike, name: str | None = None) -> Tensor: ...
def adadelta_step(
    operands: Sequence[TensorLike] | TensorLike,
    rho: float = 0.95,
    epsilon: float = 1e-07,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def adagrad_step(
    operands: Sequence[TensorLike] | TensorLike,
    epsilon: float = 1e-07,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def adam_step(
    operands: Sequence[TensorLike] | TensorLike,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    epsilon: float = 1e-07,
    amsgrad: bool = False,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def adamax_step(
    operands: Sequence[TensorLike] | TensorLike,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    epsilon: float = 1e-07,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def add(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def argmax(
    input: TensorLike,
    axis: int = 0,
    output_type: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def argmin(
    input: TensorLike,
    axis: int = 0,
    output_type: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def argsort(
    values: TensorLike,
    axis: int = -1,
    direction: str = 'ASCENDING',
    stable: bool = False,
    name: str | None = None,
) -> Tensor: ...
def as_string(
    input: TensorLike,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = '',
    name: str | None = None,
) -> Tensor: ...
def asin(x: TensorLike, name: str | None = None) -> Tensor: ...
def asinh(x: TensorLike, name: str | None = None) -> Tensor: ...
def assign_add(variable: TensorLike, value: TensorLike, name: str | None = None) -> Tensor: ...
def assign_sub(variable: TensorLike, value: TensorLike, name: str | None = None) -> Tensor: ...
def atan(x: TensorLike, name: str | None = None) -> Tensor: ...
def atan2(y: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...
def atanh(x: TensorLike, name: str | None = None) -> Tensor: ...
def attention(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    mask: TensorLike,
    bias: TensorLike,
    scale: float | None = None,
    causal: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]: ...
def attention_grad(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    mask: TensorLike,
    bias: TensorLike,
    result: TensorLike,
    logsumexp: TensorLike,
    grad: TensorLike,
    scale: float | None = None,
    causal: bool = False,
    scores_needed: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...
def avg_pool(
    input: TensorLike,
    ksize: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor,
    padding: str,
    name: str | None = None,
) -> Tensor: ...
def avg_pool2d(
    input: TensorLike,
    ksize: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor,
    padding: str,
    name: str | None = None,
) -> Tensor: ...
def avg_pool2d_grad(
    out_grad: TensorLike,
    shape: int | Sequence[int] | Tensor,
    ksize: int | Sequence[int] | Tensor = (2, 2),
    strides: int | Sequence[int] | Tensor = (2, 2),
    padding: str = 'VALID',
    name: str | None = None,
) -> Tensor: ...
def batch_gather(
    params: TensorLike,
    indices: TensorLike,
    batch_dims: int,
    axis: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def batch_norm_grad(
    grad: TensorLike,
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    epsilon: float = 0.001,
    activation: str = 'none',
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def batch_norm_infer(
    x: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    epsilon: float = 0.001,
    activation: str = 'none',
    name: str | None = None,
) -> Tensor: ...
def batch_norm_train(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    epsilon: float = 0.001,
    activation: str = 'none',
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def bessel_i0(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_i0e(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_i1(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_i1e(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_j0(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_j1(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_k0(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_k0e(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_k1(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_k1e(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_y0(x: TensorLike, name: str | None = None) -> Tensor: ...
def bessel_y1(x: TensorLike, name: str | None = None) -> Tensor: ...
def betainc(a: TensorLike, b: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...
def bias_add(
    value: TensorLike,
    bias: TensorLike,
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor: ...
def bitcast(input: TensorLike, type: DTypeLike, name: str | None = None) -> Tensor: ...
def bitwise_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def bitwise_invert(x: TensorLike, name: str | None = None) -> Tensor: ...
def bitwise_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def bitwise_xor(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def boolean_mask(
    tensor: TensorLike,
    mask: TensorLike,
    axis: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def broadcast_to(
    input: TensorLike,
    shape: int | Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor: ...
def cast(x: TensorLike, dtype: DTypeLike, name: str | None = None) -> Tensor: ...
def categorical_correct(
    labels: TensorLike,
    scores: TensorLike,
    name: str | None = None,
) -> Tensor: ...
def ceil(x: TensorLike, name: str | None = None) -> Tensor: ...
def cholesky(input: TensorLike, name: str | None = None) -> Tensor: ...
def clip_by_value(
    t: TensorLike,
    clip_value_min: TensorLike,
    clip_value_max: TensorLike,
    name: str | None = None,
) -> Tensor: ...
def complex(real: TensorLike, imag: TensorLike, name: str | None = None) -> Tensor: ...
def concat(
    values: Sequence[TensorLike] | TensorLike,
    axis: int = 0,
    name: str | None = None,
) -> Tensor: ...
def conj(x: TensorLike, name: str | None = None) -> Tensor: ...
def constant(value: TensorLike, name: str | None = None) -> Tensor: ...
def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: int | Sequence[int] | Tensor = (1, 1),
    padding: str = 'VALID',
    dilations: int | Sequence[int] | Tensor = (1, 1),
    explicit_paddings: int | Sequence[int] | Tensor = (),
    name: str | None = None,
) -> Tensor: ...
def conv2d_filter_grad(
    input: TensorLike,
    out_grad: TensorLike,
    shape: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor = (1, 1),
    padding: str = 'VALID',
    dilations: int | Sequence[int] | Tensor = (1, 1),
    explicit_paddings: int | Sequence[int] | Tensor = (),
    name: str | None = None,
) -> Tensor: ...
def conv2d_input_grad(
    filters: TensorLike,
    out_grad: TensorLike,
    shape: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor = (1, 1),
    padding: str = 'VALID',
    dilations: int | Sequence[int] | Tensor = (1, 1),
    explicit_paddings: int | Sequence[int] | Tensor = (),
    name: str | None = None,
) -> Tensor: ...
def conv_transpose(
    input: TensorLike,
    filters: TensorLike,
    sizes: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor = (),
    padding: str = 'VALID',
    dilations: int | Sequence[int] | Tensor = (),
    explicit_paddings: int | Sequence[int] | Tensor = (),
    name: str | None = None,
) -> Tensor: ...
def convolution(
    input: TensorLike,
    filters: TensorLike,
    strides: int | Sequence[int] | Tensor = (),
    padding: str = 'VALID',
    dilations: int | Sequence[int] | Tensor = (),
    explicit_paddings: int | Sequence[int] | Tensor = (),
    name: str | None = None,
) -> Tensor: ...
def cos(x: TensorLike, name: str | None = None) -> Tensor: ...
def cosh(x: TensorLike, name: str | None = None) -> Tensor: ...
def counted_dropout(
    x: TensorLike,
    rate: float,
    noise_shape: int | Sequence[int] | Tensor | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def cumprod(
    x: TensorLike,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor: ...
def cumsum(
    x: TensorLike,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor: ...
def cumulative_logsumexp(
    x: TensorLike,
    axis: int = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor: ...
def dawsn(x: TensorLike, name: str | None = None) -> Tensor: ...
def decode_base64(input: TensorLike, name: str | None = None) -> Tensor: ...
def depthwise_conv(
    input: TensorLike,
    filters: TensorLike,
    strides: int | Sequence[int] | Tensor = (),
    padding: str = 'VALID',
    dilations: int | Sequence[int] | Tensor = (),
    explicit_paddings: int | Sequence[int] | Tensor = (),
    name: str | None = None,
) -> Tensor: ...
def det(input: TensorLike, name: str | None = None) -> Tensor: ...
def digamma(x: TensorLike, name: str | None = None) -> Tensor: ...
def divide(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def divide_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def draw_binomial(
    counts: TensorLike,
    probs: TensorLike,
    dtype: DTypeLike,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def draw_gamma(alpha: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor: ...
def draw_poisson(
    rate: TensorLike,
    dtype: DTypeLike,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def dropout(
    x: TensorLike,
    rate: float,
    noise_shape: int | Sequence[int] | Tensor | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def eig(input: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]: ...
def eigh(input: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]: ...
def einsum(
    inputs: Sequence[TensorLike] | TensorLike,
    equation: str,
    name: str | None = None,
) -> Tensor: ...
def elu(features: TensorLike, alpha: float = 1.0, name: str | None = None) -> Tensor: ...
def elu_grad(
    gradients: TensorLike,
    outputs: TensorLike,
    alpha: float = 1.0,
    name: str | None = None,
) -> Tensor: ...
def encode_base64(input: TensorLike, pad: bool = False, name: str | None = None) -> Tensor: ...
def ensure_shape(
    x: TensorLike,
    shape: int | Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor: ...
def equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def erf(x: TensorLike, name: str | None = None) -> Tensor: ...
def erf_grad(gradients: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...
def erfc(x: TensorLike, name: str | None = None) -> Tensor: ...
def erfinv(x: TensorLike, name: str | None = None) -> Tensor: ...
def exp(x: TensorLike, name: str | None = None) -> Tensor: ...
def expand_dims(input: TensorLike, axis: int = 0, name: str | None = None) -> Tensor: ...
def expint(x: TensorLike, name: str | None = None) -> Tensor: ...
def expm1(x: TensorLike, name: str | None = None) -> Tensor: ...
def eye(
    num_rows: int,
    num_columns: int | None = None,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def fft(input: TensorLike, inverse: bool = False, name: str | None = None) -> Tensor: ...
def fill(
    value: TensorLike,
    dims: int | Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor: ...
def find_keys(values: TensorLike, keys: TensorLike, name: str | None = None) -> Tensor: ...
def flat_index(
    indices: TensorLike,
    dims: int | Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor: ...
def floor(x: TensorLike, name: str | None = None) -> Tensor: ...
def floordiv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def floormod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def fresnel_cos(x: TensorLike, name: str | None = None) -> Tensor: ...
def fresnel_sin(x: TensorLike, name: str | None = None) -> Tensor: ...
def ftrl_step(
    operands: Sequence[TensorLike] | TensorLike,
    learning_rate_power: float = -0.5,
    l1_regularization_strength: float = 0.0,
    l2_regularization_strength: float = 0.0,
    l2_shrinkage_regularization_strength: float = 0.0,
    beta: float = 0.0,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def full(
    shape: int | Sequence[int] | Tensor,
    value: float,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def fused_conv2d(
    input: TensorLike,
    filters: TensorLike,
    bias: TensorLike,
    strides: int | Sequence[int] | Tensor = (1, 1),
    padding: str = 'VALID',
    dilations: int | Sequence[int] | Tensor = (1, 1),
    explicit_paddings: int | Sequence[int] | Tensor = (),
    activation: str = 'none',
    pool: int | Sequence[int] | Tensor = (1, 1),
    name: str | None = None,
) -> tuple[Tensor, Tensor]: ...
def fused_conv2d_grad(
    input: TensorLike,
    filters: TensorLike,
    y: TensorLike,
    argmax: TensorLike,
    out_grad: TensorLike,
    strides: int | Sequence[int] | Tensor = (1, 1),
    padding: str = 'VALID',
    dilations: int | Sequence[int] | Tensor = (1, 1),
    explicit_paddings: int | Sequence[int] | Tensor = (),
    activation: str = 'none',
    pool: int | Sequence[int] | Tensor = (1, 1),
    input_needed: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def fused_matmul(
    a: TensorLike,
    b: TensorLike,
    bias: TensorLike,
    activation: str = 'none',
    name: str | None = None,
) -> Tensor: ...
def gather(
    params: TensorLike,
    indices: TensorLike,
    axis: int = 0,
    name: str | None = None,
) -> Tensor: ...
def gelu(features: TensorLike, approximate: bool = False, name: str | None = None) -> Tensor: ...
def gelu_grad(
    gradients: TensorLike,
    features: TensorLike,
    approximate: bool = False,
    name: str | None = None,
) -> Tensor: ...
def greater(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def greater_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def gru(
    x: TensorLike,
    recurrent_kernel: TensorLike,
    recurrent_bias: TensorLike,
    initial_h: TensorLike,
    mask: TensorLike,
    go_backwards: bool = False,
    zero_output_for_mask: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def gru_grad(
    recurrent_kernel: TensorLike,
    initial_h: TensorLike,
    mask: TensorLike,
    saved: TensorLike,
    sequence_grad: TensorLike,
    saved_grad: TensorLike,
    h_grad: TensorLike,
    go_backwards: bool = False,
    zero_output_for_mask: bool = False,
    has_bias: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def identity(input: TensorLike, name: str | None = None) -> Tensor: ...
def igamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...
def igamma_grad_a(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...
def igammac(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...
def imag(x: TensorLike, name: str | None = None) -> Tensor: ...
def iota(size: int, dtype: DTypeLike = ..., name: str | None = None) -> Tensor: ...
def irfft(input: TensorLike, points: int, name: str | None = None) -> Tensor: ...
def is_finite(x: TensorLike, name: str | None = None) -> Tensor: ...
def is_inf(x: TensorLike, name: str | None = None) -> Tensor: ...
def is_nan(x: TensorLike, name: str | None = None) -> Tensor: ...
def lamb_step(
    operands: Sequence[TensorLike] | TensorLike,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    epsilon: float = 1e-07,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def layer_norm(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    epsilon: float = 0.001,
    name: str | None = None,
) -> Tensor: ...
def layer_norm_grad(
    grad: TensorLike,
    x: TensorLike,
    scale: TensorLike,
    epsilon: float = 0.001,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def leaky_relu(features: TensorLike, alpha: float = 0.2, name: str | None = None) -> Tensor: ...
def leaky_relu_grad(
    gradients: TensorLike,
    features: TensorLike,
    alpha: float = 0.2,
    name: str | None = None,
) -> Tensor: ...
def left_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def less(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def less_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def lgamma(x: TensorLike, name: str | None = None) -> Tensor: ...
def lion_step(
    operands: Sequence[TensorLike] | TensorLike,
    beta_1: float = 0.9,
    beta_2: float = 0.99,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def log(x: TensorLike, name: str | None = None) -> Tensor: ...
def log1p(x: TensorLike, name: str | None = None) -> Tensor: ...
def log_softmax(logits: TensorLike, axis: int | None = None, name: str | None = None) -> Tensor: ...
def log_softmax_grad(
    gradients: TensorLike,
    log_softmax: TensorLike,
    axis: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def logical_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def logical_not(x: TensorLike, name: str | None = None) -> Tensor: ...
def logical_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def logical_xor(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def lstm(
    x: TensorLike,
    kernel: TensorLike,
    recurrent_kernel: TensorLike,
    bias: TensorLike,
    initial_h: TensorLike,
    initial_c: TensorLike,
    mask: TensorLike,
    go_backwards: bool = False,
    zero_output_for_mask: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...
def lstm_grad(
    x: TensorLike,
    kernel: TensorLike,
    recurrent_kernel: TensorLike,
    initial_h: TensorLike,
    initial_c: TensorLike,
    mask: TensorLike,
    sequence: TensorLike,
    saved: TensorLike,
    sequence_grad: TensorLike,
    saved_grad: TensorLike,
    h_grad: TensorLike,
    c_grad: TensorLike,
    go_backwards: bool = False,
    zero_output_for_mask: bool = False,
    input_needed: bool = True,
    has_bias: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]: ...
def lu(
    input: TensorLike,
    output_idx_type: DTypeLike = ...,
    name: str | None = None,
) -> tuple[Tensor, Tensor]: ...
def matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor: ...
def matrix_inverse(input: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor: ...
def matrix_solve(
    matrix: TensorLike,
    rhs: TensorLike,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor: ...
def max_pool(
    input: TensorLike,
    ksize: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor,
    padding: str,
    name: str | None = None,
) -> Tensor: ...
def max_pool2d(
    input: TensorLike,
    ksize: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor,
    padding: str,
    name: str | None = None,
) -> Tensor: ...
def max_pool2d_grad(
    input: TensorLike,
    out_grad: TensorLike,
    ksize: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor,
    padding: str,
    name: str | None = None,
) -> Tensor: ...
def max_pool2d_pick(
    input: TensorLike,
    values: TensorLike,
    ksize: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor,
    padding: str,
    name: str | None = None,
) -> Tensor: ...
def maximum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def minimum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def multiply(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def nadam_step(
    operands: Sequence[TensorLike] | TensorLike,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    epsilon: float = 1e-07,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def ndtri(x: TensorLike, name: str | None = None) -> Tensor: ...
def negative(x: TensorLike, name: str | None = None) -> Tensor: ...
def nextafter(x1: TensorLike, x2: TensorLike, name: str | None = None) -> Tensor: ...
def nonzero(condition: TensorLike, name: str | None = None) -> Tensor: ...
def not_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def one_hot(
    indices: TensorLike,
    depth: int,
    on_value: float = 1.0,
    off_value: float = 0.0,
    axis: int = -1,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def ones(
    shape: int | Sequence[int] | Tensor,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def ones_like(input: TensorLike, name: str | None = None) -> Tensor: ...
def pad(
    tensor: TensorLike,
    paddings: int | Sequence[int] | Tensor,
    mode: str = 'CONSTANT',
    constant_values: float = 0.0,
    name: str | None = None,
) -> Tensor: ...
def polygamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...
def population_count(x: TensorLike, name: str | None = None) -> Tensor: ...
def pow(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def qr(
    input: TensorLike,
    full_matrices: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor]: ...
def random_binomial(
    counts: TensorLike,
    probs: TensorLike,
    dtype: DTypeLike = ...,
    key: int = 0,
    offset: int = 0,
    block: int = 0,
    name: str | None = None,
) -> Tensor: ...
def random_categorical(
    logits: TensorLike,
    num_samples: int,
    dtype: DTypeLike = ...,
    key: int = 0,
    offset: int = 0,
    block: int = 0,
    name: str | None = None,
) -> Tensor: ...
def random_gamma(
    alpha: TensorLike,
    key: int = 0,
    offset: int = 0,
    block: int = 0,
    name: str | None = None,
) -> Tensor: ...
def random_gamma_grad(alpha: TensorLike, sample: TensorLike, name: str | None = None) -> Tensor: ...
def random_normal(
    shape: int | Sequence[int] | Tensor,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = ...,
    key: int = 0,
    offset: int = 0,
    block: int = 0,
    name: str | None = None,
) -> Tensor: ...
def random_permutation(
    n: int,
    key: int = 0,
    offset: int = 0,
    block: int = 0,
    name: str | None = None,
) -> Tensor: ...
def random_poisson(
    rate: TensorLike,
    dtype: DTypeLike = ...,
    key: int = 0,
    offset: int = 0,
    block: int = 0,
    name: str | None = None,
) -> Tensor: ...
def random_shuffle(
    value: TensorLike,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def random_uniform(
    shape: int | Sequence[int] | Tensor,
    minval: float = 0.0,
    maxval: float = 1.0,
    dtype: DTypeLike = ...,
    key: int = 0,
    offset: int = 0,
    block: int = 0,
    name: str | None = None,
) -> Tensor: ...
def range(
    start: float,
    limit: float,
    delta: float = 1.0,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def read_file(filename: TensorLike, name: str | None = None) -> Tensor: ...
def real(x: TensorLike, name: str | None = None) -> Tensor: ...
def reciprocal(x: TensorLike, name: str | None = None) -> Tensor: ...
def reduce_all(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_any(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_logsumexp(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_max(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_mean(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_min(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_prod(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_std(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_sum(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_sum_of_squares(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reduce_variance(
    input_tensor: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor: ...
def regex_full_match(input: TensorLike, pattern: str, name: str | None = None) -> Tensor: ...
def regex_replace(
    input: TensorLike,
    pattern: str,
    rewrite: str,
    replace_global: bool = True,
    name: str | None = None,
) -> Tensor: ...
def relu(features: TensorLike, name: str | None = None) -> Tensor: ...
def relu6(features: TensorLike, name: str | None = None) -> Tensor: ...
def relu_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor: ...
def resample(
    x: TensorLike,
    axis: int,
    size: int,
    method: str = 'bilinear',
    antialias: bool = False,
    name: str | None = None,
) -> Tensor: ...
def resample_grad(
    out_grad: TensorLike,
    axis: int,
    size: int,
    method: str = 'bilinear',
    antialias: bool = False,
    name: str | None = None,
) -> Tensor: ...
def reshape(
    tensor: TensorLike,
    shape: int | Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor: ...
def resize_bilinear(x: TensorLike, height: int, width: int, name: str | None = None) -> Tensor: ...
def reverse(
    tensor: TensorLike,
    axis: int | Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor: ...
def rfft(input: TensorLike, name: str | None = None) -> Tensor: ...
def right_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def rmsprop_step(
    operands: Sequence[TensorLike] | TensorLike,
    rho: float = 0.9,
    momentum: float = 0.0,
    epsilon: float = 1e-07,
    centered: bool = False,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def round(x: TensorLike, name: str | None = None) -> Tensor: ...
def rsqrt(x: TensorLike, name: str | None = None) -> Tensor: ...
def rsqrt_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...
def scatter_add(
    updates: TensorLike,
    indices: TensorLike,
    shape: int | Sequence[int] | Tensor,
    axis: int = 0,
    name: str | None = None,
) -> Tensor: ...
def scatter_update(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    name: str | None = None,
) -> Tensor: ...
def searchsorted(
    sorted_sequence: TensorLike,
    values: TensorLike,
    side: str = 'left',
    out_type: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def seeded_categorical(
    seed: TensorLike,
    logits: TensorLike,
    num_samples: int,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def seeded_normal(
    seed: TensorLike,
    shape: int | Sequence[int] | Tensor,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def seeded_permutation(seed: TensorLike, n: int, name: str | None = None) -> Tensor: ...
def seeded_truncated_normal(
    seed: TensorLike,
    shape: int | Sequence[int] | Tensor,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def seeded_uniform(
    seed: TensorLike,
    shape: int | Sequence[int] | Tensor,
    minval: float = 0.0,
    maxval: float = 1.0,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def segment_reduce(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: int,
    reduction: str = 'sum',
    name: str | None = None,
) -> Tensor: ...
def selu(features: TensorLike, name: str | None = None) -> Tensor: ...
def sgd_step(
    operands: Sequence[TensorLike] | TensorLike,
    momentum: float = 0.0,
    nesterov: bool = False,
    in_slices: bool = False,
    name: str | None = None,
) -> tuple[()]: ...
def shape(input: TensorLike, out_type: DTypeLike = ..., name: str | None = None) -> Tensor: ...
def sigmoid(x: TensorLike, name: str | None = None) -> Tensor: ...
def sigmoid_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    name: str | None = None,
) -> Tensor: ...
def sigmoid_cross_entropy_with_logits(
    labels: TensorLike,
    logits: TensorLike,
    name: str | None = None,
) -> Tensor: ...
def sigmoid_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...
def sign(x: TensorLike, name: str | None = None) -> Tensor: ...
def silu(features: TensorLike, name: str | None = None) -> Tensor: ...
def silu_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor: ...
def sin(x: TensorLike, name: str | None = None) -> Tensor: ...
def sinh(x: TensorLike, name: str | None = None) -> Tensor: ...
def slogdet(input: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]: ...
def softmax(logits: TensorLike, axis: int | None = None, name: str | None = None) -> Tensor: ...
def softmax_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    name: str | None = None,
) -> tuple[Tensor, Tensor]: ...
def softmax_cross_entropy_correct(
    labels: TensorLike,
    logits: TensorLike,
    of_softmax: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def softmax_cross_entropy_with_logits(
    labels: TensorLike,
    logits: TensorLike,
    axis: int = -1,
    name: str | None = None,
) -> Tensor: ...
def softmax_grad(
    gradients: TensorLike,
    softmax: TensorLike,
    axis: int | None = None,
    name: str | None = None,
) -> Tensor: ...
def softplus(features: TensorLike, name: str | None = None) -> Tensor: ...
def softsign(features: TensorLike, name: str | None = None) -> Tensor: ...
def sort(
    values: TensorLike,
    axis: int = -1,
    direction: str = 'ASCENDING',
    name: str | None = None,
) -> Tensor: ...
def sparse_categorical_correct(
    labels: TensorLike,
    scores: TensorLike,
    name: str | None = None,
) -> Tensor: ...
def sparse_softmax_cross_entropy(
    labels: TensorLike,
    logits: TensorLike,
    name: str | None = None,
) -> tuple[Tensor, Tensor]: ...
def sparse_softmax_cross_entropy_correct(
    labels: TensorLike,
    logits: TensorLike,
    of_softmax: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def sparse_softmax_cross_entropy_with_logits(
    labels: TensorLike,
    logits: TensorLike,
    name: str | None = None,
) -> Tensor: ...
def spence(x: TensorLike, name: str | None = None) -> Tensor: ...
def split(
    value: TensorLike,
    num_or_size_splits: TensorLike,
    axis: int = 0,
    num: int | None = None,
    name: str | None = None,
) -> list[Tensor]: ...
def sqrt(x: TensorLike, name: str | None = None) -> Tensor: ...
def sqrt_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...
def square(x: TensorLike, name: str | None = None) -> Tensor: ...
def square_grad(gradients: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...
def squared_difference(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def squeeze(
    input: TensorLike,
    axis: int | Sequence[int] | Tensor | None = None,
    name: str | None = None,
) -> Tensor: ...
def stack(
    values: Sequence[TensorLike] | TensorLike,
    axis: int = 0,
    name: str | None = None,
) -> Tensor: ...
def stateless_dropout(
    x: TensorLike,
    rate: float,
    key: int = 0,
    offset: int = 0,
    block: int = 0,
    first: int = 0,
    name: str | None = None,
) -> Tensor: ...
def stop_gradient(input: TensorLike, name: str | None = None) -> Tensor: ...
def strided_slice(
    input: TensorLike,
    begin: int | Sequence[int] | Tensor,
    size: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor = (),
    name: str | None = None,
) -> Tensor: ...
def strided_slice_assign(
    ref: TensorLike,
    value: TensorLike,
    begin: int | Sequence[int] | Tensor,
    size: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor = (),
    name: str | None = None,
) -> tuple[()]: ...
def strided_slice_grad(
    grad: TensorLike,
    shape: int | Sequence[int] | Tensor,
    begin: int | Sequence[int] | Tensor,
    strides: int | Sequence[int] | Tensor = (),
    name: str | None = None,
) -> Tensor: ...
def string_join(
    inputs: Sequence[TensorLike] | TensorLike,
    separator: str = '',
    name: str | None = None,
) -> Tensor: ...
def string_join_rows(input: TensorLike, separator: str = '', name: str | None = None) -> Tensor: ...
def string_length(input: TensorLike, unit: str = 'BYTE', name: str | None = None) -> Tensor: ...
def string_lower(input: TensorLike, name: str | None = None) -> Tensor: ...
def string_split_counts(
    input: TensorLike,
    sep: str = '',
    maxsplit: int = -1,
    name: str | None = None,
) -> Tensor: ...
def string_split_parts(
    input: TensorLike,
    sep: str = '',
    maxsplit: int = -1,
    name: str | None = None,
) -> Tensor: ...
def string_strip(input: TensorLike, name: str | None = None) -> Tensor: ...
def string_to_hash_bucket_fast(
    input: TensorLike,
    num_buckets: int,
    name: str | None = None,
) -> Tensor: ...
def string_to_hash_bucket_strong(
    input: TensorLike,
    num_buckets: int,
    key: int | Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor: ...
def string_to_number(
    input: TensorLike,
    out_type: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def string_upper(input: TensorLike, name: str | None = None) -> Tensor: ...
def substr(
    input: TensorLike,
    pos: TensorLike,
    len: TensorLike,
    unit: str = 'BYTE',
    name: str | None = None,
) -> Tensor: ...
def subtract(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def sum_to_shape(
    input: TensorLike,
    shape: int | Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor: ...
def svd(
    input: TensorLike,
    full_matrices: bool = False,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]: ...
def tan(x: TensorLike, name: str | None = None) -> Tensor: ...
def tanh(x: TensorLike, name: str | None = None) -> Tensor: ...
def tanh_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...
def tensordot(
    a: TensorLike,
    b: TensorLike,
    axes: ConstantLike,
    name: str | None = None,
) -> Tensor: ...
def tile(
    input: TensorLike,
    multiples: int | Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor: ...
def top_k(
    input: TensorLike,
    k: int = 1,
    sorted: bool = True,
    index_type: DTypeLike = ...,
    name: str | None = None,
) -> tuple[Tensor, Tensor]: ...
def transpose(
    a: TensorLike,
    perm: int | Sequence[int] | Tensor | None = None,
    conjugate: bool = False,
    name: str | None = None,
) -> Tensor: ...
def triangular_solve(
    matrix: TensorLike,
    rhs: TensorLike,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor: ...
def truncated_normal(
    shape: int | Sequence[int] | Tensor,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = ...,
    key: int = 0,
    offset: int = 0,
    block: int = 0,
    name: str | None = None,
) -> Tensor: ...
def unicode_codes(
    input: TensorLike,
    errors: str = 'replace',
    replacement_char: int = 65533,
    name: str | None = None,
) -> tuple[Tensor, Tensor]: ...
def unicode_counts(
    input: TensorLike,
    errors: str = 'replace',
    replacement_char: int = 65533,
    name: str | None = None,
) -> Tensor: ...
def unicode_encode(
    codes: TensorLike,
    row_splits: TensorLike,
    errors: str = 'replace',
    replacement_char: int = 65533,
    name: str | None = None,
) -> Tensor: ...
def unstack(
    value: TensorLike,
    num: int | None = None,
    axis: int = 0,
    name: str | None = None,
) -> list[Tensor]: ...
def where(
    condition: TensorLike,
    x: TensorLike,
    y: TensorLike,
    name: str | None = None,
) -> Tensor: ...
def write_row(
    elements: TensorLike,
    index: TensorLike,
    row: TensorLike,
    name: str | None = None,
) -> Tensor: ...
def xdivy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def xlog1py(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def xlogy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...
def zeros(
    shape: int | Sequence[int] | Tensor,
    dtype: DTypeLike = ...,
    name: str | None = None,
) -> Tensor: ...
def zeros_like(input: TensorLike, name: str | None = None) -> Tensor: ...
def zeta(x: TensorLike, q: TensorLike, name: str | None = None) -> Tensor: ...
