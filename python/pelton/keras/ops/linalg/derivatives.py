"""Owns ``jvp``: the derivative of a function in one direction."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.autodiff import ForwardAccumulator
from pelton.keras.ops.conversion import convert, floating
from pelton.nest import map_structure

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._types import TensorLike


def jvp(
    fun: Callable[..., Any],
    primals: Sequence[TensorLike],
    tangents: Sequence[TensorLike],
    has_aux: bool = False,
) -> Any:
    """What `fun` gives of `primals`, and its derivative in the direction of `tangents`.

    `has_aux`: it gives a pair, of which the second is passed on as a third result."""
    points = [floating(point) for point in primals]
    pairs = zip(tangents, points, strict=True)
    ways = [_ops.cast(convert(way), point.dtype) for way, point in pairs]
    with ForwardAccumulator(points, ways) as accumulator:
        made = fun(*points)
    result, aux = made if has_aux else (made, None)

    def derivative(leaf: Any) -> Tensor:
        found = accumulator.jvp(leaf)
        return _ops.zeros_like(convert(leaf)) if found is None else found

    slopes = map_structure(derivative, result)
    return (result, slopes, aux) if has_aux else (result, slopes)
