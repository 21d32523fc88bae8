"""Owns cosine transforms: dct of types 1 to 4 and their inverses, mdct over overlapping frames."""

from __future__ import annotations

import math as _math

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.signal.arguments import fitted, real_signal, whole_number
from pelton.signal.fourier import rfft
from pelton.signal.framing import frame, overlap_and_add
from pelton.signal.window_shapes import vorbis_window

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _size(x: Tensor, op: str) -> int:
    """The known size of the last axis, at least 1. Raises ValueError else."""
    size = x.shape[-1]
    if size is None or size < 1:
        raise ValueError(f"{op}: the last axis must have a known size, got {tuple(x.shape)}")
    return size


def _check(op: str, type: Any, n: Any, axis: Any, norm: Any) -> None:
    if isinstance(type, bool) or not isinstance(type, int) or type not in (1, 2, 3, 4):
        raise ValueError(f"{op}: type must be 1, 2, 3 or 4, got {type!r}")
    if axis != -1:
        raise NotImplementedError(f"{op}: axis must be -1, got {axis!r}")
    if norm not in (None, "ortho"):
        raise ValueError(f"{op}: norm must be None or 'ortho', got {norm!r}")
    if norm is not None and type == 1:
        raise ValueError(f"{op}: norm must be None where type is 1, got {norm!r}")
    if n is not None and (not isinstance(n, int) or isinstance(n, bool) or n < 1):
        raise ValueError(f"{op}: n must be a positive integer or None, got {n!r}")


def _turned(x: Tensor, shift: float) -> Tensor:
    """The first half of the transform of `x` filled to twice its size n, element k turned by
    -shift * k / n half turns, as complex numbers of n elements."""
    size = x.shape[-1]
    found = rfft(x, [2 * size])[..., :size]
    angles = [-_math.pi * shift * k / size for k in range(size)]
    turns = _complex([_math.cos(a) for a in angles], [_math.sin(a) for a in angles], x)
    return _ops.multiply(found, turns)


def _complex(real: list[float], imaginary: list[float], like: Tensor) -> Tensor:
    return _ops.complex(
        _functions.convert(real, like.dtype), _functions.convert(imaginary, like.dtype)
    )


def _first(x: Tensor) -> Tensor:
    if x.shape[-1] == 1:  # the mirrored signal would be empty
        return _ops.zeros_like(x)
    mirrored = _ops.concat([x, _ops.reverse(x, [x.ndim - 1])[..., 1:-1]], x.ndim - 1)
    return _ops.real(rfft(mirrored))[..., : x.shape[-1]]


def _second(x: Tensor, is_ortho: bool) -> Tensor:
    size = x.shape[-1]
    found = _ops.multiply(_ops.real(_turned(x, 0.5)), 2.0)
    return _ops.multiply(found, _unit_scales(size, x)) if is_ortho else found


def _unit_scales(size: int, like: Tensor) -> Tensor:
    """By what the elements of a second type are multiplied so that its matrix is orthogonal."""
    scales = [_math.sqrt(1 / (4 * size))] + [_math.sqrt(1 / (2 * size))] * (size - 1)
    return _functions.convert(scales, like.dtype)


def _third(x: Tensor, is_ortho: bool) -> Tensor:
    """Twice the inverse of the second type, times the size."""
    size = x.shape[-1]
    if is_ortho:
        x = _ops.divide(x, _unit_scales(size, x) * (2.0 * size))
    weights = [0.5] + [1.0] * (size - 1)
    half = _ops.multiply(x, _functions.convert(weights, x.dtype))
    angles = [-_math.pi * k / (2 * size) for k in range(size)]
    turns = _complex([_math.cos(a) for a in angles], [_math.sin(a) for a in angles], x)
    points = _ops.multiply(_ops.cast(half, turns.dtype), turns)
    filled = fitted(points, 2 * size, points.ndim - 1)
    return _ops.multiply(_ops.real(_ops.fft(filled))[..., :size], 2.0)


def _fourth(x: Tensor, is_ortho: bool) -> Tensor:
    """sum of 2 x[t] cos(pi (2t + 1) (2k + 1) / 4n): one turned transform, turned again."""
    size = x.shape[-1]
    angles = [-_math.pi * (2 * k + 1) / (4 * size) for k in range(size)]
    before = _complex([_math.cos(a) for a in angles], [_math.sin(a) for a in angles], x)
    after = [-_math.pi * k / (2 * size) for k in range(size)]
    turns = _complex([_math.cos(a) for a in after], [_math.sin(a) for a in after], x)
    points = _ops.multiply(_ops.cast(x, before.dtype), before)
    found = _ops.fft(fitted(points, 2 * size, points.ndim - 1))[..., :size]
    result = _ops.multiply(_ops.real(_ops.multiply(found, turns)), 2.0)
    return _ops.multiply(result, _math.sqrt(1 / (2 * size))) if is_ortho else result


def _transformed(op: str, input: TensorLike, type: int, n: Any, norm: str | None) -> Tensor:
    x = real_signal(op, "input", input)
    if n is not None:
        x = fitted(x, n, x.ndim - 1)
    _size(x, op)
    if type == 1:
        return _first(x)
    return {2: _second, 3: _third, 4: _fourth}[type](x, norm == "ortho")


def dct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The cosine transform of type 1 to 4 along the last axis, cut or filled to `n` first.

    `norm`: "ortho" scales it so that its matrix is orthogonal."""
    _check("dct", type, n, axis, norm)
    return _transformed("dct", input, type, n, norm)


def idct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of ``dct``, up to a factor of 2 n (2 (n - 1) of type 1) without "ortho"."""
    _check("idct", type, n, axis, norm)
    return _transformed("idct", input, {2: 3, 3: 2}.get(type, type), n, norm)


def mdct(
    signals: TensorLike,
    frame_length: int,
    window_fn: Callable[..., TensorLike] | None = vorbis_window,
    pad_end: bool = False,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The modified cosine transforms [..., frames, frame_length / 2] of half overlapping frames."""
    x = real_signal("mdct", "signals", signals)
    length = whole_number("mdct", "frame_length", frame_length, 1)
    if length % 4:
        raise ValueError(f"mdct: frame_length must be a multiple of 4, got {length}")
    frames = frame(x, length, length // 2, pad_end)
    frames = _ops.multiply(frames, _window("mdct", window_fn, length, x))
    quarter = length // 4
    a, b, c, d = (frames[..., part * quarter : (part + 1) * quarter] for part in range(4))
    last = [frames.ndim - 1]
    first = _ops.subtract(_ops.negative(_ops.reverse(c, last)), d)
    second = _ops.subtract(a, _ops.reverse(b, last))
    return dct(_ops.concat([first, second], last[0]), type=4, norm=norm)


def _window(op: str, window_fn: Any, length: int, like: Tensor) -> Tensor:
    if window_fn is None:
        return _functions.convert(_math.sqrt(0.5), like.dtype)
    if not callable(window_fn):
        raise TypeError(
            f"{op}: window_fn must be None or a function of a length and a dtype, got {window_fn!r}"
        )
    return _functions.convert(window_fn(length, dtype=like.dtype))


def inverse_mdct(
    mdcts: TensorLike,
    window_fn: Callable[..., TensorLike] | None = vorbis_window,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The signals [..., samples] whose ``mdct`` [..., frames, half] by that window is given."""
    x = real_signal("inverse_mdct", "mdcts", mdcts, 2)
    half = _size(x, "inverse_mdct")
    if half % 2:
        raise ValueError(f"inverse_mdct: the last axis must be even, got {tuple(x.shape)}")
    found = _ops.multiply(dct(x, type=4, norm=norm), 0.5 / half if norm is None else 0.5)
    last = [found.ndim - 1]
    first, second = found[..., : half // 2], found[..., half // 2 :]
    parts = [
        second,
        _ops.negative(_ops.reverse(second, last)),
        _ops.negative(_ops.reverse(first, last)),
        _ops.negative(first),
    ]
    frames = _ops.concat(parts, last[0])
    frames = _ops.multiply(frames, _window("inverse_mdct", window_fn, 2 * half, frames))
    return overlap_and_add(frames, half)
