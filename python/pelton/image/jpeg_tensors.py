"""Owns the short way from a JPEG to a tensor: by simplejpeg, where that is installed."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pelton._core import functions as _functions
from pelton.image.pixels import check_size

if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton.image.pixels import Wanted

_COLOURS = {1: "GRAY", 3: "RGB"}
_CHANNELS = {"Gray": 1, "YCbCr": 3}  # of the files that are read here


@functools.cache
def _package() -> Any:
    """The package simplejpeg, or None where it is missing."""
    try:
        import simplejpeg
    except ImportError:
        return None
    return simplejpeg


def tensor_of(data: bytes, wanted: Wanted) -> Tensor | None:
    """Pixels (height, width, channels) of a JPEG as uint8; None where Pillow has to read the file:
    it is no JPEG, damaged, made smaller or of other colours, or simplejpeg is missing.

    Pillow decodes by the same library, libjpeg-turbo, to the same pixels, but into an image of its
    own, of which bytes, an array and a tensor are copied. Raises InvalidArgumentError for a file
    that claims too many pixels."""
    package = _package()
    is_read = data.startswith(b"\xff\xd8\xff") and wanted.channels != 4 and wanted.ratio == 1
    if package is None or not is_read:
        return None
    try:
        height, width, colours, _ = package.decode_jpeg_header(data)
    except ValueError:
        return None
    if colours not in _CHANNELS:
        return None
    check_size(width, height, 3, "JPEG", wanted.op)
    channels = wanted.channels or _CHANNELS[colours]
    try:
        return _functions.convert(package.decode_jpeg(data, _COLOURS[channels]))
    except ValueError:
        return None
