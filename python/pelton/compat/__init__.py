"""Owns ``tf.compat``: texts as bytes and back, and ``v1``, TensorFlow 1's graphs and sessions."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

bytes_or_text_types = (bytes, str)


def as_bytes(bytes_or_text: str | bytes | bytearray, encoding: str = "utf-8") -> bytes:
    """The text as bytes. Raises TypeError for what is neither text nor bytes."""
    if isinstance(bytes_or_text, (bytes, bytearray)):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text: str | bytes, encoding: str = "utf-8") -> str:
    """The bytes as text. Raises TypeError for what is neither text nor bytes."""
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


as_str = as_text


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """Bytes as text, anything else as ``str`` shows it."""
    return as_text(value, encoding) if isinstance(value, bytes) else str(value)


def path_to_str(path: Any) -> Any:
    """The text of a path object; anything else as it is."""
    return as_str_any(path.__fspath__()) if hasattr(path, "__fspath__") else path


def dimension_value(dimension: Any) -> int | None:
    """The size, which may be a Dimension of TensorFlow 1, as an integer or None."""
    return getattr(dimension, "value", dimension)


def dimension_at_index(shape: Any, index: int) -> Any:
    """The size of an axis as a Dimension, of a TensorShape; an unknown one where the rank is."""
    from pelton.compat.v1.dimension import Dimension

    return Dimension(None if shape.rank is None else dimension_value(shape[index]))


def forward_compatible(year: int, month: int, day: int) -> bool:
    """Whether code may use what TensorFlow had from that day on: always."""
    return True


_NUMBERS = ("complex_types", "integral_types", "real_types")


def __getattr__(name: str) -> Any:
    if name in _NUMBERS:
        import numbers

        import numpy

        if name == "real_types":
            return (numbers.Real, numpy.integer, numpy.floating)
        kind = numbers.Complex if name == "complex_types" else numbers.Integral
        return (kind, numpy.number if name == "complex_types" else numpy.integer)
    if name == "v2":
        return sys.modules["pelton"]
    if name == "v1":
        import importlib

        return importlib.import_module("pelton.compat.v1")
    raise AttributeError(f"module 'pelton.compat' has no attribute {name!r}")


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
