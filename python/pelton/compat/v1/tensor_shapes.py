"""Owns how shapes are shown to programs of TensorFlow 1: as Dimensions, "?" where unknown. The
library's own code goes on to read integers and None."""

from __future__ import annotations

import sys

from pelton.compat.v1.dimension import Dimension
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_before: dict[str, Any] = {}  # the methods of shapes with integers
_BY_SIZE = ("__getitem__", "__iter__", "__repr__", "__str__", "dims")


def _is_ours(depth: int) -> bool:
    """Whether the library's own code asks."""
    name = sys._getframe(depth + 1).f_globals.get("__name__", "")
    return str(name).partition(".")[0] == "pelton"


def _item(shape: TensorShape, key: Any) -> Any:
    found = _before["__getitem__"](shape, key)
    if isinstance(key, slice) or _is_ours(1):
        return found
    return Dimension(found)


def _sizes(shape: TensorShape) -> Iterator[Any]:
    sizes = tuple.__iter__(shape)
    return sizes if _is_ours(1) else map(Dimension, sizes)


def _dims(shape: TensorShape) -> Any:
    if shape.rank is None:
        return None
    sizes = list(tuple.__iter__(shape))
    return sizes if _is_ours(1) else [Dimension(size) for size in sizes]


def _repr(shape: TensorShape) -> str:
    return f"TensorShape({[Dimension(size) for size in tuple.__iter__(shape)]})"


def _str(shape: TensorShape) -> str:
    shown = ", ".join("?" if size is None else str(size) for size in tuple.__iter__(shape))
    return f"({shown},)" if len(shape) == 1 else f"({shown})"


def disable_v2_tensorshape() -> None:
    """From now on programs read Dimensions from shapes."""
    if _before:
        return
    made = (_item, _sizes, _repr, _str, property(_dims))
    for name, method in zip(_BY_SIZE, made, strict=True):
        _before[name] = vars(TensorShape).get(name)
        setattr(TensorShape, name, method)


def enable_v2_tensorshape() -> None:
    """From now on programs read integers and None from shapes."""
    for name, method in _before.items():
        if method is None:
            delattr(TensorShape, name)
        else:
            setattr(TensorShape, name, method)
    _before.clear()
