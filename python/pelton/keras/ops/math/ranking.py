"""Owns top_k and in_top_k."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, missing

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def top_k(x: TensorLike, k: int, sorted: bool = True) -> tuple[Tensor, Tensor]:
    """The `k` largest values along the last axis, largest first, and their int32 places."""
    x = convert(x)
    name = x.dtype.name
    values, places = missing("top_k")(cast_to(x, "int32") if name == "bool" else x, k)
    return cast_to(values, name), places


def in_top_k(targets: TensorLike, predictions: TensorLike, k: int) -> Tensor:
    """Whether the class of each row is among the `k` largest of its predictions [n, classes].

    Ties count; a class that does not exist, or with a NaN or infinite prediction, is not."""
    targets, predictions = cast_to(convert(targets), "int64"), convert(predictions)
    count = predictions.shape[-1]
    is_class = _ops.logical_and(_ops.greater_equal(targets, 0), _ops.less(targets, count))
    hot = _ops.one_hot(targets, count, dtype=predictions.dtype)
    own = _ops.where(_ops.greater(hot, 0), predictions, _ops.zeros_like(predictions))
    own = _ops.reduce_sum(own, [-1], True)
    above = _ops.reduce_sum(_ops.cast(_ops.greater(predictions, own), "int32"), [-1])
    is_finite = _ops.is_finite(_ops.squeeze(own, [-1]))
    found = _ops.logical_and(_ops.less(above, k), is_finite)
    return _ops.logical_and(found, is_class)
