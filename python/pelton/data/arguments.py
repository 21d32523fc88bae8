"""Checks the numbers that transformations take, with TensorFlow's texts."""

from __future__ import annotations

from typing import Any

from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError

AUTOTUNE = -1
INFINITE_CARDINALITY = -1
UNKNOWN_CARDINALITY = -2


def integer(name: str, value: Any) -> int:
    """An integer from a number or a 0-d tensor of one; raises ValueError for None, TypeError for
    a fraction."""
    if value is None:
        raise ValueError(
            "Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a "
            f"Tensor. `{name}` must be an integer."
        )
    if isinstance(value, int):
        return int(value)
    tensor = _functions.convert(value)
    if isinstance(value, (str, bytes)) or tensor.dtype.is_floating or tensor.shape.rank != 0:
        raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype int64: `{name}`")
    return int(tensor)


def at_least(text: str, value: int, least: int) -> int:
    """`value`; raises InvalidArgumentError with `text` where it is less."""
    if value < least:
        raise InvalidArgumentError(text)
    return value


def boolean(name: str, value: Any) -> bool:
    """A boolean from one or from a 0-d tensor of one."""
    del name
    return bool(value)
