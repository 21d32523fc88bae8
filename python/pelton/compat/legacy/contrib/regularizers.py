"""Owns the penalties of ``tf.contrib.layers``."""

from __future__ import annotations

from pelton.compat.v1 import nn as _nn
from pelton.compat.v1.graph import GraphKeys, get_default_graph

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _checked(scale: Any) -> float:
    if isinstance(scale, int) and not isinstance(scale, bool):
        raise ValueError(f"scale cannot be an integer: {scale}")
    if not hasattr(scale, "shape") and scale < 0:
        raise ValueError(f"Setting a scale less than 0 on a regularizer: {scale}.")
    return scale  # type: ignore[no-any-return]


def l2_regularizer(scale: float, scope: Any = None) -> Callable[..., Any]:
    """weights -> scale * sum(weights ** 2) / 2; nothing for a scale of 0."""
    if _checked(scale) == 0.0:
        return lambda _: None
    return lambda weights: scale * _nn.l2_loss(weights)


def l1_regularizer(scale: float, scope: Any = None) -> Callable[..., Any]:
    """weights -> scale * sum(abs(weights)); nothing for a scale of 0."""
    from pelton import math

    if _checked(scale) == 0.0:
        return lambda _: None
    return lambda weights: scale * math.reduce_sum(math.abs(weights))


def l1_l2_regularizer(
    scale_l1: float = 1.0, scale_l2: float = 1.0, scope: Any = None
) -> Callable[..., Any]:
    """The sum of both penalties."""
    return sum_regularizer([l1_regularizer(scale_l1), l2_regularizer(scale_l2)])


def sum_regularizer(regularizer_list: Any, scope: Any = None) -> Callable[..., Any]:
    """The sum of penalties, None among them left out."""
    given = [one for one in regularizer_list if one is not None]

    def penalty(weights: Any) -> Any:
        found = [value for value in (one(weights) for one in given) if value is not None]
        return sum(found[1:], found[0]) if found else None

    return penalty


def apply_regularization(regularizer: Any, weights_list: Any = None) -> Any:
    """The sum of the penalties of weights, those of the collection WEIGHTS unless given."""
    graph = get_default_graph()
    weights = graph.get_collection(GraphKeys.WEIGHTS) if weights_list is None else weights_list
    found = [value for value in map(regularizer, weights) if value is not None]
    for one in found:
        graph.add_to_collection(GraphKeys.REGULARIZATION_LOSSES, one)
    return sum(found[1:], found[0]) if found else 0.0
