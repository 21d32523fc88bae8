"""How layers over spatial axes read data formats, and sizes and pairs of sizes per axis."""

from __future__ import annotations

from pelton._core.keras_settings import image_data_format

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_COUNTS = {2: "two", 3: "3"}


def data_format(layer: Any, value: Any) -> str:
    """The format in small letters, the default for None; raises ValueError for others."""
    found = image_data_format() if value is None else str(value).lower()
    if found not in ("channels_first", "channels_last"):
        raise ValueError(
            'The `data_format` argument must be one of "channels_first", "channels_last". '
            f"Received: data_format={value} [{type(layer).__name__}]"
        )
    return found


def first_axis(layer: Any) -> int:
    """The first spatial axis in the layer's data format."""
    return 1 if layer.data_format == "channels_last" else 2


def sizes(layer: Any, argument: str, value: Any, count: int, least: int = 1) -> tuple[int, ...]:
    """`count` integers from one or as many; raises ValueError for others and too small ones."""
    message = (
        f"The `{argument}` argument must be a tuple of {count} integers. Received "
        f"{argument}={value}"
    )
    values = (value,) * count if isinstance(value, int) else value
    if not isinstance(values, (list, tuple)) or len(values) != count:
        raise ValueError(f"{message} [{type(layer).__name__}]")
    if not all(isinstance(size, int) for size in values):
        raise ValueError(f"{message} [{type(layer).__name__}]")
    bad = sorted({size for size in values if size < least})
    if bad:
        raise ValueError(
            f"{message}, including values {{{', '.join(map(str, bad))}}} that do not satisfy "
            f"`value {'>=' if least == 0 else '>'} 0` [{type(layer).__name__}]"
        )
    return tuple(values)


def pairs(layer: Any, argument: str, value: Any, axes: int) -> tuple[tuple[int, ...], ...]:
    """What goes before and after each of `axes` axes: from one number, one per axis, or a pair
    each. Raises ValueError for others and for negative numbers."""
    if axes == 1:
        return (sizes(layer, argument, value, 2, 0),)
    if isinstance(value, int):
        if value < 0:
            raise ValueError(
                f"`{argument}` cannot be negative. Received: {argument}={value}. "
                f"[{type(layer).__name__}]"
            )
        return ((value, value),) * axes
    if not isinstance(value, (list, tuple)) or len(value) != axes:
        raise ValueError(
            f"`{argument}` should have {_COUNTS[axes]} elements. Received: {argument}={value}. "
            f"[{type(layer).__name__}]"
        )
    entries = zip(("1st", "2nd", "3rd"), value, strict=False)
    return tuple(sizes(layer, f"{place} entry of {argument}", v, 2, 0) for place, v in entries)
