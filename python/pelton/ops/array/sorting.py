"""Owns the functions of sorted and distinct values whose results have names: top_k, unique."""

from __future__ import annotations

from collections import namedtuple

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import place, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike

TopKV2 = namedtuple("TopKV2", ["values", "indices"])
Unique = namedtuple("Unique", ["y", "idx"])
UniqueWithCounts = namedtuple("UniqueWithCounts", ["y", "idx", "count"])


def top_k(
    input: TensorLike,
    k: int | Tensor = 1,
    sorted: bool = True,
    index_type: DTypeLike = _dtypes.int32,
    name: str | None = None,
) -> TopKV2:
    """The ``k`` largest elements of each row, the largest first, and where they are: int16, int32
    or int64."""
    if index_type == _dtypes.int16:
        values, places = _ops.top_k(input, k, sorted, _dtypes.int32)
        return TopKV2(values, _ops.cast(places, index_type))
    return TopKV2(*_ops.top_k(input, k, sorted, index_type))


def in_top_k(
    targets: TensorLike, predictions: TensorLike, k: int, name: str | None = None
) -> Tensor:
    """Whether the prediction [batch, classes] of each target class is among its ``k`` largest.

    Equal ones all are; a class that does not exist and a row whose predictions are not all finite
    are not.
    """
    targets = _functions.convert(targets)
    given = _functions.convert(predictions)
    is_float = given.dtype.is_floating
    predictions = given if is_float else _functions.convert(predictions, _dtypes.float32)
    if predictions.ndim != 2 or targets.ndim != 1:
        raise InvalidArgumentError(
            "in_top_k: predictions must have 2 axes and targets 1, got "
            f"{tuple(predictions.shape)} and {tuple(targets.shape)}"
        )
    classes = _ops.cast(sizes_of(predictions)[1], targets.dtype)
    exists = _ops.logical_and(targets >= 0, targets < classes)
    places = _ops.where(exists, targets, _ops.zeros_like(targets))
    own = _ops.batch_gather(predictions, _ops.expand_dims(places, 1), 1)
    larger = _ops.cast(predictions > own, _dtypes.int32)
    chosen = _ops.reduce_sum(larger, 1) < _ops.cast(k, _dtypes.int32)
    finite = _ops.reduce_all(_ops.is_finite(predictions), 1)
    return _ops.logical_and(_ops.logical_and(chosen, finite), exists)


def unique(x: TensorLike, out_idx: DTypeLike = _dtypes.int32, name: str | None = None) -> Unique:
    """The distinct elements of a vector in the order in which they come, and which each one is."""
    y, idx = _distinct(x)
    return Unique(y, _ops.cast(idx, out_idx))


def unique_with_counts(
    x: TensorLike, out_idx: DTypeLike = _dtypes.int32, name: str | None = None
) -> UniqueWithCounts:
    """The same, and how many of each there are."""
    y, idx = _distinct(x)
    counts = _ops.segment_reduce(_ops.ones_like(idx), idx, sizes_of(y)[0])
    return UniqueWithCounts(y, _ops.cast(idx, out_idx), _ops.cast(counts, out_idx))


def _distinct(x: TensorLike) -> tuple[Tensor, Tensor]:
    """The elements that equal none before them, and which of these each element is."""
    x = _functions.convert(x)
    if x.ndim != 1:
        raise InvalidArgumentError(f"unique expects a 1D vector, got shape {tuple(x.shape)}")
    first = _first_places(x)
    is_first = _ops.equal(first, _ops.iota(sizes_of(x)[0], first.dtype))
    numbers = _ops.cumsum(_ops.cast(is_first, _dtypes.int32)) - 1
    return _ops.boolean_mask(x, is_first), _ops.gather(numbers, first, 0)


def _first_places(x: Tensor) -> Tensor:
    """Where the first element stands that equals each one."""
    if x.dtype.is_floating or x.dtype.is_complex:
        return _first_places_in_order(x)
    keys = x if x.dtype == _dtypes.string else _ops.cast(x, _dtypes.int64)
    return _ops.find_keys(keys, keys)


def _first_places_in_order(x: Tensor) -> Tensor:
    """The same by sorting, in which equal elements keep their order; NaN equals nothing."""
    order = _ops.argsort(x)
    ordered = _ops.gather(x, order, 0)
    before = _ops.concat([ordered[:1], ordered[:-1]], 0)
    places = _ops.iota(sizes_of(x)[0], order.dtype)
    starts = _ops.logical_or(_ops.not_equal(ordered, before), _ops.equal(places, 0))
    runs = _ops.cumsum(_ops.cast(starts, order.dtype)) - 1
    firsts = _ops.gather(_ops.boolean_mask(order, starts), runs, 0)
    return _ops.scatter_add(firsts, order, sizes_of(x), 0)


def _approx_k(
    op: str, operand: TensorLike, k: int, axis: int, is_max: bool
) -> tuple[Tensor, Tensor]:
    x = _functions.convert(operand)
    order = list(range(x.ndim))
    at = place(op, axis, x.ndim)
    order[at], order[-1] = order[-1], order[at]
    turned = _ops.transpose(x if is_max else _ops.negative(x), perm=order)
    values, places = _ops.top_k(turned, k)
    values = _ops.transpose(values if is_max else _ops.negative(values), perm=order)
    return values, _ops.cast(_ops.transpose(places, perm=order), _dtypes.int32)


def approx_max_k(
    operand: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The ``k`` largest values along an axis and their places (int32), largest first: all of them,
    whatever ``recall_target`` asks for at least."""
    return _approx_k("approx_max_k", operand, k, reduction_dimension, True)


def approx_min_k(
    operand: TensorLike,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The ``k`` smallest values along an axis and their places (int32), smallest first."""
    return _approx_k("approx_min_k", operand, k, reduction_dimension, False)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
