"""Owns short-time Fourier transforms: those of the frames of a signal, and the way back."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import ops as _ops
from pelton.signal.arguments import as_tensor, complex_signal, fitted, real_signal, whole_number
from pelton.signal.fourier import irfft, rfft
from pelton.signal.framing import frame, overlap_and_add
from pelton.signal.window_shapes import hann_window

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike
    from pelton.dtypes import DType


def _enclosing(length: int) -> int:
    """The least power of 2 that is not below."""
    return 1 << max(length - 1, 0).bit_length() if length > 1 else length


def _window(op: str, window_fn: Any, length: int, dtype: DType) -> Tensor:
    if not callable(window_fn):
        raise TypeError(
            f"{op}: window_fn must be None or a function of a length and a dtype, got {window_fn!r}"
        )
    return as_tensor(op, "window_fn", window_fn(length, dtype=dtype))


def stft(
    signals: TensorLike,
    frame_length: int,
    frame_step: int,
    fft_length: int | None = None,
    window_fn: Callable[..., TensorLike] | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """The transforms [..., frames, fft_length / 2 + 1] of the windowed frames of signals.

    `fft_length`: None is the least power of 2 that holds a frame."""
    x = real_signal("stft", "signals", signals)
    length = whole_number("stft", "frame_length", frame_length, 1)
    step = whole_number("stft", "frame_step", frame_step, 1)
    points = _points("stft", fft_length, length)
    frames = frame(x, length, step, pad_end)
    if window_fn is not None:
        frames = _ops.multiply(frames, _window("stft", window_fn, length, x.dtype))
    return rfft(frames, [points])


def _points(op: str, fft_length: Any, frame_length: int) -> int:
    if fft_length is None:
        return _enclosing(frame_length)
    return whole_number(op, "fft_length", fft_length, 1)


def inverse_stft(
    stfts: TensorLike,
    frame_length: int,
    frame_step: int,
    fft_length: int | None = None,
    window_fn: Callable[..., TensorLike] | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """The sum [..., samples] of the windowed frames whose transforms [..., frames, bins] are given.

    With ``inverse_stft_window_fn(frame_step)`` as `window_fn` it undoes ``stft``."""
    x = complex_signal("inverse_stft", "stfts", stfts, 2)
    length = whole_number("inverse_stft", "frame_length", frame_length, 1)
    step = whole_number("inverse_stft", "frame_step", frame_step, 1)
    frames = irfft(x, [_points("inverse_stft", fft_length, length)])
    frames = fitted(frames, length, frames.ndim - 1)
    if window_fn is not None:
        frames = _ops.multiply(frames, _window("inverse_stft", window_fn, length, frames.dtype))
    return overlap_and_add(frames, step)


def inverse_stft_window_fn(
    frame_step: int,
    forward_window_fn: Callable[..., TensorLike] = hann_window,
    name: str | None = None,
) -> Callable[..., Tensor]:
    """The window with which ``inverse_stft`` undoes an ``stft`` by `forward_window_fn`."""
    step = whole_number("inverse_stft_window_fn", "frame_step", frame_step, 1)

    def window(frame_length: int, dtype: Any = _dtypes.float32) -> Tensor:
        """The forward window, divided by what overlapping ones sum to."""
        length = whole_number("inverse_stft_window_fn", "frame_length", frame_length, 1)
        found = _dtypes.as_dtype(dtype)
        forward = _window("inverse_stft_window_fn", forward_window_fn, length, found)
        overlaps = -(-length // step)
        squares = fitted(_ops.square(forward), overlaps * step, 0)
        sums = _ops.reduce_sum(_ops.reshape(squares, [overlaps, step]), [0], True)
        weights = _ops.reshape(_ops.broadcast_to(sums, [overlaps, step]), [-1])
        return _ops.divide(forward, weights[:length])

    return window
