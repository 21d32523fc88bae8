"""Owns the functions of several shapes: those of a list, and what two broadcast to."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.basic import shape
from pelton.ops.array.sizes import sizes_of
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike


def shape_n(
    input: Sequence[TensorLike], out_type: DTypeLike = _dtypes.int32, name: str | None = None
) -> list[Tensor]:
    """The sizes of each tensor of a list; an array stands for the list of its rows."""
    sizes = None if isinstance(input, (list, tuple)) else getattr(input, "shape", None)
    if sizes is not None and len(sizes) > 0 and None not in sizes:
        return [_functions.convert(list(sizes[1:]), out_type)] * sizes[0]
    return [shape(one, out_type) for one in input]


def broadcast_static_shape(shape_x: ShapeLike, shape_y: ShapeLike) -> TensorShape:
    """The shape that two shapes broadcast to; unknown where it depends on unknown sizes.

    Raises ValueError for shapes that do not go together."""
    given = TensorShape(shape_x), TensorShape(shape_y)
    if None in (given[0].rank, given[1].rank):
        return TensorShape(None)
    one, other = list(given[0]), list(given[1])
    rank = max(len(one), len(other))
    one, other = [1] * (rank - len(one)) + one, [1] * (rank - len(other)) + other
    sizes: list[int | None] = []
    for a, b in zip(one, other, strict=True):
        if a not in (1, b, None) and b not in (1, None):
            raise ValueError(f"Incompatible shapes for broadcasting: {one} and {other}")
        known = [size for size in (a, b) if size not in (1, None)]
        sizes.append(known[0] if known else (1 if a == b == 1 else None))
    return TensorShape(sizes)


def broadcast_dynamic_shape(shape_x: TensorLike, shape_y: TensorLike) -> Tensor:
    """The same of shapes that are integer vectors; raises InvalidArgumentError."""
    one, other = (_as_shape(vector) for vector in (shape_x, shape_y))
    if not _functions.is_symbolic(one) and not _functions.is_symbolic(other):
        try:
            sizes = broadcast_static_shape(one.numpy().tolist(), other.numpy().tolist())
        except ValueError as error:
            raise InvalidArgumentError(str(error)) from None
        return _functions.convert(list(sizes), one.dtype)
    rank = max(sizes_of(one)[0], sizes_of(other)[0])
    vectors = [_with_ones(vector, rank) for vector in (one, other)]
    return _ops.where(_ops.equal(vectors[0], 1), vectors[1], vectors[0])


def _as_shape(vector: Any) -> Tensor:
    """The sizes as a tensor; no sizes are integers too."""
    is_empty = isinstance(vector, (list, tuple)) and not vector
    return _functions.convert(vector, _dtypes.int32 if is_empty else None)


def _with_ones(vector: Tensor, rank: int) -> Tensor:
    """The sizes of a shape with axes of size 1 before them."""
    count = rank - sizes_of(vector)[0]
    return _ops.concat([_ops.ones([count], vector.dtype), vector], 0) if count else vector


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
