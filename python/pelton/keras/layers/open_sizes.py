"""Shapes with sizes that are not known yet: reshapes to them, and whether they fit."""

from __future__ import annotations

from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._core import Tensor


def same_sizes(one: Sequence[int | None], other: Sequence[int | None]) -> bool:
    """Whether two shapes may be the same: of one rank, and equal where both are known."""
    return len(one) == len(other) and all(
        None in pair or pair[0] == pair[1] for pair in zip(one, other, strict=True)
    )


def reshape(x: Tensor, sizes: Sequence[int | tuple[Tensor, int]]) -> Tensor:
    """`x` in another shape; a pair (tensor, axis) stands for that tensor's size there."""
    known = [size if isinstance(size, int) else size[0].shape[size[1]] for size in sizes]
    if known.count(None) == 1 and -1 not in known:
        known = [-1 if size is None else size for size in known]
    if None not in known:
        return _ops.reshape(x, known)
    target = [
        _ops.shape(size[0])[size[1]] if value is None else value
        for size, value in zip(sizes, known, strict=True)
    ]
    return _ops.reshape(x, _ops.stack([_ops.cast(value, "int32") for value in target]))
