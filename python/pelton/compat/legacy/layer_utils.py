"""Owns ``keras.utils.layer_utils`` of Keras 2: how many numbers weights hold."""

from __future__ import annotations

import math

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def count_params(weights: Iterable[Any]) -> int:
    """The number of elements of all weights, each counted once."""
    return sum(math.prod(one.shape) for one in {id(one): one for one in weights}.values())
