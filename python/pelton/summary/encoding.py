"""Owns how arrays become what TensorBoard's plugins read: PNG, WAV and bins of histograms."""

from __future__ import annotations

import struct
import zlib

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # channels: PNG's colour type


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_bytes(image: Any) -> bytes:
    """An image of (height, width, channels) as PNG, floats in [0, 1] as 8 bits.

    Raises ValueError for another number of channels."""
    import numpy as np

    height, width, channels = image.shape
    if channels not in _COLOUR_TYPES:
        raise ValueError(f"an image has 1, 2, 3 or 4 channels, got shape {image.shape}")
    if image.dtype != np.uint8:
        image = np.clip(np.asarray(image, np.float64) * 255.0 + 0.5, 0, 255).astype(np.uint8)
    rows = np.zeros((height, 1 + width * channels), np.uint8)  # 0: no filter
    rows[:, 1:] = image.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPES[channels], 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(rows.tobytes()))
        + _chunk(b"IEND", b"")
    )


def wav_bytes(clip: Any, sample_rate: int) -> bytes:
    """A clip of (samples, channels), floats in [-1, 1], as WAV of 16 bits."""
    import io
    import wave

    import numpy as np

    samples = np.clip(np.asarray(clip, np.float64) * 32767.0, -32768, 32767)
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(clip.shape[1])
        file.setsampwidth(2)
        file.setframerate(sample_rate)
        file.writeframes(np.rint(samples).astype("<i2").tobytes())
    return target.getvalue()


def bins_of(array: Any, count: int) -> Any:
    """(count, 3): left edge, right edge and number of values; equal values fill the last bin."""
    import numpy as np

    values = np.asarray(array, np.float64).reshape(-1)
    if count == 0 or values.size == 0:
        return np.zeros((count, 3))
    low, high = values.min(), values.max()
    if low == high:
        left, right = np.full(count, low - 0.5), np.full(count, low + 0.5)
        sizes = np.zeros(count)
        sizes[-1] = values.size
        return np.stack([left, right, sizes], axis=-1)
    sizes, edges = np.histogram(values, bins=count)
    return np.stack([edges[:-1], edges[1:], sizes], axis=-1)
