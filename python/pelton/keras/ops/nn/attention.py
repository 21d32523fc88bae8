"""Owns dot_product_attention."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, promoted, scalar, sizes
from pelton.keras.ops.dtypes import result_type

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def _scores_mask(scores: Tensor, mask: Any, is_causal: bool) -> Tensor | None:
    """Which keys each query may see, as it broadcasts over the scores [b, n, t, s]."""
    found = None if mask is None else cast_to(convert(mask), "bool")
    if is_causal:
        queries, keys = sizes(scores)[-2:]
        below = _ops.greater_equal(
            _ops.reshape(_ops.iota(queries, "int32"), [-1, 1]), _ops.iota(keys, "int32")
        )
        found = below if found is None else _ops.logical_and(found, below)
    return found


def dot_product_attention(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    bias: TensorLike | None = None,
    mask: TensorLike | None = None,
    scale: float | None = None,
    is_causal: bool = False,
    flash_attention: bool | None = None,
    attn_logits_soft_cap: float | None = None,
) -> Tensor:
    """Each query's mean of the values, weighted by the softmax of its products with the keys.

    query [b, t, n, h], key and value [b, s, k, h], n a multiple of k; `mask` [b, n, t, s] is true
    where a query sees a key. `scale`: 1 / sqrt(h) unless given. `flash_attention` has no effect."""
    query, key, value = promoted(query, key, value, least=float)
    factor = 1 / _math.sqrt(query.shape[-1]) if scale is None else scale
    name = query.dtype.name
    _check_heads(query, key, value)
    if attn_logits_soft_cap is None:
        shown = _ops.zeros([0], "bool") if mask is None else cast_to(convert(mask), "bool")
        added = _ops.zeros([0], name) if bias is None else cast_to(convert(bias), name)
        return _ops.attention(query, key, value, shown, added, scale=factor, causal=is_causal)[0]
    key, value = _with_heads(query, key, value)
    query, key, value = (_ops.transpose(x, [0, 2, 1, 3]) for x in (query, key, value))
    wide = result_type(name, "float32")
    scores = cast_to(_ops.matmul(query, key, transpose_b=True), wide)
    scores = _ops.multiply(scores, scalar(factor, scores))
    if attn_logits_soft_cap is not None:
        cap = scalar(attn_logits_soft_cap, scores)
        scores = _ops.multiply(_ops.tanh(_ops.divide(scores, cap)), cap)
    if bias is not None:
        scores = _ops.add(scores, cast_to(convert(bias), wide))
    allowed = _scores_mask(scores, mask, is_causal)
    if allowed is not None:
        scores = _ops.where(allowed, scores, scalar(-0.7 * 3.4028234663852886e38, scores))
    weights = cast_to(_ops.softmax(scores, -1), name)
    return _ops.transpose(_ops.matmul(weights, value), [0, 2, 1, 3])


def _check_heads(query: Tensor, key: Tensor, value: Tensor) -> None:
    """Raises ValueError where the queries' heads are no multiple of the others', or axes lack."""
    for name, tensor in (("query", query), ("key", key), ("value", value)):
        if tensor.ndim != 4:
            raise ValueError(
                "`dot_product_attention` only supports 4D inputs. Received: "
                f"{name}.shape={tuple(tensor.shape)}."
            )
    heads, groups = query.shape[2], key.shape[2]
    if heads != groups and (heads is None or groups is None or heads % groups):
        raise ValueError(
            "The number of query heads must be a multiple of key/value heads. Received: "
            f"query.shape={tuple(query.shape)}, key.shape={tuple(key.shape)}"
        )


def _with_heads(query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
    """Keys and values with as many heads as there are queries."""
    heads, groups = query.shape[2], key.shape[2]
    if heads == groups:
        return key, value
    return _repeat_heads(key, heads // groups), _repeat_heads(value, heads // groups)


def _repeat_heads(x: Tensor, times: int) -> Tensor:
    """[b, s, k, h] with each head `times` times."""
    batch, length, heads, width = sizes(x)
    x = _ops.tile(_ops.expand_dims(x, 3), [1, 1, 1, times, 1])
    return _ops.reshape(x, [batch, length, heads * times, width])
