"""Owns erf and its kin, rsqrt and logsumexp."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import axes_of, floating, missing

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._types import TensorLike


def rsqrt(x: TensorLike) -> Tensor:
    """1 / sqrt(x)."""
    return _ops.rsqrt(floating(x))


def erf(x: TensorLike) -> Tensor:
    """The error function."""
    return _ops.erf(floating(x))


def erfc(x: TensorLike) -> Tensor:
    """1 - erf(x), exact for large x."""
    return missing("erfc")(floating(x))


def erfinv(x: TensorLike) -> Tensor:
    """The number whose erf is x."""
    return missing("erfinv")(floating(x))


def logsumexp(
    x: TensorLike, axis: int | Sequence[int] | None = None, keepdims: bool = False
) -> Tensor:
    """log(sum(exp(x))) along the axes, without overflow."""
    x = floating(x)
    return _ops.reduce_logsumexp(x, axes_of(axis, x.ndim), keepdims)
