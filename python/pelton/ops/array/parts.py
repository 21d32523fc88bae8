"""Owns ``tf.split``, ``tf.pad`` and ``tf.tile``: the ops, and what they do of strings and of sizes
that a trace does not know."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import numbers_of, place, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def split(
    value: TensorLike,
    num_or_size_splits: Any,
    axis: Any = 0,
    num: int | None = None,
    name: str | None = None,
) -> Any:
    """``value`` along ``axis`` in so many parts of one size, or in parts of these sizes, of which
    one may be -1 for what is left.

    Raises ValueError where a trace does not know how many sizes there are and ``num`` is None,
    InvalidArgumentError for another number of sizes than ``num``."""
    sizes = num_or_size_splits
    if type(sizes) is int:
        return _ops.split(value, sizes, axis)
    is_list = isinstance(sizes, (list, tuple))
    if is_list and any(_functions.is_symbolic(size) for size in sizes):
        sizes = _ops.stack([_ops.cast(size, _dtypes.int64) for size in sizes], 0)
    if num is not None and is_list and len(num_or_size_splits) != num:
        raise InvalidArgumentError(
            f"split: {len(num_or_size_splits)} sizes are given for num={num} parts"
        )
    if not _functions.is_symbolic(sizes) or sizes.ndim != 1:
        return _ops.split(value, num_or_size_splits, axis, num)
    count = sizes.shape[0] if num is None else num
    if count is None:
        raise ValueError(f"split: Cannot infer argument `num` from shape {sizes.shape}")
    return _at(_functions.convert(value), sizes, int(count), int(axis))


def _at(x: Tensor, sizes: Tensor, count: int, axis: int) -> list[Tensor]:
    """The parts of sizes that are known when the program runs."""
    at = place("split", axis, x.ndim)
    given = _ops.cast(_ops.reshape(sizes, [count]), _dtypes.int64)
    left = _ops.cast(sizes_of(x)[at], _dtypes.int64) - _ops.reduce_sum(_ops.maximum(given, 0))
    lengths = _ops.where(given < 0, left, given)
    ends = _ops.unstack(_ops.cumsum(lengths), num=count)
    before = (slice(None),) * at
    starts = [0, *ends[:-1]]
    parts = [x[(*before, slice(*bounds))] for bounds in zip(starts, ends, strict=True)]
    kept = x.shape.as_list()
    for part in parts:
        part.set_shape([*kept[:at], None, *kept[at + 1 :]])
    return parts


def pad(
    tensor: TensorLike,
    paddings: Any,
    mode: str = "CONSTANT",
    constant_values: Any = 0.0,
    name: str | None = None,
) -> Tensor:
    """``tensor`` with ``paddings`` (before, after) of each axis: of ``constant_values``, of texts
    too, or with the elements mirrored by "REFLECT" and, those of the border as well, by
    "SYMMETRIC"."""
    if type(paddings) in (list, tuple) and type(constant_values) in (float, int):
        if mode == "CONSTANT" and constant_values == 0:
            return _ops.pad(tensor, paddings)
        return _ops.pad(tensor, paddings, mode, constant_values)
    paddings = _pairs(tensor, paddings)
    if isinstance(constant_values, (str, bytes)) or _is_text(constant_values):
        x = _functions.convert(tensor, _dtypes.string)
        inside = _ops.pad(_ops.ones_like(_ops.string_length(x)), paddings)
        return _ops.where(inside > 0, _ops.pad(x, paddings), _functions.convert(constant_values))
    return _ops.pad(tensor, paddings, mode, constant_values)


def _is_text(value: Any) -> bool:
    return getattr(value, "dtype", None) == _dtypes.string


def _pairs(tensor: Any, paddings: Any) -> Any:
    """Paddings that a trace knows no shape of, as numbers of their own."""
    if not _functions.is_symbolic(paddings) or None not in list(paddings.shape):
        return paddings
    return numbers_of(paddings, 2 * _functions.convert(tensor).ndim)


def tile(input: TensorLike, multiples: Any, name: str | None = None) -> Tensor:
    """``input`` as often along each axis as ``multiples`` says."""
    if _functions.is_symbolic(multiples) and multiples.shape.as_list() == [None]:
        multiples = numbers_of(multiples, _functions.convert(input).ndim)
    return _ops.tile(input, multiples)
