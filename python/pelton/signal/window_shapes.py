"""Owns windows: the weights by which the elements of a frame are multiplied."""

from __future__ import annotations

import math as _math

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.signal.arguments import floating_dtype, whole_number

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import DTypeLike


def _cosine_window(op: str, length: int, periodic: bool, dtype: DTypeLike, base: float) -> Tensor:
    """base - (1 - base) cos(2 pi t / n), where n is even if periodic, else the last place."""
    found = floating_dtype(op, dtype)
    if _functions.is_symbolic(length):
        return _cosine_window_of(length, periodic, found, base)
    count = whole_number(op, "window_length", length)
    if count == 1:
        return _ops.ones([1], found)
    period = count - 1 if not periodic or count % 2 else count
    turns = (2 * _math.pi * place / period for place in range(count))
    values = [base - (1 - base) * _math.cos(turn) for turn in turns]
    return _functions.convert(values, found) if values else _ops.zeros([0], found)


def _cosine_window_of(length: Tensor, periodic: bool, dtype: DTypeLike, base: float) -> Tensor:
    """The same of a length that is known when the program runs."""
    count = _ops.cast(length, _dtypes.int64)
    period = count - count % 2 if periodic else count - 1
    period = _ops.cast(_ops.maximum(period, 1), dtype)
    places = _ops.cast(_ops.iota(count, _dtypes.int64), dtype)
    window = base - (1 - base) * _ops.cos(places * (2 * _math.pi) / period)
    return _ops.where(_ops.equal(count, 1), _ops.ones_like(window), window)


def hann_window(
    window_length: int,
    periodic: bool = True,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Half of 1 - cos over one turn; `periodic`: its end is the beginning of the next one."""
    return _cosine_window("hann_window", window_length, periodic, dtype, 0.5)


def hamming_window(
    window_length: int,
    periodic: bool = True,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """0.54 - 0.46 cos over one turn; `periodic`: its end is the beginning of the next one."""
    return _cosine_window("hamming_window", window_length, periodic, dtype, 0.54)


def _kaiser(op: str, length: int, beta: float, dtype: DTypeLike) -> Tensor:
    count = whole_number(op, "window_length", length)
    found = floating_dtype(op, dtype)
    if count <= 1:
        return _ops.ones([count], found)
    wide = _functions.convert(beta, _dtypes.float64)
    places = [2 * place / (count - 1) - 1 for place in range(count)]
    roots = [_math.sqrt(max(1 - place * place, 0.0)) for place in places]
    scaled = _functions.convert(roots, _dtypes.float64) * wide
    # exp(-beta) times each side, so that neither overflows
    above = _ops.bessel_i0e(scaled) * _ops.exp(scaled - _ops.abs(wide))
    return _ops.cast(above / _ops.bessel_i0e(wide), found)


def kaiser_window(
    window_length: int,
    beta: float = 12.0,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Kaiser's window: the larger `beta`, the narrower."""
    return _kaiser("kaiser_window", window_length, beta, dtype)


def kaiser_bessel_derived_window(
    window_length: int,
    beta: float = 12.0,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """The roots of running sums of Kaiser's window, and their mirror image."""
    op = "kaiser_bessel_derived_window"
    half = whole_number(op, "window_length", window_length) // 2
    found = floating_dtype(op, dtype)
    sums = _ops.cumsum(_kaiser(op, half + 1, beta, _dtypes.float64))
    rising = _ops.sqrt(sums[:-1] / sums[-1])
    return _ops.cast(_ops.concat([rising, _ops.reverse(rising, [0])], 0), found)


def vorbis_window(
    window_length: int, dtype: DTypeLike = _dtypes.float32, name: str | None = None
) -> Tensor:
    """sin(pi / 2 sin(pi (t + 1/2) / n) ** 2)."""
    count = whole_number("vorbis_window", "window_length", window_length)
    found = floating_dtype("vorbis_window", dtype)
    turns = (_math.sin(_math.pi * (place + 0.5) / count) for place in range(count))
    values = [_math.sin(_math.pi / 2 * turn * turn) for turn in turns]
    return _functions.convert(values, found) if values else _ops.zeros([0], found)
