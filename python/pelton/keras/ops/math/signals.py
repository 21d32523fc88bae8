"""Owns Fourier transforms of pairs (real, imaginary), and frames of signals.

A transform of n = a * b points is b transforms of a points and a of b, each a product with the
matrix of its factor."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, convert_as, floating, floats, scalar
from pelton.keras.ops.dtypes import is_float

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
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


def _times(x: Pair, y: Pair) -> Pair:
    real = _ops.subtract(_ops.multiply(x[0], y[0]), _ops.multiply(x[1], y[1]))
    return real, _ops.add(_ops.multiply(x[0], y[1]), _ops.multiply(x[1], y[0]))


def _turns(rows: int, columns: int, count: int, name: str) -> Pair:
    """[rows, columns]: exp(-2 pi i r c / count), each angle reduced before it is rounded."""
    table = [(_math.cos(turn), -_math.sin(turn)) for turn in _angles(count)]
    places = _ops.reshape(_ops.iota(rows, "int64"), [-1, 1]) * _ops.iota(columns, "int64")
    places = _ops.floormod(places, count)
    cosines, sines = (convert_as([one[part] for one in table], name) for part in (0, 1))
    return _ops.gather(cosines, places), _ops.gather(sines, places)


def _angles(count: int) -> list[float]:
    return [2 * _math.pi * place / count for place in range(count)]


def _factor(count: int) -> int:
    """The largest divisor that is not above the root; 1 of primes."""
    return max(one for one in range(1, _math.isqrt(count) + 1) if count % one == 0)


def _transformed(x: Pair) -> Pair:
    """The transforms along the last axis, whose size is known."""
    count = x[0].shape[-1]
    name = x[0].dtype.name
    small = _factor(count)
    if small == 1 or count <= 16:
        turn = _turns(count, count, count, name)
        real = _ops.subtract(_ops.matmul(x[0], turn[0]), _ops.matmul(x[1], turn[1]))
        return real, _ops.add(_ops.matmul(x[0], turn[1]), _ops.matmul(x[1], turn[0]))
    large = count // small
    rank = x[0].ndim
    flip = [*range(rank - 1), rank, rank - 1]
    front = list(x[0].shape[:-1])
    # Points s + small * l, outputs l' + large * s'.
    parts = [_ops.reshape(one, [*front, large, small]) for one in x]
    inner = _transformed((_ops.transpose(parts[0], flip), _ops.transpose(parts[1], flip)))
    inner = _times(inner, _turns(small, large, count, name))
    outer = _transformed((_ops.transpose(inner[0], flip), _ops.transpose(inner[1], flip)))
    real, imaginary = (_ops.reshape(_ops.transpose(one, flip), [*front, count]) for one in outer)
    return real, imaginary


def _flat(x: Pair) -> tuple[Pair, list[int]]:
    """The rows of `x` [n, count] and its shape."""
    shape = list(x[0].shape)
    if None in shape:
        raise ValueError(f"fft: the shape must be known, got {tuple(shape)}")
    real, imaginary = (_ops.reshape(one, [-1, shape[-1]]) for one in x)
    return (real, imaginary), shape


def _fourier(x: Pair) -> Pair:
    rows, shape = _flat(x)
    found = _transformed(rows)
    return _ops.reshape(found[0], shape), _ops.reshape(found[1], shape)


def _swapped(x: Pair) -> Pair:
    order = [*range(x[0].ndim - 2), x[0].ndim - 1, x[0].ndim - 2]
    return _ops.transpose(x[0], order), _ops.transpose(x[1], order)


def fft(x: tuple[TensorLike, TensorLike]) -> Pair:
    """The Fourier transform along the last axis of numbers (real, imaginary)."""
    return _fourier(complex_of(x))


def fft2(x: tuple[TensorLike, TensorLike]) -> Pair:
    """The Fourier transform along the last two axes of numbers (real, imaginary)."""
    return _swapped(_fourier(_swapped(_fourier(complex_of(x)))))


def _inverted(x: Pair) -> Pair:
    """The inverse transform along the last axis."""
    count = x[0].shape[-1]
    found = _fourier((x[0], _ops.negative(x[1])))
    part = scalar(1.0 / count, x[0])
    return _ops.multiply(found[0], part), _ops.negative(_ops.multiply(found[1], part))


def ifft2(x: tuple[TensorLike, TensorLike]) -> Pair:
    """The inverse Fourier transform along the last two axes of numbers (real, imaginary)."""
    return _swapped(_inverted(_swapped(_inverted(complex_of(x)))))


def _fitted(x: Tensor, count: int) -> Tensor:
    """`x` with its last axis cut or filled with zeros to `count`."""
    total = x.shape[-1]
    if total >= count:
        return x[..., :count]
    return _ops.pad(x, [[0, 0]] * (x.ndim - 1) + [[0, count - total]])


def rfft(x: TensorLike, fft_length: int | None = None) -> Pair:
    """The first half of the transform of real numbers along the last axis, cut or filled first."""
    x = floating(x)
    count = x.shape[-1] if fft_length is None else int(fft_length)
    x = _fitted(x, count)
    real, imaginary = _fourier((x, _ops.zeros_like(x)))
    half = count // 2 + 1
    return real[..., :half], imaginary[..., :half]


def irfft(x: tuple[TensorLike, TensorLike], fft_length: int | None = None) -> Tensor:
    """The real numbers [..., fft_length] whose transform begins with these (real, imaginary)."""
    pair = complex_of(x)
    count = 2 * (pair[0].shape[-1] - 1) if fft_length is None else int(fft_length)
    half = count // 2 + 1
    real, imaginary = _fitted(pair[0], half), _fitted(pair[1], half)
    end = half - 1 if count % 2 == 0 else half
    axis = [real.ndim - 1]
    real = _ops.concat([real, _ops.reverse(real[..., 1:end], axis)], axis[0])
    first = _ops.concat([_ops.zeros_like(imaginary[..., :1]), imaginary[..., 1:]], axis[0])
    if count % 2 == 0:
        first = _ops.concat([first[..., :-1], _ops.zeros_like(first[..., :1])], axis[0])
    rest = _ops.negative(_ops.reverse(imaginary[..., 1:end], axis))
    return _inverted((real, _ops.concat([first, rest], axis[0])))[0]


def extract_sequences(x: TensorLike, sequence_length: int, sequence_stride: int) -> Tensor:
    """[..., frames, sequence_length]: the frames that begin each `sequence_stride` elements."""
    x = convert(x)
    frames = (x.shape[-1] - sequence_length) // sequence_stride + 1
    starts = _ops.reshape(_ops.iota(max(frames, 0), "int32") * sequence_stride, [-1, 1])
    return _ops.gather(x, starts + _ops.iota(sequence_length, "int32"), x.ndim - 1)


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


def stft(
    x: TensorLike,
    sequence_length: int,
    sequence_stride: int,
    fft_length: int,
    window: str | TensorLike | None = "hann",
    center: bool = True,
) -> Pair:
    """The transforms [..., frames, fft_length / 2 + 1] of windowed frames of a signal.

    `center`: the signal is mirrored at both ends, so that frames are about their places."""
    x = floating(x)
    if center:
        side = fft_length // 2
        x = _ops.pad(x, [[0, 0]] * (x.ndim - 1) + [[side, side]], "REFLECT")
    weights = _window(window, sequence_length, fft_length, x.dtype.name)
    frames = extract_sequences(x, fft_length, sequence_stride)
    return rfft(_ops.multiply(frames, weights), fft_length)


def overlapped(frames: Tensor, stride: int) -> Tensor:
    """The sum [..., n] of frames [..., count, length] that begin each `stride` elements."""
    *front, count, length = frames.shape
    total = stride * (count - 1) + length
    places = [at * stride + place for at in range(count) for place in range(length)]
    rows = _ops.reshape(frames, [-1, count * length])
    found = _ops.scatter_add(rows, convert(places), [rows.shape[0], total], 1)
    return _ops.reshape(found, [*front, total])


def istft(
    x: tuple[TensorLike, TensorLike],
    sequence_length: int,
    sequence_stride: int,
    fft_length: int,
    length: int | None = None,
    window: str | TensorLike | None = "hann",
    center: bool = True,
) -> Tensor:
    """The signal [..., length] whose ``stft`` these transforms are."""
    pair = complex_of(x)
    frames = irfft(pair, fft_length)
    weights = _window(window, sequence_length, fft_length, frames.dtype.name)
    signal = overlapped(_ops.multiply(frames, weights), sequence_stride)
    squares = _ops.broadcast_to(_ops.square(weights), [frames.shape[-2], fft_length])
    energy = overlapped(squares, sequence_stride)
    signal = _ops.divide_no_nan(signal, energy)
    start = fft_length // 2 if center else 0
    if length is not None:
        end: int | None = start + length
    else:
        end = -(fft_length // 2) or None if center else None
    return signal[..., start:end]
