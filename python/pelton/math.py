"""Owns ``tf.math``: the elementwise, reduction and comparison ops under TensorFlow's names."""

from __future__ import annotations

from pelton._core import Tensor as _Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.ops import (
    abs,
    acos,
    acosh,
    add,
    asin,
    asinh,
    atan,
    atan2,
    atanh,
    bessel_i0,
    bessel_i0e,
    bessel_i1,
    bessel_i1e,
    betainc,
    ceil,
    cos,
    cosh,
    cumprod,
    cumsum,
    cumulative_logsumexp,
    digamma,
    divide,
    equal,
    erf,
    erfc,
    erfinv,
    exp,
    expm1,
    floor,
    floordiv,
    floormod,
    greater,
    greater_equal,
    igamma,
    igammac,
    is_finite,
    is_inf,
    is_nan,
    less,
    less_equal,
    lgamma,
    log,
    log1p,
    log_softmax,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    multiply,
    ndtri,
    negative,
    nextafter,
    not_equal,
    polygamma,
    pow,
    reciprocal,
    reduce_all,
    reduce_any,
    reduce_logsumexp,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_sum,
    round,
    rsqrt,
    sigmoid,
    sign,
    sin,
    sinh,
    softmax,
    softplus,
    softsign,
    sqrt,
    square,
    squared_difference,
    subtract,
    tan,
    tanh,
    xdivy,
    xlog1py,
    xlogy,
    zeta,
)
from pelton.dtypes import int16 as _int16
from pelton.dtypes import int64 as _int64
from pelton.dtypes import uint16 as _uint16
from pelton.names.named_refusals import named_as as _named_as
from pelton.names.named_refusals import names_itself as _names_itself
from pelton.ops.array.sorting import (
    approx_max_k,
    approx_min_k,
    in_top_k,
    top_k,
)
from pelton.ops.math.arithmetic import (
    accumulate_n,
    add_n,
    angle,
    conj,
    count_nonzero,
    divide_no_nan,
    erfcinv,
    invert_permutation,
    is_non_decreasing,
    is_strictly_increasing,
    lbeta,
    log_sigmoid,
    multiply_no_nan,
    polyval,
    reciprocal_no_nan,
    reduce_euclidean_norm,
    scalar_mul,
    zero_fraction,
)
from pelton.ops.math.norms import l2_normalize
from pelton.ops.math.other_dtypes import reduce_std, reduce_variance
from pelton.ops.math.segments import (
    bincount,
    confusion_matrix,
    segment_max,
    segment_mean,
    segment_min,
    segment_prod,
    segment_sum,
    unsorted_segment_max,
    unsorted_segment_mean,
    unsorted_segment_min,
    unsorted_segment_prod,
    unsorted_segment_sqrt_n,
    unsorted_segment_sum,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._core import DType, Tensor
    from pelton._types import DTypeLike, TensorLike


def _places(op: Callable[..., Tensor], narrow: tuple[DType, ...] = ()) -> Callable[..., Tensor]:
    """``op`` of any arguments; dtypes of places that are ``narrow`` are none of the op's own."""

    @_named_as(op.__name__)
    def places(x: TensorLike, axis: int | Tensor | None, output_type: DTypeLike) -> Tensor:
        along = 0 if axis is None else axis
        if output_type in narrow:
            return _ops.cast(op(x, along), output_type)
        return op(x, along, output_type)

    return places


_any_argmax = _places(_ops.argmax, (_int16, _uint16))
_any_argmin = _places(_ops.argmin)


@_names_itself
def argmax(
    input: TensorLike,  # noqa: A002 - TensorFlow's name
    axis: int | Tensor | None = None,
    output_type: DTypeLike = _int64,
    name: str | None = None,
) -> Tensor:
    """The place of the largest value along ``axis``, the first of equal ones; None: axis 0."""
    if output_type is _int64 and type(input) is _Tensor:
        return _ops.argmax(input, 0 if axis is None else axis)  # the usual call
    return _any_argmax(input, axis, output_type)


@_names_itself
def argmin(
    input: TensorLike,  # noqa: A002 - TensorFlow's name
    axis: int | Tensor | None = None,
    output_type: DTypeLike = _int64,
    name: str | None = None,
) -> Tensor:
    """The place of the smallest value along ``axis``, the first of equal ones; None: axis 0."""
    if output_type is _int64 and type(input) is _Tensor:
        return _ops.argmin(input, 0 if axis is None else axis)  # the usual call
    return _any_argmin(input, axis, output_type)


def real(input: TensorLike, name: str | None = None) -> Tensor:  # noqa: A002 - TensorFlow's name
    """The real parts; real numbers as they are."""
    x = _functions.convert(input)
    return x if x.dtype.is_floating or x.dtype.is_integer else _ops.real(x)


def imag(input: TensorLike, name: str | None = None) -> Tensor:  # noqa: A002 - TensorFlow's name
    """The imaginary parts; zeros for real numbers."""
    x = _functions.convert(input)
    return _ops.zeros_like(x) if x.dtype.is_floating or x.dtype.is_integer else _ops.imag(x)


mod = floormod
truediv = divide
rint = round

from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)


def __getattr__(name: str) -> object:
    if name == "special":  # a module, which loads on first use
        from pelton.ops.math import special_functions

        return special_functions
    if name == "sobol_sample":
        from pelton.random.quasi import sobol_sample

        return sobol_sample
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
