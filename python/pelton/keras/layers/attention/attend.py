"""Attention of heads: by the fused op, and by plain ops where the scores must exist."""

from __future__ import annotations

import math

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers.attention.score_masks import causal

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._core import Tensor

_LEAST_SCORE = {"float16": -3e4}  # of a key that is not seen
_LEAST_SCORE_OF_WIDE = -1e9


def attend(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    is_causal: bool,
    blind_is_zero: bool,
) -> Tensor:
    """The result (batch, T, heads, width). Operands are (batch, positions, heads, features), the
    mask is of rank 4. A query that sees no key gets the values' mean, or 0 (`blind_is_zero`)."""
    none = _functions.zeros((0,), query.dtype)
    shown = _functions.zeros((0,), "bool") if mask is None else mask
    result, _ = _ops.attention(query, key, value, shown, none, causal=is_causal)
    if mask is None or not blind_is_zero:
        return result
    if is_causal:
        mask = _ops.logical_and(mask, causal(query, key))
    sees = _ops.transpose(_ops.reduce_any(mask, axis=[-1], keepdims=True), perm=[0, 2, 1, 3])
    return _ops.where(sees, result, _ops.zeros_like(result))


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
    if mask is not None:  # nothing for a query that sees no key
        weights = _ops.where(mask, weights, _ops.zeros_like(weights))
    used = weights if drop is None else drop(weights, training=True)
    return _ops.transpose(_ops.matmul(used, value), perm=[0, 2, 1, 3]), weights
