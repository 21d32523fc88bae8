"""Owns flips, turns and transposition of images."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def flip_left_right(image: TensorLike) -> Tensor:
    """The columns of images (height, width, channels), or of a batch of them, in reverse order."""
    x = _sizes.as_images("flip_left_right", image)
    return _ops.reverse(x, [x.ndim - 2])


def flip_up_down(image: TensorLike) -> Tensor:
    """The rows of images (height, width, channels), or of a batch of them, in reverse order."""
    x = _sizes.as_images("flip_up_down", image)
    return _ops.reverse(x, [x.ndim - 3])


def transpose(image: TensorLike, name: str | None = None) -> Tensor:
    """Rows as columns."""
    x = _sizes.as_images("transpose", image)
    return _ops.transpose(x, [*range(x.ndim - 3), x.ndim - 2, x.ndim - 3, x.ndim - 1])


def rot90(image: TensorLike, k: Any = 1, name: str | None = None) -> Tensor:
    """Turned counter-clockwise by 90 degrees, ``k`` times.

    Raises ValueError where ``k`` is no integer that is known while tracing."""
    x = _sizes.as_images("rot90", image)
    if _functions.is_symbolic(_functions.convert(k)):
        raise ValueError("rot90: k must be known while a function is traced")
    turns = int(k) % 4
    if turns == 1:
        return flip_up_down(transpose(x))
    if turns == 2:
        return flip_left_right(flip_up_down(x))
    if turns == 3:
        return transpose(flip_up_down(x))
    return x
