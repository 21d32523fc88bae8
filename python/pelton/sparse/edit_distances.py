"""Owns edit_distance: how many elements make one row of a sparse tensor into another."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import computed
from pelton.names.named_refusals import named as _named
from pelton.sparse.sparse_tensor import SparseTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor


def _distance(first: Sequence[Any], second: Sequence[Any]) -> int:
    """Levenshtein's: insertions, deletions and replacements."""
    before = list(range(len(second) + 1))
    for row, one in enumerate(first, 1):
        now = [row]
        for column, other in enumerate(second, 1):
            replaced = before[column - 1] + (one != other)
            now.append(min(now[-1] + 1, before[column] + 1, replaced))
        before = now
    return before[-1]


def _rows(tensors: list[Any]) -> dict[tuple[int, ...], list[Any]]:
    indices, values = tensors[0].numpy().tolist(), tensors[1].numpy().tolist()
    found: dict[tuple[int, ...], list[Any]] = {}
    for place, value in sorted(zip(indices, values, strict=True), key=lambda pair: pair[0]):
        found.setdefault(tuple(place[:-1]), []).append(value)
    return found


@_named
def edit_distance(
    hypothesis: SparseTensor,
    truth: SparseTensor,
    normalize: bool = True,
    name: str = "edit_distance",
) -> Tensor:
    """Levenshtein's distance of each row (the last axis) of `hypothesis` from that of `truth`.

    Both are sparse tensors of one rank and dtype; the result is float32 of their greatest sizes
    but for the last. With `normalize` distances are by the length of `truth`'s row: inf where that
    is empty and the other is not, 0 where both are. Raises TypeError for other than sparse
    tensors, InvalidArgumentError for other ranks."""
    for what, given in (("hypothesis", hypothesis), ("truth", truth)):
        if not isinstance(given, SparseTensor):
            raise TypeError(
                f"edit_distance: {what} must be a SparseTensor, got {type(given).__name__}"
            )

    def compute(tensors: list[Any]) -> list[Any]:
        import numpy as np

        sizes = [tensors[at].numpy() for at in (2, 5)]
        if sizes[0].shape != sizes[1].shape:
            raise InvalidArgumentError(
                "edit_distance: hypothesis and truth must have one rank, got dense shapes "
                f"{sizes[0].tolist()} and {sizes[1].tolist()}"
            )
        found = np.zeros(np.maximum(*sizes)[:-1], "float32")
        guesses, rights = _rows(tensors[:3]), _rows(tensors[3:])
        for place in {*guesses, *rights}:
            guess, right = guesses.get(place, []), rights.get(place, [])
            apart = float(_distance(guess, right))
            if normalize:
                apart = apart / len(right) if right else float("inf") if guess else 0.0
            found[place] = apart
        return [_functions.convert(found)]

    parts = [x for sparse in (hypothesis, truth) for x in (sparse.indices, sparse.values)]
    parts = [*parts[:2], hypothesis.dense_shape, *parts[2:], truth.dense_shape]
    rank = (hypothesis.dense_shape.shape[0] or 1) - 1
    shape: list[int | None] = [None] * rank
    return computed("edit_distance", parts, compute, [(_dtypes.float32, shape)])[0]
