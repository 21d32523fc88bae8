"""Owns Fourier transforms of pairs (real, imaginary), and frames of signals."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    cast_to,
    convert,
    convert_as,
    floating,
    floats,
    narrowed,
    widened,
)
from pelton.keras.ops.dtypes import is_float
from pelton.signal import fourier as _fourier
from pelton.signal.framing import frame
from pelton.signal.spectral import inverse_stft, inverse_stft_window_fn

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from pelton._types import TensorLike

    Pair: TypeAlias = tuple[Tensor, Tensor]


def complex_of(x: tuple[TensorLike, TensorLike]) -> Pair:
    """Both parts in one floating dtype. Raises ValueError for what is no pair of one shape."""
    if not isinstance(x, (tuple, list)) or len(x) != 2:
        raise ValueError(
            f"Input `x` should be a tuple of two tensors - real and imaginary. Received: x={x}"
        )
    real, imaginary = convert(x[0]), convert(x[1])
    if real.shape != imaginary.shape:
        raise ValueError(
            "Input `x` should be a tuple of two tensors - real and imaginary. Both the real and "
            f"imaginary parts should have the same shape. Received: x[0].shape = "
            f"{tuple(real.shape)}, x[1].shape = {tuple(imaginary.shape)}"
        )
    if not is_float(real.dtype.name) or not is_float(imaginary.dtype.name):
        raise ValueError(
            "At least one tensor in input `x` is not of type float. Received: "
            f"x[0].dtype={real.dtype.name}, x[1].dtype={imaginary.dtype.name}"
        )
    first, second = floats(real, imaginary)
    return first, second


def complex_numbers(x: tuple[TensorLike, TensorLike]) -> Tensor:
    """The complex numbers of parts (real, imaginary). Raises ValueError for what is no pair."""
    return _numbers(complex_of(x))


def _numbers(x: Pair) -> Tensor:
    """The complex numbers of both parts."""
    return _ops.complex(widened(x[0]), widened(x[1]))


def _parts(found: Tensor, like: Tensor) -> Pair:
    return narrowed(_ops.real(found), like), narrowed(_ops.imag(found), like)


def _transformed(x: tuple[TensorLike, TensorLike], transform: Callable[[Tensor], Tensor]) -> Pair:
    pair = complex_of(x)
    return _parts(transform(_numbers(pair)), pair[0])


def fft(x: tuple[TensorLike, TensorLike]) -> Pair:
    """The Fourier transform along the last axis of numbers (real, imaginary)."""
    return _transformed(x, _fourier.fft)


def fft2(x: tuple[TensorLike, TensorLike]) -> Pair:
    """The Fourier transform along the last two axes of numbers (real, imaginary)."""
    return _transformed(x, _fourier.fft2d)


def ifft2(x: tuple[TensorLike, TensorLike]) -> Pair:
    """The inverse Fourier transform along the last two axes of numbers (real, imaginary)."""
    return _transformed(x, _fourier.ifft2d)


def _lengths(fft_length: int | None) -> list[int] | None:
    return None if fft_length is None else [int(fft_length)]


def rfft(x: TensorLike, fft_length: int | None = None) -> Pair:
    """The first half of the transform of real numbers along the last axis, cut or filled first."""
    x = floating(x)
    return _parts(_fourier.rfft(widened(x), _lengths(fft_length)), x)


def irfft(x: tuple[TensorLike, TensorLike], fft_length: int | None = None) -> Tensor:
    """The real numbers [..., fft_length] whose transform begins with these (real, imaginary)."""
    pair = complex_of(x)
    return narrowed(_fourier.irfft(_numbers(pair), _lengths(fft_length)), pair[0])


def extract_sequences(x: TensorLike, sequence_length: int, sequence_stride: int) -> Tensor:
    """[..., frames, sequence_length]: the frames that begin each `sequence_stride` elements."""
    return frame(convert(x), sequence_length, sequence_stride)


def _window(
    window: str | TensorLike | None, sequence_length: int, fft_length: int, name: str
) -> Tensor:
    """A window of `sequence_length`, filled with zeros on both sides. Raises ValueError."""
    if fft_length < sequence_length:
        raise ValueError(
            "`fft_length` must equal or larger than `sequence_length`. Received: "
            f"sequence_length={sequence_length}, fft_length={fft_length}"
        )
    if window is None:
        found = _ops.ones([sequence_length], name)
    elif isinstance(window, str):
        found = cast_to(_named_window(window, sequence_length), name)
    else:
        found = convert_as(window, name)
        if tuple(found.shape) != (sequence_length,):
            raise ValueError(
                "The shape of `window` must be equal to [sequence_length]. Received: "
                f"window shape={tuple(found.shape)}"
            )
    left = (fft_length - sequence_length) // 2
    return _ops.pad(found, [[left, fft_length - sequence_length - left]])


def _named_window(window: str, length: int) -> Tensor:
    """The periodic window of that name."""
    if window not in ("hann", "hamming"):
        raise ValueError(
            "If a string is passed to `window`, it must be one of `'hann'`, `'hamming'`. "
            f"Received: window={window}"
        )
    base = 0.5 if window == "hann" else 0.54
    values = [base - (1 - base) * _math.cos(2 * _math.pi * at / length) for at in range(length)]
    return convert_as(values, "float32")


def _check_stride(sequence_stride: int) -> None:
    if not isinstance(sequence_stride, int) or sequence_stride < 1:
        raise ValueError(
            "`sequence_stride` must be a positive integer. Received: "
            f"sequence_stride={sequence_stride}"
        )


def stft(
    x: TensorLike,
    sequence_length: int,
    sequence_stride: int,
    fft_length: int,
    window: str | TensorLike | None = "hann",
    center: bool = True,
) -> Pair:
    """The transforms [..., frames, fft_length / 2 + 1] of windowed frames of a signal.

    `center`: the signal is mirrored at both ends, so that frames are about their places. Raises
    TypeError where the signal is neither float32 nor float64."""
    x = convert(x)
    if x.dtype.name not in ("float32", "float64"):
        raise TypeError(
            "Invalid input type. Expected `float32` or `float64`. "
            f"Received: input type={x.dtype.name}"
        )
    _check_stride(sequence_stride)
    if center:
        side = fft_length // 2
        x = _ops.pad(x, [[0, 0]] * (x.ndim - 1) + [[side, side]], "REFLECT")
    weights = _window(window, sequence_length, fft_length, x.dtype.name)
    frames = extract_sequences(x, fft_length, sequence_stride)
    return rfft(_ops.multiply(frames, weights), fft_length)


def istft(
    x: tuple[TensorLike, TensorLike],
    sequence_length: int,
    sequence_stride: int,
    fft_length: int,
    length: int | None = None,
    window: str | TensorLike | None = "hann",
    center: bool = True,
) -> Tensor:
    """The signal [..., length] whose ``stft`` these transforms are, away from its ends: there
    fewer frames overlap than the window is divided by. Without a window frames are summed up."""
    _check_stride(sequence_stride)
    pair = complex_of(x)
    numbers = _numbers(pair)
    weights = _window(window, sequence_length, fft_length, _ops.real(numbers).dtype.name)
    undone = inverse_stft_window_fn(sequence_stride, lambda length, dtype: weights)
    by = None if window is None else undone
    signal = inverse_stft(numbers, fft_length, sequence_stride, fft_length, by)
    signal = narrowed(signal, pair[0])
    start = fft_length // 2 if center else 0
    if length is not None:
        end: int | None = start + length
    else:
        end = -(fft_length // 2) or None if center else None
    return signal[..., start:end]
