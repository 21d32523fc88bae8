"""Owns convert_image_dtype: floats are from 0 to 1, integers fill their type's range."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _saturated(x: Tensor, dtype: Any) -> Tensor:
    """`x` in an integer type, which holds the nearest of what it cannot hold."""
    low, high = dtype.min, dtype.max
    if not x.dtype.is_floating:
        low, high = max(low, x.dtype.min), min(high, x.dtype.max)
        return _ops.cast(_ops.maximum(_ops.minimum(x, high), low), dtype)
    return _ops.cast(_ops.clip_by_value(x, float(low), float(high)), dtype)


def _between_integers(x: Tensor, dtype: Any, saturate: bool) -> Tensor:
    scale_in, scale_out = x.dtype.max, dtype.max
    if scale_in > scale_out:
        scaled = _ops.floordiv(x, (scale_in + 1) // (scale_out + 1))
        return _saturated(scaled, dtype) if saturate else _ops.cast(scaled, dtype)
    cast = _saturated(x, dtype) if saturate else _ops.cast(x, dtype)
    return cast * ((scale_out + 1) // (scale_in + 1))


def convert_image_dtype(
    image: TensorLike, dtype: Any, saturate: bool = False, name: str | None = None
) -> Tensor:
    """``image`` in another dtype, scaled: floats are from 0 to 1, integers fill their range.

    ``saturate``: what a narrower type cannot hold becomes the nearest that it can. Raises
    TypeError for dtypes that are neither."""
    x = _functions.convert(image)
    dtype = _dtypes.as_dtype(dtype)
    if dtype == x.dtype:
        return x
    for each in (x.dtype, dtype):
        if not (each.is_floating or each.is_integer):
            raise TypeError(
                "convert_image_dtype: image and dtype must be floating or integer, got "
                f"{x.dtype.name} and {dtype.name}"
            )
    if x.dtype.is_integer and dtype.is_integer:
        return _between_integers(x, dtype, saturate)
    if x.dtype.is_floating and dtype.is_floating:
        return _ops.cast(x, dtype)
    if x.dtype.is_integer:
        return _ops.cast(x, dtype) * (1.0 / x.dtype.max)
    scaled = x * (dtype.max + 0.5)
    return _saturated(scaled, dtype) if saturate else _ops.cast(scaled, dtype)
