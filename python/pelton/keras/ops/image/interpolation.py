"""Owns interpolation by weights: each output row is a weighted sum of input rows near its place."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert_as, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _triangle(x: Tensor) -> Tensor:
    return _ops.relu(_ops.subtract(scalar(1.0, x), x))


def _keys_cubic(x: Tensor) -> Tensor:
    """Keys's cubic kernel with a = -1/2."""
    near = ((1.5 * x - 2.5) * x) * x + 1.0
    far = ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0
    return _ops.where(_ops.less(x, 1.0), near, _ops.where(_ops.less(x, 2.0), far, 0.0 * x))


def _lanczos(radius: float) -> Callable[[Tensor], Tensor]:
    def kernel(x: Tensor) -> Tensor:
        angle = x * _math.pi
        safe = _ops.where(_ops.greater(x, 1e-3), angle, _ops.ones_like(angle))
        wave = radius * _ops.sin(safe) * _ops.sin(safe / radius) / (safe * safe)
        found = _ops.where(_ops.greater(x, 1e-3), wave, _ops.ones_like(x))
        return _ops.where(_ops.greater(x, radius), _ops.zeros_like(x), found)

    return kernel


KERNELS: dict[str, Callable[[Tensor], Tensor]] = {
    "linear": _triangle,
    "cubic": _keys_cubic,
    "lanczos3": _lanczos(3.0),
    "lanczos5": _lanczos(5.0),
}


def weights(
    input_size: int,
    output_size: int,
    scale: Any,
    translation: Any,
    kernel: str,
    antialias: bool,
) -> Tensor:
    """[input_size, output_size] float32: the weight of each input row in each output row.

    Output places are scale * input place + translation; rows beyond the input have no weights."""
    inverse = _ops.divide(1.0, convert_as(scale, "float32"))
    widen = _ops.maximum(inverse, 1.0) if antialias else scalar(1.0, inverse)
    places = _ops.cast(_ops.iota(output_size, "int32"), "float32") + 0.5
    samples = places * inverse - convert_as(translation, "float32") * inverse - 0.5
    rows = _ops.reshape(_ops.cast(_ops.iota(input_size, "int32"), "float32"), [-1, 1])
    found = KERNELS[kernel](_ops.abs(samples - rows) / widen)
    total = _ops.reduce_sum(found, [0], True)
    is_sum = _ops.greater(_ops.abs(total), 1000.0 * 1.1920929e-07)
    safe = _ops.where(is_sum, total, _ops.ones_like(total))
    found = _ops.where(is_sum, found / safe, _ops.zeros_like(found))
    is_inside = _ops.logical_and(
        _ops.greater_equal(samples, -0.5), _ops.less_equal(samples, input_size - 0.5)
    )
    return _ops.where(is_inside, found, _ops.zeros_like(found))


def weighted(x: Tensor, weight: Tensor, axis: int) -> Tensor:
    """`x` with its rows along an axis replaced by their weighted sums."""
    found = _ops.tensordot(x, weight, [[axis], [0]])
    order = [*range(axis), x.ndim - 1, *range(axis, x.ndim - 1)]
    return found if axis == x.ndim - 1 else _ops.transpose(found, order)
