"""Owns the functions of index vectors and of rows by number: gather_nd, scatter_nd, stitches."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import integers, product, scalar_size, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import ShapeLike, TensorLike
    from pelton.ops.array.sizes import Size


_POLICIES = ("", "DEFAULT", "ERROR", "IGNORE")


def _ignores(op: str, policy: str) -> bool:
    """Whether index vectors that lie outside are left out; raises InvalidArgumentError for none of
    TensorFlow's policies."""
    if policy not in _POLICIES:
        raise InvalidArgumentError(
            f"{op}: bad_indices_policy must be one of {', '.join(_POLICIES[1:])}, got {policy!r}"
        )
    return policy == "IGNORE"


def _inside(indices: Tensor, sizes: Sequence[Size]) -> tuple[Tensor, Tensor]:
    """Which index vectors lie within the first axes, of these sizes, and the vectors with zeros in
    place of those that do not."""
    ends = _ops.cast(_ops.stack(list(sizes), 0) if sizes else _ops.zeros([0]), indices.dtype)
    fits = _ops.logical_and(indices >= 0, indices < ends)
    inside = _ops.reduce_all(fits, [-1])
    return inside, _ops.where(_ops.expand_dims(inside, -1), indices, _ops.zeros_like(indices))


def _depth(op: str, indices: Tensor, rank: int) -> int:
    """How many axes the index vectors are of."""
    depth = indices.shape[-1] if indices.ndim else None
    if depth is None:
        raise InvalidArgumentError(
            f"{op}: indices must have a last axis of known size, got shape {tuple(indices.shape)}"
        )
    if depth > rank:
        raise InvalidArgumentError(
            f"{op}: index innermost dimension length must be <= params rank; saw: {depth} vs. "
            f"{rank}; indices: {indices.dtype.name} {tuple(indices.shape)}"
        )
    return depth


def _rows(tensor: Tensor, sizes: Sequence[Size], depth: int) -> Tensor:
    """``tensor`` with its first ``depth`` axes as one."""
    return _ops.reshape(tensor, [product(sizes[:depth]), *sizes[depth:]])


def _batch_indices(indices: Tensor, batch_dims: int) -> Tensor:
    """Index vectors that begin with the number of their batch along each of the first axes."""
    sizes = sizes_of(indices)
    parts = []
    for axis in range(batch_dims):
        column = [1] * indices.ndim
        column[axis] = -1
        numbers = _ops.reshape(_ops.iota(sizes[axis], indices.dtype), column)
        parts.append(_ops.broadcast_to(numbers, [*sizes[:-1], 1]))
    return _ops.concat([*parts, indices], -1)


def gather_nd(
    params: TensorLike,
    indices: TensorLike,
    batch_dims: int = 0,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Tensor:
    """The slices of ``params`` at the vectors of ``indices`` [..., depth], of its first axes.

    The first ``batch_dims`` axes of both go together. Raises an InvalidArgumentError for an index
    outside, which gives zeros with the policy "IGNORE".
    """
    params, indices = _functions.convert(params), _functions.convert(indices)
    if not 0 <= batch_dims < max(indices.ndim, 1):
        raise ValueError(f"gather_nd: batch_dims = {batch_dims} must be in [0, {indices.ndim})")
    if batch_dims:
        indices = _batch_indices(indices, batch_dims)
    if indices.dtype == _dtypes.int16:
        indices = _ops.cast(indices, _dtypes.int32)
    depth = _depth("gather_nd", indices, params.ndim)
    sizes = sizes_of(params)
    if _ignores("gather_nd", bad_indices_policy):
        return _gathered_inside(params, indices, sizes[:depth])
    places = _ops.flat_index(indices, sizes[:depth])
    if depth == 1 and indices.ndim == 2:  # whose gradient is IndexedSlices of these rows
        return _ops.gather(params, _ops.cast(places, indices.dtype), 0)
    return _ops.gather(_rows(params, sizes, depth), places, 0)


def _gathered_inside(params: Tensor, indices: Tensor, sizes: Sequence[Size]) -> Tensor:
    """The slices at the index vectors, zeros for those that lie outside."""
    inside, within = _inside(indices, sizes)
    found = gather_nd(params, within)
    for _ in range(found.ndim - inside.ndim):
        inside = _ops.expand_dims(inside, -1)
    return _ops.where(inside, found, _ops.zeros_like(found))


def _with_depth(indices: Tensor, updates: Tensor, rank: int) -> Tensor:
    """Index vectors whose number of axes is not known, of as many as the updates leave."""
    if indices.ndim == 0 or indices.shape[-1] is not None:
        return indices
    depth = rank - (updates.ndim - indices.ndim + 1)
    return _ops.reshape(indices, [*sizes_of(indices)[:-1], depth]) if depth >= 0 else indices


class _Scatter:
    """Index vectors of a tensor of ``sizes`` as row numbers, and the updates as rows. With the
    policy "IGNORE" those that lie outside are numbers of a row more."""

    def __init__(
        self, op: str, indices: Any, updates: Tensor, sizes: Sequence[Size], policy: str = ""
    ) -> None:
        indices = _with_depth(_functions.convert(indices), updates, len(sizes))
        self.depth = _depth(op, indices, len(sizes))
        expected = (*indices.shape[:-1], *sizes[self.depth :])
        fits = len(expected) == updates.ndim and all(
            a is None or b is None or not isinstance(b, int) or a == b
            for a, b in zip(updates.shape, expected, strict=True)
        )
        if not fits:
            raise InvalidArgumentError(
                f"{op}: updates must have shape indices.shape[:-1] + shape[{self.depth}:], got "
                f"updates: {updates.dtype.name} {tuple(updates.shape)}, indices: "
                f"{indices.dtype.name} {tuple(indices.shape)}, shape: {tuple(sizes)}"
            )
        self.sizes = list(sizes)
        self.rows = product(self.sizes[: self.depth])
        self.spare = 1 if _ignores(op, policy) else 0
        self.places = self._places(indices)
        outer = sizes_of(indices)[:-1]
        self.updates = _ops.reshape(updates, [product(outer), *self.sizes[self.depth :]])

    def _places(self, indices: Tensor) -> Tensor:
        first = self.sizes[: self.depth]
        if not self.spare:
            return _ops.reshape(_ops.flat_index(indices, first), [-1])
        inside, within = _inside(indices, first)
        places = _ops.where(inside, _ops.flat_index(within, first), self.rows)
        return _ops.reshape(places, [-1])

    def _old_rows(self, tensor: Tensor) -> Tensor:
        """``tensor`` as rows, with an empty one at the end for what lies outside."""
        old = _rows(tensor, self.sizes, self.depth)
        if not self.spare:
            return old
        return _ops.concat([old, _ops.zeros([1, *self.sizes[self.depth :]], old.dtype)], 0)

    def _shaped(self, rows: Tensor) -> Tensor:
        return _ops.reshape(rows[: self.rows] if self.spare else rows, self.sizes)

    def added(self) -> Tensor:
        """The sum of what each row gets."""
        shape = [self.rows + self.spare, *self.sizes[self.depth :]]
        return self._shaped(_ops.scatter_add(self.updates, self.places, shape, 0))

    def chosen(self, tensor: Tensor, reduction: str) -> Tensor:
        """``tensor`` with the largest or least of its elements and what their rows get."""
        old, rows = self._old_rows(tensor), self.rows + self.spare
        found = _ops.segment_reduce(self.updates, self.places, rows, reduction)
        ones = _ops.ones_like(_ops.cast(self.places, _dtypes.int32))
        touched = _ops.segment_reduce(ones, self.places, rows) > 0
        touched = _ops.reshape(touched, [-1, *[1] * (old.ndim - 1)])
        best = (_ops.maximum if reduction == "max" else _ops.minimum)(old, found)
        if old.dtype.is_floating:  # what is as large as the update shares its gradient
            best = _ops.where(_ops.equal(old, found), old * 0.5 + found * 0.5, best)
        return self._shaped(_ops.where(touched, best, old))

    def replaced(self, tensor: Tensor) -> Tensor:
        """``tensor`` with the rows themselves, of several for one row the last."""
        old = self._old_rows(tensor)
        if old.dtype != _dtypes.string:
            return self._shaped(_ops.scatter_update(old, self.places, self.updates))
        kept = _ops.iota(self.rows + self.spare, _dtypes.int64)
        new = _ops.iota(sizes_of(self.updates)[0], _dtypes.int64) + (self.rows + self.spare)
        numbers = _ops.scatter_update(kept, self.places, new)
        return self._shaped(_ops.gather(_ops.concat([old, self.updates], 0), numbers, 0))


def scatter_nd(
    indices: TensorLike,
    updates: TensorLike,
    shape: ShapeLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """Zeros of ``shape`` with ``updates`` added at the vectors of ``indices`` [..., depth]; empty
    strings with strings there, of several for one place the last.

    Raises an InvalidArgumentError for an index outside, which the policy "IGNORE" leaves out."""
    updates = _functions.convert(updates)
    sizes = integers("scatter_nd", "shape", shape)
    if updates.dtype == _dtypes.bool:
        counts = scatter_nd(indices, _ops.cast(updates, _dtypes.int32), sizes, bad_indices_policy)
        return _ops.cast(counts, _dtypes.bool)
    scatter = _Scatter("scatter_nd", indices, updates, sizes, bad_indices_policy)
    if updates.dtype == _dtypes.string:
        return scatter.replaced(_ops.broadcast_to(_functions.convert(""), sizes))
    return scatter.added()


def _scatter(op: str, tensor: Tensor, indices: Any, updates: Any, policy: str = "") -> _Scatter:
    updates = _functions.convert_like(updates, tensor.dtype)
    return _Scatter(op, indices, updates, sizes_of(tensor), policy)


def tensor_scatter_nd_update(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None
) -> Tensor:
    """``tensor`` with ``updates`` at the vectors of ``indices``; the last one where some meet."""
    tensor = _functions.convert(tensor)
    return _scatter("tensor_scatter_nd_update", tensor, indices, updates).replaced(tensor)


def tensor_scatter_nd_add(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """``tensor`` with ``updates`` added at the vectors of ``indices``."""
    tensor = _functions.convert(tensor)
    return (
        tensor
        + _scatter("tensor_scatter_nd_add", tensor, indices, updates, bad_indices_policy).added()
    )


def tensor_scatter_nd_sub(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """``tensor`` with ``updates`` subtracted at the vectors of ``indices``."""
    tensor = _functions.convert(tensor)
    return (
        tensor
        - _scatter("tensor_scatter_nd_sub", tensor, indices, updates, bad_indices_policy).added()
    )


def tensor_scatter_nd_max(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """``tensor`` with the larger of its elements and ``updates`` at the vectors of ``indices``."""
    tensor = _functions.convert(tensor)
    return _scatter("tensor_scatter_nd_max", tensor, indices, updates, bad_indices_policy).chosen(
        tensor, "max"
    )


def tensor_scatter_nd_min(
    tensor: TensorLike,
    indices: TensorLike,
    updates: TensorLike,
    bad_indices_policy: str = "",
    name: str | None = None,
) -> Tensor:
    """``tensor`` with the smaller of its elements and ``updates`` at the vectors of ``indices``."""
    tensor = _functions.convert(tensor)
    return _scatter("tensor_scatter_nd_min", tensor, indices, updates, bad_indices_policy).chosen(
        tensor, "min"
    )


def embedding_lookup(
    params: TensorLike | Sequence[TensorLike],
    ids: TensorLike,
    max_norm: float | None = None,
    name: str | None = None,
) -> Tensor:
    """The rows of ``params`` at ``ids``, shortened to ``max_norm`` where that is given.

    Several tensors are parts of one table, one below the other.
    """
    from pelton.ops.math.norms import clip_by_norm

    parts = list(params) if isinstance(params, (list, tuple)) else [params]
    if not parts:
        raise ValueError("embedding_lookup: params must not be empty")
    table = _functions.convert(parts[0]) if len(parts) == 1 else _ops.concat(parts, 0)
    ids = _functions.convert(ids)
    rows = _ops.gather(table, ids, 0)
    if max_norm is None:
        return rows
    return clip_by_norm(rows, max_norm, list(range(ids.ndim, rows.ndim)))


def dynamic_partition(
    data: TensorLike, partitions: TensorLike, num_partitions: int, name: str | None = None
) -> list[Tensor]:
    """The slices of ``data`` by the number that ``partitions``, of its first axes, gives each."""
    from pelton.ragged.ragged_tensor import RaggedTensor

    is_ragged = isinstance(data, RaggedTensor)
    data = data if is_ragged else _functions.convert(data)
    partitions = _functions.convert(partitions)
    if num_partitions < 1:
        raise ValueError(f"dynamic_partition: num_partitions must be positive: {num_partitions}")
    bad = _ops.logical_or(partitions < 0, partitions >= num_partitions)
    if not _functions.is_symbolic(bad) and bool(_ops.reduce_any(bad)):
        raise InvalidArgumentError(
            f"dynamic_partition: partitions must be in [0, {num_partitions}), got "
            f"{partitions.numpy().tolist()}"
        )
    if is_ragged:
        from pelton.ragged import boolean_mask

        return [boolean_mask(data, _ops.equal(partitions, i)) for i in range(num_partitions)]
    if partitions.ndim == 0:
        data, partitions = _ops.expand_dims(data, 0), _ops.expand_dims(partitions, 0)
    return [_ops.boolean_mask(data, _ops.equal(partitions, i)) for i in range(num_partitions)]


def dynamic_stitch(
    indices: Sequence[TensorLike], data: Sequence[TensorLike], name: str | None = None
) -> Tensor:
    """One tensor of the slices of all of ``data``, each at the number that ``indices`` gives."""
    places = [_functions.convert(one) for one in indices]
    values = [_functions.convert(one) for one in data]
    if not places or len(places) != len(values):
        raise InvalidArgumentError(
            f"dynamic_stitch: needs as many indices as data, got {len(places)} and {len(values)}"
        )
    rest = sizes_of(values[0])[places[0].ndim :]
    flat = _ops.concat([_ops.reshape(one, [-1]) for one in places], 0)
    rows = [
        _ops.reshape(value, [product(sizes_of(place)), *rest])
        for place, value in zip(places, values, strict=True)
    ]
    count = scalar_size(_ops.reduce_max(flat) + 1) if flat.shape[0] != 0 else 0
    if values[0].dtype == _dtypes.string:
        return scatter_nd(_ops.expand_dims(flat, 1), _ops.concat(rows, 0), [count, *rest])
    empty = _ops.zeros([count, *rest], values[0].dtype)
    return _ops.scatter_update(empty, _ops.cast(flat, _dtypes.int64), _ops.concat(rows, 0))


def unravel_index(indices: TensorLike, dims: TensorLike, name: str | None = None) -> Tensor:
    """The index vectors [depth, ...] of numbers of elements in a tensor of sizes ``dims``."""
    indices = _functions.convert(indices)
    rest, places = indices, []
    for size in reversed(integers("unravel_index", "dims", dims)):
        places.append(_ops.floormod(rest, size))
        rest = _ops.floordiv(rest, size)
    if not _functions.is_symbolic(rest) and bool(_ops.reduce_any(_ops.not_equal(rest, 0))):
        raise InvalidArgumentError(
            f"unravel_index: index is out of bound for dims {dims}, got {indices.numpy().tolist()}"
        )
    return _ops.stack(places[::-1], 0)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
