"""Owns Fourier transforms over any axes."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import integers, product, sizes_of
from pelton.signal.arguments import complex_signal, fitted, one_axis, part, real_signal
from pelton.signal.fourier import along

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike
    from pelton.ops.array.sizes import Size


def _places(op: str, x: Tensor, fft_length: Any, axes: Any, norm: str | None) -> Any:
    """The axes and the number of points along each."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f"{op}: norm must be None, 'backward', 'ortho' or 'forward', got {norm!r}")
    if axes is None:
        count = x.ndim if fft_length is None else len(integers(op, "fft_length", fft_length))
        places = list(range(x.ndim - count, x.ndim))
    else:
        places = [one_axis(op, axis, x.ndim) for axis in integers(op, "axes", axes)]
    if fft_length is None:
        return places, None
    lengths = integers(op, "fft_length", fft_length)
    if any(isinstance(one, int) and one < 0 for one in lengths):
        raise InvalidArgumentError(f"{op}: fft_length must not be negative, got {lengths}")
    if len(lengths) != len(places):
        raise InvalidArgumentError(
            f"{op}: axes and fft_length must be of the same size, got {places} and {lengths}"
        )
    return places, lengths


def _scaled(x: Tensor, count: Size, norm: str | None, inverse: bool) -> Tensor:
    """What is divided by the number of points backwards, divided as `norm` says."""
    power = {"ortho": 0.5, "forward": 1.0}.get(norm or "", 0.0)
    if not power:
        return x
    return x * _ops.cast(float(count) ** (power if inverse else -power), x.dtype)


def _through(op: str, value: Any, fft_length: Any, axes: Any, norm: Any, inverse: bool) -> Tensor:
    x = complex_signal(op, "input_tensor", value, 1)
    places, lengths = _places(op, x, fft_length, axes, norm)
    for axis, length in zip(places, lengths or (), strict=False):
        x = fitted(x, length, axis)
    for axis in places:
        x = along(x, axis, inverse)
    return _scaled(x, product([sizes_of(x)[axis] for axis in places]), norm, inverse)


def fftnd(
    input_tensor: TensorLike,
    fft_length: Any = None,
    axes: Any = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The Fourier transform of complex numbers over `axes` (None: all), cut or filled with zeros
    to `fft_length`; `norm`: "backward" (None), "ortho" or "forward"."""
    return _through("fftnd", input_tensor, fft_length, axes, norm, False)


def ifftnd(
    input_tensor: TensorLike,
    fft_length: Any = None,
    axes: Any = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of ``fftnd``."""
    return _through("ifftnd", input_tensor, fft_length, axes, norm, True)


def rfftnd(
    input_tensor: TensorLike,
    fft_length: Any = None,
    axes: Any = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """As ``fftnd`` of real numbers, the first half of it along the last of the axes."""
    x = real_signal("rfftnd", "input_tensor", input_tensor, 1)
    places, lengths = _places("rfftnd", x, fft_length, axes, norm)
    for axis, length in zip(places, lengths or (), strict=False):
        x = fitted(x, length, axis)
    is_wide = x.dtype == _dtypes.float64
    numbers = _ops.cast(x, _dtypes.complex128 if is_wide else _dtypes.complex64)
    counts = [sizes_of(x)[axis] for axis in places]
    for axis in reversed(places):
        numbers = along(numbers, axis, False)
    half = part(numbers, places[-1], None, counts[-1] // 2 + 1)
    return _scaled(half, product(counts), norm, False)


def irfftnd(
    input_tensor: TensorLike,
    fft_length: Any = None,
    axes: Any = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The real numbers whose ``rfftnd`` is given."""
    from pelton.signal.fourier import irfft

    x = complex_signal("irfftnd", "input_tensor", input_tensor, 1)
    places, lengths = _places("irfftnd", x, fft_length, axes, norm)
    counts = [sizes_of(x)[axis] for axis in places] if lengths is None else list(lengths)
    if lengths is None:
        counts[-1] = 2 * (counts[-1] - 1)
    for axis, length in zip(places[:-1], counts[:-1], strict=True):
        x = along(fitted(x, length, axis), axis, True)
    order = list(range(x.ndim))
    order[places[-1]], order[-1] = order[-1], order[places[-1]]
    found = _ops.transpose(irfft(_ops.transpose(x, order), [counts[-1]]), order)
    return _scaled(found, product(counts), norm, True)
