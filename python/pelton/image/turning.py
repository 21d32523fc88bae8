"""Owns flips, turns and transposition of images."""

from __future__ import annotations

import functools

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
    """Turned counter-clockwise by 90 degrees, ``k`` times: an integer, or a tensor of one."""
    x = _sizes.as_images("rot90", image)
    if not _functions.is_symbolic(_functions.convert(k)):
        return _turned(x, int(k) % 4)
    from pelton.functions.control_flow import switch_case

    turned = [functools.partial(_turned, x, turns) for turns in range(4)]
    return switch_case(_ops.floormod(_functions.convert(k), 4), turned)


def _turned(x: Tensor, turns: int) -> Tensor:
    if turns == 1:
        return flip_up_down(transpose(x))
    if turns == 2:
        return flip_left_right(flip_up_down(x))
    if turns == 3:
        return transpose(flip_up_down(x))
    return _ops.identity(x)
