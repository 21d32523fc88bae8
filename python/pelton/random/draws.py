"""Owns how the public random functions call the random ops of one stream.

A stream is what says where the numbers start, as the last arguments of an op: Philox's key and the
upper half of its counter, perhaps the lower one too; or the one seed of a function that takes that;
or nothing, where the op is bound to a seed already.
"""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._core import DType, Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike

    Stream = tuple[int, ...] | tuple[int | None]

_FULL = {  # dtype -> the dtype drawn, lowest, one past the highest
    _dtypes.int32: (_dtypes.int32, -(2.0**31), 2.0**31),
    _dtypes.uint32: (_dtypes.int32, -(2.0**31), 2.0**31),
    _dtypes.int64: (_dtypes.int64, -(2.0**63), 2.0**63),
    _dtypes.uint64: (_dtypes.int64, -(2.0**63), 2.0**63),
}
KERAS_MODULUS = 2**31 - 2  # of the words of Keras's seeds, before they are scrambled
UNIFORM_DTYPES = (
    _dtypes.float16,
    _dtypes.bfloat16,
    _dtypes.float32,
    _dtypes.float64,
    *_FULL,
)


def is_number(value: object) -> bool:
    """True for a Python number, which the ops take as an attribute."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def normal(
    op: Callable[..., Tensor],
    stream: Stream,
    shape: ShapeLike,
    mean: TensorLike,
    stddev: TensorLike,
    dtype: DTypeLike,
) -> Tensor:
    """``op`` (random_normal or truncated_normal); mean and stddev are numbers or tensors. Raises
    TypeError for a dtype without fractions."""
    dtype = _dtypes.as_dtype(dtype)
    if not dtype.is_floating:
        raise TypeError(
            f"Cannot convert {mean!r} to EagerTensor of dtype {dtype.name}: the dtypes with "
            "fractions are float16, bfloat16, float32 and float64"
        )
    if is_number(mean) and is_number(stddev):
        return op(shape, mean, stddev, dtype, *stream)
    mean, stddev = _functions.convert(mean, dtype), _functions.convert(stddev, dtype)
    return op(shape, 0.0, 1.0, dtype, *stream) * stddev + mean


def uniform(
    op: Callable[..., Tensor],
    stream: Stream,
    shape: ShapeLike,
    minval: TensorLike,
    maxval: TensorLike,
    dtype: DType,
) -> Tensor:
    """``op`` (random_uniform): the bounds are Python numbers, or tensors for a floating dtype."""
    if is_number(minval) and is_number(maxval):
        return op(shape, minval, maxval, dtype, *stream)
    if dtype.is_integer:
        return op(shape, int(minval), int(maxval), dtype, *stream)
    low, high = _functions.convert(minval, dtype), _functions.convert(maxval, dtype)
    return op(shape, 0.0, 1.0, dtype, *stream) * (high - low) + low


def full_range(op: Callable[..., Tensor], stream: Stream, shape: ShapeLike, dtype: DType) -> Tensor:
    """Whole numbers of all of an integer dtype's 32 or 64 bits."""
    drawn, low, high = _FULL[dtype]
    return _ops.cast(op(shape, low, high, drawn, *stream), dtype)


def check_uniform_dtype(dtype: DType, minval: TensorLike | None, maxval: TensorLike | None) -> None:
    """Raises ValueError for a dtype that uniform does not draw, or half a range of integers."""
    if dtype not in UNIFORM_DTYPES:
        names = ", ".join(repr(one) for one in UNIFORM_DTYPES)
        raise ValueError(
            f"Argument `dtype` got invalid value {dtype!r}. Accepted dtypes are ({names})."
        )
    if dtype.is_integer and (minval is None) != (maxval is None):
        raise ValueError(
            f"For integer `dtype` argument {dtype!r}, argument `minval` and `maxval` must be both "
            f"None or not None. Got `minval`={minval} and `maxval`={maxval}."
        )
    if dtype in (_dtypes.uint32, _dtypes.uint64) and minval is not None:
        raise ValueError(
            f"Argument `dtype` got invalid value {dtype!r} when argument `minval` is not None. "
            "It must be int32 or int64."
        )


def uniform_or_full(
    op: Callable[..., Tensor],
    stream: Stream,
    shape: ShapeLike,
    minval: TensorLike | None,
    maxval: TensorLike | None,
    dtype: DTypeLike,
) -> Tensor:
    """``uniform``, or all of an integer dtype's numbers where both bounds are None."""
    dtype = _dtypes.as_dtype(dtype)
    check_uniform_dtype(dtype, minval, maxval)
    if minval is None and dtype.is_integer:
        return full_range(op, stream, shape, dtype)
    low = 0 if minval is None else minval
    return uniform(op, stream, shape, low, 1 if maxval is None else maxval, dtype)


def permuted(seed: TensorLike, value: Tensor, axis: int = 0) -> Tensor:
    """``value`` with the slices of ``axis`` in the order that ``seed`` [2] decides."""
    return _ops.gather(value, _ops.seeded_permutation(seed, sizes_of(value)[axis]), axis)
