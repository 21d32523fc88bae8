"""Owns the Fourier transforms of one, two and three axes, and the shifts of their zero."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import integers, sizes_of
from pelton.signal.arguments import (
    as_tensor,
    complex_signal,
    fitted,
    one_axis,
    part,
    real_signal,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike
    from pelton.ops.array.sizes import Size


def along(x: Tensor, axis: int, inverse: bool) -> Tensor:
    """The transform along one axis; the inverse one is divided by the number of points."""
    last = x.ndim - 1
    order = [*range(x.ndim)]
    order[axis], order[last] = last, axis
    turned = x if axis == last else _ops.transpose(x, order)
    found = _ops.fft(turned, inverse=inverse)
    if inverse:
        count = sizes_of(turned)[-1]
        if isinstance(count, int):
            found = _ops.multiply(found, 1.0 / max(count, 1))
        else:
            found = _ops.divide(found, _ops.cast(count, found.dtype))
    return found if axis == last else _ops.transpose(found, order)


def _over(x: Tensor, axes: int, inverse: bool) -> Tensor:
    """The transform along the last `axes` axes."""
    for axis in range(x.ndim - 1, x.ndim - 1 - axes, -1):
        x = along(x, axis, inverse)
    return x


def _complex(op: str, value: TensorLike, axes: int) -> Tensor:
    """Complex numbers, complex64 of what is no tensor yet."""
    return complex_signal(op, "input", as_tensor(op, "input", value, _dtypes.complex64), axes)


def fft(input: TensorLike, name: str | None = None) -> Tensor:
    """The Fourier transform along the last axis of complex numbers."""
    return _over(_complex("fft", input, 1), 1, False)


def fft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """The Fourier transform along the last two axes of complex numbers."""
    return _over(_complex("fft2d", input, 2), 2, False)


def fft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """The Fourier transform along the last three axes of complex numbers."""
    return _over(_complex("fft3d", input, 3), 3, False)


def ifft(input: TensorLike, name: str | None = None) -> Tensor:
    """The inverse Fourier transform along the last axis of complex numbers."""
    return _over(_complex("ifft", input, 1), 1, True)


def ifft2d(input: TensorLike, name: str | None = None) -> Tensor:
    """The inverse Fourier transform along the last two axes of complex numbers."""
    return _over(_complex("ifft2d", input, 2), 2, True)


def ifft3d(input: TensorLike, name: str | None = None) -> Tensor:
    """The inverse Fourier transform along the last three axes of complex numbers."""
    return _over(_complex("ifft3d", input, 3), 3, True)


def _lengths(op: str, fft_length: Any, axes: int) -> list[Size] | None:
    """A number of points for each of the last axes; None where nothing is said."""
    if fft_length is None:
        return None
    found = integers(op, "fft_length", fft_length)
    if len(found) != axes or any(isinstance(one, int) and one < 0 for one in found):
        raise InvalidArgumentError(
            f"{op}: fft_length must be {axes} numbers that are not negative, got {found}"
        )
    return found


def _forward(op: str, value: TensorLike, fft_length: Any, axes: int) -> Tensor:
    """The first half along the last axis, of real numbers cut or filled to `fft_length`."""
    given = as_tensor(op, "input_tensor", value, _dtypes.float32)
    x = real_signal(op, "input_tensor", given, axes)
    for place, count in enumerate(_lengths(op, fft_length, axes) or ()):
        x = fitted(x, count, x.ndim - axes + place)
    count = sizes_of(x)[-1]
    if isinstance(count, int) and count > 0:
        half = _ops.rfft(x)
    else:
        is_wide = x.dtype == _dtypes.float64
        numbers = _ops.cast(x, _dtypes.complex128 if is_wide else _dtypes.complex64)
        half = part(along(numbers, x.ndim - 1, False), x.ndim - 1, None, count // 2 + 1)
    for axis in range(x.ndim - 2, x.ndim - 1 - axes, -1):
        half = along(half, axis, False)
    return half


def _backward(op: str, value: TensorLike, fft_length: Any, axes: int) -> Tensor:
    """The real numbers whose transform begins with these along the last axis."""
    given = as_tensor(op, "input_tensor", value, _dtypes.complex64)
    x = complex_signal(op, "input_tensor", given, axes)
    last = x.ndim - 1
    lengths = _lengths(op, fft_length, axes)
    count = (sizes_of(x)[-1] - 1) * 2 if lengths is None else lengths[-1]
    for place, one in enumerate(lengths[:-1] if lengths else ()):
        x = fitted(x, one, x.ndim - axes + place)
    for axis in range(x.ndim - axes, last):
        x = along(x, axis, True)
    half = count // 2 + 1
    if isinstance(count, int) and count <= 0:
        return _ops.real(part(x, last, None, 0))
    x = fitted(x, half, last)
    if isinstance(count, int):
        return _ops.irfft(x, points=count)
    mirrored = _ops.conj(_ops.reverse(part(x, last, 1, count - half + 1), [last]))
    return _ops.real(along(_ops.concat([x, mirrored], last), last, True))


def rfft(input_tensor: TensorLike, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The first half of the transform of real numbers along the last axis."""
    return _forward("rfft", input_tensor, fft_length, 1)


def rfft2d(input_tensor: TensorLike, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The transform of real numbers along the last two axes, its first half along the last."""
    return _forward("rfft2d", input_tensor, fft_length, 2)


def rfft3d(input_tensor: TensorLike, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The transform of real numbers along the last three axes, its first half along the last."""
    return _forward("rfft3d", input_tensor, fft_length, 3)


def irfft(input_tensor: TensorLike, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The real numbers whose ``rfft`` is given; as many as `fft_length` says."""
    return _backward("irfft", input_tensor, fft_length, 1)


def irfft2d(input_tensor: TensorLike, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The real numbers whose ``rfft2d`` is given; as many as `fft_length` says."""
    return _backward("irfft2d", input_tensor, fft_length, 2)


def irfft3d(input_tensor: TensorLike, fft_length: Any = None, name: str | None = None) -> Tensor:
    """The real numbers whose ``rfft3d`` is given; as many as `fft_length` says."""
    return _backward("irfft3d", input_tensor, fft_length, 3)


def _shifted(op: str, value: TensorLike, axes: Any, forward: bool) -> Tensor:
    from pelton.ops.array.rearranging import roll

    x = as_tensor(op, "x", value)
    given = [*range(x.ndim)] if axes is None else axes
    given = given if isinstance(given, (list, tuple)) else [given]
    places = [one_axis(op, axis, x.ndim) for axis in given]
    for axis in places:
        half = sizes_of(x)[axis] // 2
        x = roll(x, half if forward else half * -1, axis)
    return x


def fftshift(
    x: TensorLike, axes: int | Sequence[int] | None = None, name: str | None = None
) -> Tensor:
    """The two halves of each axis exchanged, which puts the frequency 0 into the middle."""
    return _shifted("fftshift", x, axes, True)


def ifftshift(
    x: TensorLike, axes: int | Sequence[int] | None = None, name: str | None = None
) -> Tensor:
    """What ``fftshift`` did, undone."""
    return _shifted("ifftshift", x, axes, False)
