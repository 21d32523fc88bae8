"""Attention over some axes of several: inputs of any rank become (rows, positions, features), of
which attention knows how to make more."""

from __future__ import annotations

import math

from pelton._core import ops as _ops
from pelton.keras.layers.open_sizes import reshape, same_sizes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._core import Tensor


class AttentionAxes:
    """The attended axes of inputs (batch, ..., features) of `rank`; None: all between both ends.

    Raises ValueError, naming `label`, for axes outside of them or twice the same."""

    def __init__(self, label: str, rank: int, axes: Sequence[int] | None) -> None:
        inner = range(1, rank - 1)
        given = tuple(inner) if axes is None else tuple(axes)
        self.axes = tuple(axis + rank if axis < 0 else axis for axis in given)
        if len(set(self.axes)) != len(given) or not given or not set(self.axes) <= set(inner):
            raise ValueError(
                f"`attention_axes` must be distinct axes between the first and the last of inputs "
                f"of rank {rank}. Received: attention_axes={axes} [{label}]"
            )
        self.others = tuple(axis for axis in inner if axis not in self.axes)
        self._order = (0, *self.others, *self.axes, rank - 1)
        self._label = label

    @property
    def is_plain(self) -> bool:
        """Whether inputs are (batch, positions, features) already."""
        return self._order == (0, 1, 2)

    def check(self, query: Tensor, value: Tensor) -> None:
        """Raises ValueError where the axes that are not attended have different sizes."""
        sizes = [tuple(x.shape[axis] for axis in self.others) for x in (query, value)]
        if not same_sizes(*sizes):
            raise ValueError(
                "Query and value must have the same sizes in the axes that are not attended. "
                f"Received: query.shape={tuple(query.shape)}, value.shape={tuple(value.shape)}, "
                f"attention_axes={self.axes} [{self._label}]"
            )

    def positions(self, shape: Sequence[int | None]) -> int | None:
        """How many positions there are; ValueError where some of several axes are open."""
        sizes = [shape[axis] for axis in self.axes]
        if None not in sizes:
            return math.prod(size for size in sizes if size is not None)
        if len(sizes) == 1:
            return None
        raise ValueError(
            "The sizes of several attended axes must be known. Received: "
            f"shape={tuple(shape)}, attention_axes={self.axes} [{self._label}]"
        )

    def _size(self, x: Tensor) -> int | tuple[Tensor, int]:
        count = self.positions(x.shape)
        return (x, self.axes[0]) if count is None else count

    def fold(self, x: Tensor) -> Tensor:
        """(rows, positions, features), rows being the batch and the axes that are not attended."""
        return reshape(_ops.transpose(x, perm=self._order), [-1, self._size(x), x.shape[-1]])

    def unfold(self, y: Tensor, like: Tensor) -> Tensor:
        """What `fold` gave of `like`, with other features, in its axes again."""
        sizes = [(like, axis) for axis in self._order[:-1]]
        back = [self._order.index(axis) for axis in range(len(self._order))]
        return _ops.transpose(reshape(y, [*sizes, y.shape[-1]]), perm=back)

    def unfold_scores(self, scores: Tensor, query: Tensor, value: Tensor) -> Tensor:
        """(rows, heads, T, S) as (batch, other axes, heads, axes of queries, axes of values)."""
        rows = [(query, axis) for axis in (0, *self.others)]
        ends = [(x, axis) for x in (query, value) for axis in self.axes]
        return reshape(scores, [*rows, scores.shape[1], *ends])

    def fold_mask(self, mask: Tensor, query: Tensor, value: Tensor) -> Tensor:
        """A mask (batch or 1, axes of queries, axes of values) for the folded scores, (rows, T, S).

        Raises ValueError for a mask of another shape."""
        wanted = tuple(x.shape[axis] for x in (query, value) for axis in self.axes)
        if not same_sizes(tuple(mask.shape)[1:], wanted):
            raise ValueError(
                "`attention_mask` must have the shape (batch, queries' axes, values' axes)="
                f"{(query.shape[0], *wanted)}. Received: attention_mask.shape="
                f"{tuple(mask.shape)} [{self._label}]"
            )
        here, new = slice(None), None
        first = _ops.transpose(query, perm=self._order)  # of which one number per row is taken
        rows = first[(here, *(here for _ in self.others), *(0 for _ in self.axes), 0)]
        rows = _ops.ones_like(_ops.cast(rows, "bool"))[(..., *(new for _ in wanted))]
        spread = _ops.cast(mask, "bool")[(here, *(new for _ in self.others))]
        full = _ops.logical_and(spread, rows)
        return reshape(full, [-1, self._size(query), self._size(value)])
