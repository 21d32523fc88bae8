"""Owns rearrange: the axes of a tensor in another order and grouping, as a pattern says."""

from __future__ import annotations

import re as _re

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, product, sizes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def _groups(side: str) -> list[list[str]]:
    """The axes of one side of a pattern: a list for each axis of the tensor."""
    return [part.strip("()").split() for part in _re.findall(r"\([^()]*\)|[^\s()]+", side)]


def _known_sizes(groups: list[list[str]], shape: list[Any], given: dict[str, int]) -> Any:
    """The size of each axis by name. Raises ValueError where two sizes of a group are open."""
    found: dict[str, Any] = dict(given)
    for group, total in zip(groups, shape, strict=True):
        unknown = [name for name in group if name not in found]
        if len(unknown) > 1:
            raise ValueError(f"rearrange: the sizes of {unknown} are not known; give all but one")
        if unknown:
            found[unknown[0]] = total // product([found[n] for n in group if n in given] or [1])
    return found


def rearrange(tensor: TensorLike, pattern: str, **axes_lengths: int) -> Tensor:
    """`tensor` as a pattern such as "b (h w) c -> b c h w" says; `axes_lengths`: sizes by name."""
    x = convert(tensor)
    if pattern.count("->") != 1:
        raise ValueError(f"rearrange: a pattern has one '->', got {pattern!r}")
    before, after = (_groups(side) for side in pattern.split("->"))
    if len(before) != x.ndim:
        raise ValueError(
            f"rearrange: {pattern!r} has {len(before)} axes on its left, tensor has shape "
            f"{tuple(x.shape)}"
        )
    names = [name for group in before for name in group]
    wanted = [name for group in after for name in group]
    if sorted(names) != sorted(wanted) or len(set(names)) != len(names):
        raise ValueError(f"rearrange: both sides of {pattern!r} must have the same axes once")
    size = _known_sizes(before, sizes(x), axes_lengths)
    x = _ops.reshape(x, [size[name] for name in names])
    x = _ops.transpose(x, [names.index(name) for name in wanted])
    return _ops.reshape(x, [product([size[name] for name in group]) for group in after])
