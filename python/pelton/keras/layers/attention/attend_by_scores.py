"""Attention by plain ops, whose scores exist: for dropout of them, and to return them."""

from __future__ import annotations

import math

from pelton._core import ops as _ops
from pelton.keras.layers.attention.score_masks import causal

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._core import Tensor

_LEAST_SCORE = {"float16": -3e4}  # of a key that is not seen
_LEAST_SCORE_OF_WIDE = -1e9


def attend_by_scores(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    is_causal: bool,
    drop: Callable[..., Tensor] | None,
) -> tuple[Tensor, Tensor]:
    """The result (batch, T, heads, width) and the values' weights (batch, heads, T, S) before
    `drop(weights, training=True)`. Operands are (batch, positions, heads, features)."""
    if is_causal:
        earlier = causal(query, key)
        mask = earlier if mask is None else _ops.logical_and(mask, earlier)
    query, key, value = (_ops.transpose(x, perm=[0, 2, 1, 3]) for x in (query, key, value))
    scale = _ops.cast(1 / math.sqrt(query.shape[-1]), query.dtype)
    scores = _ops.matmul(query * scale, key, transpose_b=True)
    if mask is not None:
        least = _LEAST_SCORE.get(scores.dtype.name, _LEAST_SCORE_OF_WIDE)
        scores = _ops.where(mask, scores, _ops.cast(least, scores.dtype))
    weights = _ops.softmax(scores)
    used = weights if drop is None else drop(weights, training=True)
    return _ops.transpose(_ops.matmul(used, value), perm=[0, 2, 1, 3]), weights
