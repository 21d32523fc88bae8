"""Owns the short way from a JPEG to an array: by simplejpeg, where that is installed."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pelton.image.pixels import Wanted

_COLOURS = {1: "GRAY", 3: "RGB"}
_CHANNELS = {"Gray": 1, "YCbCr": 3}  # of the files that are read here


@functools.cache
def package() -> Any:
    """The package simplejpeg, or None where it is missing."""
    try:
        import simplejpeg
    except ImportError:
        return None
    return simplejpeg


def size_of(data: bytes, wanted: Wanted) -> tuple[int, int, int] | None:
    """Height, width and channels of a file that is read here; None where Pillow has to: it is
    damaged or of other colours, or simplejpeg is missing."""
    if package() is None or wanted.channels == 4:
        return None
    try:
        height, width, colours, _ = package().decode_jpeg_header(data)
    except ValueError:
        return None
    return (height, width, _CHANNELS[colours]) if colours in _CHANNELS else None


def shape_of(size: tuple[int, int, int], wanted: Wanted) -> list[int]:
    """The shape of what is asked for of a file of this size."""
    return [*(-(-one // wanted.ratio) for one in size[:2]), wanted.channels or size[2]]


def array_of(data: bytes, size: tuple[int, int, int], wanted: Wanted, buffer: Any = None) -> Any:
    """Pixels (height, width, channels) as uint8, in `buffer` if one is given, TensorFlow's to the
    last bit; None where Pillow has to read the file, which is damaged or too small for its
    ratio."""
    least = shape_of(size, wanted)[:2]
    try:
        array = package().decode_jpeg(
            data,
            _COLOURS[wanted.channels or size[2]],
            fastdct=wanted.is_fast,
            fastupsample=not wanted.is_smooth,
            min_height=0 if wanted.ratio == 1 else least[0],
            min_width=0 if wanted.ratio == 1 else least[1],
            buffer=buffer,
        )
    except ValueError:
        return None
    return array if list(array.shape[:2]) == least else None
