"""Draws for whole batches, made of uniform numbers: orders, beta numbers, normal numbers and
rectangles. They are tensors, so that traced functions draw new ones in each run."""

from __future__ import annotations

from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_HALVINGS = 30


def order(layer: Any, count: Any) -> Tensor:
    """The numbers below `count`, shuffled."""
    return _ops.argsort(layer._numbers(count, 0.0, 1.0))


def beta(layer: Any, count: Any, alpha: Any, other: Any = None) -> Tensor:
    """`count` numbers of the beta distribution of `alpha` and `other`, or of `alpha` twice: where
    its incomplete integral reaches uniform numbers, by bisection."""
    wanted = layer._numbers(count, 0.0, 1.0)
    a = _ops.zeros_like(wanted) + alpha
    b = a if other is None else _ops.zeros_like(wanted) + other
    x, step = _ops.zeros_like(wanted) + 0.5, 0.25
    for _ in range(_HALVINGS):
        x = _ops.where(_ops.less(_ops.betainc(a, b, x), wanted), x + step, x - step)
        step *= 0.5
    return _ops.clip_by_value(x, 0.0, 1.0)


def shares(layer: Any, count: int, alpha: float) -> list[Tensor]:
    """`count` scalars that add up to 1, of the symmetric Dirichlet distribution of `alpha`."""
    rest: Any = 1.0
    found: list[Any] = []
    for left in range(count - 1, 0, -1):
        part = beta(layer, 1, alpha, alpha * left)[0]
        found.append(rest * part)
        rest = rest * (1.0 - part)
    return [*found, rest]


def normal(layer: Any, shape: list[Any]) -> Tensor:
    """Standard normal numbers of the shape."""
    count = shape[0]
    for size in shape[1:]:
        count = count * size
    numbers = _ops.ndtri(layer._numbers(count, 2.0**-25, 1.0))
    return _ops.reshape(numbers, shape)


def rectangles(layer: Any, images: Tensor, down: Tensor, across: Tensor) -> tuple[Tensor, Tensor]:
    """Which pixels are in a rectangle of each image, boolean (n, height, width, 1), and which share
    of the image it has, (n,). `down` and `across` (n,) are the shares of its sides; where it is
    is drawn."""
    from pelton.image.sizes import size_of

    inside: Any = None
    share: Any = 1.0
    for axis, sides in ((1, down), (2, across)):
        size = size_of(images, axis)
        total = _ops.cast(size, "float32")
        length = sides * total
        start = layer._numbers(size_of(images, 0), 0.0, 1.0) * (total - length)
        places = _ops.cast(_ops.iota(size, "int32"), "float32")[None]
        start, end = start[:, None], (start + length)[:, None]
        hit = _ops.logical_and(_ops.greater_equal(places, start), _ops.less(places, end))
        hit = hit[:, :, None, None] if axis == 1 else hit[:, None, :, None]
        inside = hit if inside is None else _ops.logical_and(inside, hit)
        share = share * sides
    return inside, share
