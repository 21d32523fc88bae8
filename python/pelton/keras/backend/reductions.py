"""Owns keras.backend's reductions: each over `axis`, one axis, several, or all for None."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.backend.refusals import name_refusals as _name_refusals
from pelton.keras.ops import numpy as _knp
from pelton.keras.ops.conversion import convert

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def sum(x: TensorLike, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The sum, in the dtype of `x`."""
    return _ops.reduce_sum(convert(x), axis=axis, keepdims=keepdims)


def prod(x: TensorLike, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The product, in the dtype of `x`."""
    return _ops.reduce_prod(convert(x), axis=axis, keepdims=keepdims)


def _numbers(x: TensorLike) -> Tensor:
    from pelton._core.keras_settings import floatx

    x = convert(x)
    return _ops.cast(x, floatx()) if x.dtype.name == "bool" else x


def mean(x: TensorLike, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The mean; of truth values the share of what is true."""
    return _ops.reduce_mean(_numbers(x), axis=axis, keepdims=keepdims)


def var(x: TensorLike, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The mean squared distance from the mean."""
    x = _numbers(x)
    away = _ops.subtract(x, _ops.reduce_mean(x, axis=axis, keepdims=True))
    return _ops.reduce_mean(_ops.square(away), axis=axis, keepdims=keepdims)


def std(x: TensorLike, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The square root of `var`."""
    return _ops.sqrt(var(x, axis, keepdims))


def max(x: TensorLike, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The greatest element."""
    return _ops.reduce_max(convert(x), axis=axis, keepdims=keepdims)


def min(x: TensorLike, axis: Any = None, keepdims: bool = False) -> Tensor:
    """The least element."""
    return _ops.reduce_min(convert(x), axis=axis, keepdims=keepdims)


def any(x: TensorLike, axis: Any = None, keepdims: bool = False) -> Tensor:
    """Whether one is true, or not 0."""
    return _ops.reduce_any(_ops.cast(convert(x), "bool"), axis=axis, keepdims=keepdims)


def all(x: TensorLike, axis: Any = None, keepdims: bool = False) -> Tensor:
    """Whether all are true, or not 0."""
    return _ops.reduce_all(_ops.cast(convert(x), "bool"), axis=axis, keepdims=keepdims)


def argmax(x: TensorLike, axis: int = -1) -> Tensor:
    """Where the greatest element is, in int64."""
    return _ops.argmax(convert(x), axis)


def argmin(x: TensorLike, axis: int = -1) -> Tensor:
    """Where the least element is, in int64."""
    return _ops.argmin(convert(x), axis)


def cumsum(x: TensorLike, axis: int = 0) -> Tensor:
    """The sum of the elements up to each."""
    return _knp.cumsum(x, axis)


def cumprod(x: TensorLike, axis: int = 0) -> Tensor:
    """The product of the elements up to each."""
    return _knp.cumprod(x, axis)


_name_refusals(globals())
