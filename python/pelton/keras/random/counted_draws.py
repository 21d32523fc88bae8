"""Uniform numbers that a SeedGenerator's seed and count decide, for layers of images."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.random.seed_generator import seed_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.keras.random.seed_generator import SeedGenerator


def uniform(generator: SeedGenerator, count: Any, low: float, high: float) -> Tensor:
    """`count` numbers in [low, high), float32; an int or a tensor. The generator moves on by one
    draw."""
    with seed_of(generator) as pair:
        return _ops.seeded_uniform(pair, [count], low, high)
