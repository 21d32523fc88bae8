"""Owns the bytes of TensorBoard's messages as TensorFlow 1 writes them: values of summaries,
histograms and events."""

from __future__ import annotations

import functools
import struct
import sys

from pelton.train.checkpoints import wire

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_GROWTH = 1.1  # of a histogram's bucket over the one before
_LEAST, _MOST = 1e-12, 1e20
_STRING = 7  # the number of the dtype


def _double(field: int, value: float) -> bytes:
    return wire.varint(field << 3 | 1) + struct.pack("<d", value)


def _float(field: int, value: float) -> bytes:
    return wire.varint(field << 3 | 5) + struct.pack("<f", value)


def _doubles(field: int, values: Any) -> bytes:
    return wire.text(field, struct.pack(f"<{len(values)}d", *values))


def value_of(tag: str, content: bytes) -> bytes:
    """A summary of one value: its tag and the field that says what it is."""
    return wire.text(1, wire.text(1, tag) + content)


def number(value: float) -> bytes:
    """The field of a scalar."""
    return _float(2, value)


@functools.cache
def _limits() -> Any:
    """The upper ends of a histogram's buckets, the same for every histogram."""
    import numpy as np

    ends = [_LEAST]
    while ends[-1] * _GROWTH < _MOST:
        ends.append(ends[-1] * _GROWTH)
    ends.append(sys.float_info.max)
    return np.array([*(-end for end in reversed(ends)), 0.0, *ends])


def histogram(values: Any) -> bytes:
    """The field of a histogram: buckets that grow by a tenth, runs of empty ones as one.

    Raises ValueError for values that are not finite."""
    import numpy as np

    flat = np.asarray(values, np.float64).reshape(-1)
    if not np.isfinite(flat).all():
        raise ValueError("Nan or infinity in summary histogram")
    limits = _limits()
    counts = np.bincount(np.searchsorted(limits, flat, side="right"), minlength=len(limits))
    kept = [
        index for index, count in enumerate(counts)
        if count or index + 1 == len(counts) or counts[index + 1]
    ]  # fmt: skip
    low, high = (flat.min(), flat.max()) if flat.size else (sys.float_info.max, -sys.float_info.max)
    message = _double(1, low) + _double(2, high) + _double(3, flat.size) + _double(4, flat.sum())
    message += _double(5, np.square(flat).sum())
    return wire.text(5, message + _doubles(6, limits[kept]) + _doubles(7, counts[kept]))


def image(pixels: Any) -> bytes:
    """The field of an image of (height, width, channels), uint8 or floats in [0, 1]."""
    from pelton.summary.encoding import png_bytes

    height, width, channels = pixels.shape
    sizes = wire.number(1, height) + wire.number(2, width) + wire.number(3, channels)
    return wire.text(4, sizes + wire.text(4, png_bytes(pixels)))


def audio(clip: Any, sample_rate: float) -> bytes:
    """The field of a clip of (samples, channels), floats in [-1, 1]."""
    from pelton.summary.encoding import wav_bytes

    sizes = _float(1, sample_rate) + wire.number(2, clip.shape[1]) + wire.number(3, len(clip))
    encoded = wire.text(4, wav_bytes(clip, int(sample_rate))) + wire.text(5, "audio/wav")
    return wire.text(6, sizes + encoded)


def text(words: bytes) -> bytes:
    """The fields of a text."""
    tensor = wire.number(1, _STRING) + wire.text(2, b"") + wire.text(8, words)
    return wire.text(8, tensor) + wire.text(9, wire.text(1, wire.text(1, "text")))


def event(wall_time: float, step: int | None = None, summary: bytes | None = None) -> bytes:
    """An event with a summary; without one that which begins a file."""
    message = _double(1, wall_time)
    if summary is None:
        return message + wire.text(3, "brain.Event:2")
    return message + wire.number(2, step or 0) + wire.text(5, summary)
