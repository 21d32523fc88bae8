"""Owns the functions of ``tf.math`` that are a few ops each: sums of tensors, counts, checks."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike


def conj(x: TensorLike, name: str | None = None) -> Tensor:
    """The complex conjugate, real numbers as they are. Raises TypeError for texts."""
    tensor = _functions.convert(x)
    if tensor.dtype.is_complex:
        return _ops.conj(tensor)
    if tensor.dtype == _dtypes.string:
        raise TypeError(f"Expected numeric or variant tensor, got dtype {tensor.dtype!r}")
    return tensor


def add_n(inputs: Sequence[TensorLike] | TensorLike, name: str | None = None) -> Tensor:
    """The sum of tensors of one shape. Raises ValueError where shapes or dtypes differ."""
    if not isinstance(inputs, (list, tuple)):
        return _functions.convert(inputs)
    if not inputs:
        raise ValueError(
            "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype "
            "and shape."
        )
    tensors = [_functions.convert(one) for one in inputs]
    total = tensors[0]
    for one in tensors[1:]:
        known = zip(one.shape, total.shape, strict=False)
        if one.ndim != total.ndim or any(None not in (a, b) and a != b for a, b in known):
            raise InvalidArgumentError(
                f"add_n: Shapes must be equal, got {[tuple(t.shape) for t in tensors]}"
            )
        total = total + one
    return total


def accumulate_n(
    inputs: Sequence[TensorLike],
    shape: ShapeLike | None = None,
    tensor_dtype: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The sum of tensors of one shape, which ``shape`` and ``tensor_dtype`` may name."""
    total = add_n(inputs)
    if tensor_dtype is not None and total.dtype != _dtypes.as_dtype(tensor_dtype):
        raise TypeError(f"accumulate_n: inputs have dtype {total.dtype.name}, not {tensor_dtype}")
    if shape is not None and not total.shape.is_compatible_with(shape):
        raise ValueError(f"accumulate_n: inputs have shape {tuple(total.shape)}, not {shape}")
    return total


def count_nonzero(
    input: TensorLike,
    axis: Any = None,
    keepdims: bool | None = None,
    dtype: DTypeLike = _dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """How many elements along ``axis`` are not zero, or no empty strings."""
    x = _functions.convert(input)
    there = x if x.dtype == _dtypes.bool else _ops.not_equal(x, _zero(x))
    counts = _ops.reduce_sum(_ops.cast(there, _dtypes.int64), axis, bool(keepdims))
    return _ops.cast(counts, dtype)


def zero_fraction(value: TensorLike, name: str | None = None) -> Tensor:
    """The share of elements that are zero, or empty strings, in float32."""
    x = _functions.convert(value)
    return _ops.reduce_mean(_ops.cast(_ops.equal(x, _zero(x)), _dtypes.float32))


def _zero(x: Tensor) -> Tensor:
    return _functions.convert("") if x.dtype == _dtypes.string else _ops.zeros((), x.dtype)


def reduce_euclidean_norm(
    input_tensor: TensorLike, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The square root of the sum of squares along ``axis``."""
    x = _functions.convert(input_tensor)
    squares = _ops.square(_ops.abs(x))
    if x.dtype.is_integer:
        sums = _ops.reduce_sum(_ops.cast(squares, _dtypes.float64), axis, keepdims)
        return _ops.cast(_ops.sqrt(sums), x.dtype)
    return _ops.cast(_ops.sqrt(_ops.reduce_sum(squares, axis, keepdims)), x.dtype)


def scalar_mul(scalar: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """``x``, of IndexedSlices the rows, times a number. Raises ValueError where that has axes."""
    if _functions.is_indexed_slices(x):
        return x.with_values(scalar_mul(scalar, x.values))
    x = _functions.convert(x)
    factor = _functions.convert_like(scalar, x.dtype)
    if factor.ndim != 0:
        raise ValueError("Only scalar multiply works, got shape " + str(tuple(factor.shape)))
    return factor * x


def polyval(coeffs: Sequence[TensorLike], x: TensorLike, name: str | None = None) -> Tensor:
    """The polynomial at ``x``; the first coefficient is that of the highest power."""
    if not isinstance(coeffs, list):
        raise ValueError(
            f"Argument coeffs must be list type. Received type {type(coeffs).__name__}."
        )
    x = _functions.convert(x)
    if not coeffs:
        return _ops.zeros_like(x)
    total = _functions.convert_like(coeffs[0], x.dtype)
    for one in coeffs[1:]:
        total = _functions.convert_like(one, x.dtype) + total * x
    return total


def multiply_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """``x * y``, and 0 wherever ``y`` is, even where ``x`` is not finite."""
    x = _functions.convert(x)
    y = _functions.convert_like(y, x.dtype)
    is_zero = _ops.equal(y, _ops.zeros((), y.dtype))
    return _ops.where(is_zero, _ops.zeros((), x.dtype), _ops.where(is_zero, y, x) * y)


def divide_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """``x / y``, and 0 where ``y`` is; of whole numbers as floating ones, as ``/`` has them."""
    try:
        return _ops.divide_no_nan(x, y)
    except InvalidArgumentError:
        top = _functions.convert(x)
        if not top.dtype.is_integer:
            raise
    floating = _dtypes.float32 if top.dtype.size < 4 else _dtypes.float64
    bottom = _functions.convert_like(y, top.dtype)
    return _ops.divide_no_nan(_ops.cast(top, floating), _ops.cast(bottom, floating))


def reciprocal_no_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """``1 / x``, and 0 where ``x`` is."""
    x = _functions.convert(x)
    return _ops.divide_no_nan(_ops.ones_like(x), x)


def angle(input: TensorLike, name: str | None = None) -> Tensor:
    """The argument of complex numbers; 0 or pi of real ones."""
    x = _functions.convert(input)
    if x.dtype.is_complex:
        return _ops.atan2(_ops.imag(x), _ops.real(x))
    pi = _functions.convert(3.141592653589793, x.dtype)
    return _ops.where(x < 0, pi, _ops.zeros_like(x))


def invert_permutation(x: TensorLike, name: str | None = None) -> Tensor:
    """Where each of 0, 1, ... stands in the permutation ``x``."""
    x = _functions.convert(x)
    if x.ndim != 1:
        raise InvalidArgumentError(f"invert_permutation: x must be a vector, got {tuple(x.shape)}")
    count = sizes_of(x)[0]
    found = _ops.scatter_add(_ops.ones_like(x), x, [count], 0)
    if not _functions.is_symbolic(x) and bool(_ops.reduce_any(_ops.not_equal(found, 1))):
        raise InvalidArgumentError(
            f"invert_permutation: x must be a permutation, got {x.numpy().tolist()}"
        )
    return _ops.scatter_add(_ops.iota(count, x.dtype), x, [count], 0)


def _neighbours(x: TensorLike) -> tuple[Tensor, Tensor]:
    flat = _ops.reshape(_functions.convert(x), [-1])
    return flat[:-1], flat[1:]


def is_non_decreasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether no element is less than the one before, row by row."""
    before, after = _neighbours(x)
    return _ops.reduce_all(before <= after)


def is_strictly_increasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether every element is greater than the one before, row by row."""
    before, after = _neighbours(x)
    return _ops.reduce_all(before < after)


def erfcinv(x: TensorLike, name: str | None = None) -> Tensor:
    """Where 1 - erf is ``x``."""
    half = _functions.convert(x) * 0.5
    return _ops.ndtri(half) * -0.7071067811865476


def lbeta(x: TensorLike, name: str | None = None) -> Tensor:
    """The logarithm of the beta function of all elements along the last axis."""
    x = _functions.convert(x)
    if x.ndim == 0:
        raise InvalidArgumentError("lbeta: x must have at least one axis, got a scalar")
    return _ops.reduce_sum(_ops.lgamma(x), -1) - _ops.lgamma(_ops.reduce_sum(x, -1))


def crelu(features: TensorLike, axis: int = -1, name: str | None = None) -> Tensor:
    """relu of ``features`` and of their negatives, side by side along ``axis``."""
    return _ops.relu(_ops.concat([features, _ops.negative(features)], axis))


def log_sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """log(1 / (1 + exp(-x)))."""
    return _ops.negative(_ops.softplus(_ops.negative(x)))


def truncatediv(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Division of integers that rounds towards zero."""
    x = _functions.convert(x)
    y = _functions.convert_like(y, x.dtype)
    whole = _ops.floordiv(x, y)
    is_short = _ops.logical_and(_ops.not_equal(whole * y, x), whole < 0)
    return whole + _ops.cast(is_short, x.dtype)


def truncatemod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The rest of division towards zero, with the sign of ``x``."""
    x = _functions.convert(x)
    y = _functions.convert_like(y, x.dtype)
    rest = _ops.floormod(x, y)
    crossed = _ops.logical_and(_ops.not_equal(rest, 0), _ops.not_equal(x < 0, y < 0))
    return _ops.where(crossed, rest - y, rest)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
