"""Masks of attention scores: of values and keys, given ones and causality."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.open_sizes import same_sizes
from pelton.ops.array import creation

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

    Shape = tuple[int | None, ...]


def combined(
    label: str, scores: Shape, attention_mask: Any, query_mask: Any, *key_masks: Any
) -> Tensor | None:
    """True where a query sees a key, of rank 4, to broadcast to `scores` (batch, heads, queries,
    keys); None where all see all. Masks of queries and keys are (batch, time); a query that is
    masked sees no key.

    Raises ValueError, naming `label`, for masks of other shapes."""
    batch, _, queries, keys = scores
    found = []
    if query_mask is not None:
        check(label, "query_mask", query_mask, (batch, queries))
        found.append(_boolean(query_mask)[:, None, :, None])
    for name, mask in zip(("value_mask", "key_mask"), key_masks, strict=True):
        if mask is not None:
            check(label, name, mask, (batch, keys))
            found.append(_boolean(mask)[:, None, None, :])
    if attention_mask is not None:
        found.append(_of_scores(label, attention_mask, scores))
    seen = None
    for mask in found:
        seen = mask if seen is None else _ops.logical_and(seen, mask)
    return seen


def causal(query: Tensor, key: Tensor) -> Tensor:
    """(queries, keys): true where the key's position is not behind the query's."""
    queries, keys = _places(query), _places(key)
    return _ops.greater_equal(_ops.expand_dims(queries, axis=1), keys)


def near(query: Tensor, key: Tensor, window: int) -> Tensor:
    """(queries, keys): true where their positions are less than `window` apart."""
    distance = _ops.expand_dims(_places(query), axis=1) - _places(key)
    return _ops.less(_ops.abs(distance), window)


def _places(x: Tensor) -> Tensor:
    """The positions of (batch, time, ...)."""
    size = x.shape[1]
    return creation.range(_ops.shape(x)[1] if size is None else size)


def _of_scores(label: str, mask: Any, scores: Shape) -> Tensor:
    given = tuple(mask.shape)
    places = {2: (None, None), 3: (slice(None), None), 4: ()}.get(len(given))
    full = None if places is None else _boolean(mask)[places] if places else _boolean(mask)
    fits = full is not None and all(
        own == 1 or None in (own, size) or own == size
        for own, size in zip(tuple(full.shape), scores, strict=True)
    )
    if not fits:
        raise ValueError(
            f"`attention_mask` must broadcast to (batch, queries, keys)="
            f"{(scores[0], *scores[2:])}. Received: attention_mask.shape={given} "
            f"[{label}]"
        )
    return full


def check(label: str, name: str, mask: Any, wanted: Shape) -> None:
    """Raises ValueError, naming `label`, for a mask of another shape than `wanted`."""
    given = tuple(mask.shape)
    if not same_sizes(given, wanted):
        raise ValueError(
            f"`{name}` must have shape (batch, time)={wanted}. Received: {name}.shape={given} "
            f"[{label}]"
        )


def _boolean(mask: Any) -> Tensor:
    return mask if mask.dtype.name == "bool" else _ops.cast(mask, "bool")
