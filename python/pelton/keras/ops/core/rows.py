"""Owns functions over the rows of tensors: ``map``, ``scan``, ``associative_scan``."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.functions.control_flow import are_steps
from pelton.functions.row_loops import vectorized_map as _map_rows
from pelton.functions.traced_structure import Leaves
from pelton.keras.ops.conversion import convert, one_axis, sizes
from pelton.nest import flatten, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def map(f: Callable[[Any], Any], xs: Any) -> Any:
    """`f` of each row of `xs`, a tensor or a nest of them, stacked."""
    return _map_rows(f, map_structure(convert, xs))


def vectorized_map(function: Callable[[Any], Any], elements: Any) -> Any:
    """`function` of each row of `elements`, a tensor or a nest of them, stacked."""
    return _map_rows(function, map_structure(convert, elements))


def _check_scan(f: Any, xs: Any, length: Any, unroll: Any) -> tuple[list[Tensor], int]:
    """The tensors of `xs` and how many rows they have. Raises TypeError and ValueError."""
    if not callable(f):
        raise TypeError(f"`f` should be a callable. Received: f={f}")
    if not isinstance(unroll, bool) and not (isinstance(unroll, int) and unroll >= 1):
        raise ValueError(
            f"`unroll` must be an positive integer or boolean. Received: unroll={unroll}"
        )
    if xs is None and length is None:
        raise ValueError("Got no `xs` to scan over and `length` not provided.")
    rows = [convert(leaf) for leaf in flatten(xs)] if xs is not None else []
    counts = {leaf.shape[0] for leaf in rows} | ({int(length)} if length is not None else set())
    if len(counts) != 1:
        raise ValueError(f"scan: `xs` and `length` must agree on how many rows: {sorted(counts)}")
    return rows, counts.pop()


def scan(
    f: Callable[[Any, Any], Any],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
) -> tuple[Any, Any]:
    """``carry, y = f(carry, row)`` over the rows of `xs`, from `init`: the last carry, and the
    stacked ys.

    `length`: how many times where `xs` is None. `unroll` changes nothing."""
    rows, count = _check_scan(f, xs, length, unroll)
    state = Leaves(map_structure(convert, init))
    given = rows if rows else [_ops.zeros([count], "int32")]
    made: list[Leaves] = []

    def once(*leaves: Any) -> list[Any]:
        carried, row = leaves[: len(state.tensors)], leaves[len(state.tensors) :]
        carry, y = f(state.pack(carried), pack_sequence_as(xs, row) if rows else None)
        made.append(Leaves(y))
        return state.converted(carry, "scan", "init") + made[-1].tensors

    if are_steps(*state.tensors, *given):
        found = _functions.trace_loop(
            "scan", None, once, state.tensors, given, [], is_reversed=reverse
        )
        if found is not None:
            split = len(state.tensors)
            return state.pack(found[:split]), made[-1].pack(found[split:])
    return _scan_by_row(once, state, given, count, reverse, made)


def _scan_by_row(
    once: Callable[..., list[Any]],
    state: Leaves,
    rows: list[Tensor],
    count: int,
    reverse: bool,
    made: list[Leaves],
) -> tuple[Any, Any]:
    carried, outputs = state.tensors, []
    for place in reversed(range(count)) if reverse else range(count):
        found = once(*carried, *[leaf[place] for leaf in rows])
        carried = found[: len(state.tensors)]
        outputs.append(found[len(state.tensors) :])
    if not outputs:
        return state.pack(carried), None
    if reverse:
        outputs.reverse()
    stacked = [_ops.stack(list(column), 0) for column in zip(*outputs, strict=True)]
    return state.pack(carried), made[-1].pack(stacked)


def _cut(x: Tensor, axis: int, first: int | None, last: int | None, step: int = 1) -> Tensor:
    index = [slice(None)] * axis + [slice(first, last, step)]
    return x[tuple(index)]


def _interleave(even: Tensor, odd: Tensor, axis: int) -> Tensor:
    """The rows of both in turn, `even` first; it may have one more."""
    count, more = odd.shape[axis], even.shape[axis] - odd.shape[axis]
    pairs = _ops.stack([_cut(even, axis, 0, count), odd], axis + 1)
    own = sizes(even)
    shape = [*own[:axis], 2 * count, *own[axis + 1 :]]
    joined = _ops.reshape(pairs, shape)
    return _ops.concat([joined, _cut(even, axis, count, None)], axis) if more else joined


def _prefixes(combine: Callable[..., list[Tensor]], leaves: list[Tensor], axis: int) -> Any:
    """Each row combined with all before it, in about twice the logarithm of steps."""
    count = leaves[0].shape[axis]
    if count < 2:
        return leaves
    pairs = combine(
        [_cut(leaf, axis, 0, count - 1, 2) for leaf in leaves],
        [_cut(leaf, axis, 1, None, 2) for leaf in leaves],
    )
    odd = _prefixes(combine, pairs, axis)
    before = odd if count % 2 else [_cut(leaf, axis, 0, -1) for leaf in odd]
    even = combine(before, [_cut(leaf, axis, 2, None, 2) for leaf in leaves]) if count > 2 else []
    first = [_cut(leaf, axis, 0, 1) for leaf in leaves]
    heads = [_ops.concat([a, b], axis) for a, b in zip(first, even, strict=True)] if even else first
    return [_interleave(a, b, axis) for a, b in zip(heads, odd, strict=True)]


def associative_scan(
    f: Callable[[Any, Any], Any], elems: Any, reverse: bool = False, axis: int = 0
) -> Any:
    """Each row of `elems` combined by `f` with all rows before it, or behind it if `reverse`.

    `f` must be associative; it gets many rows at once."""
    if not callable(f):
        raise TypeError("`fn` should be callable.")
    leaves = [convert(leaf) for leaf in flatten(elems)]
    axis = one_axis(axis, leaves[0].ndim)
    counts = {leaf.shape[axis] for leaf in leaves}
    if len(counts) != 1:
        raise ValueError(
            "Array inputs to associative_scan must have the same first dimension. (saw: "
            f"{[tuple(leaf.shape) for leaf in leaves]})"
        )

    def combine(first: list[Tensor], second: list[Tensor]) -> list[Tensor]:
        one, other = pack_sequence_as(elems, first), pack_sequence_as(elems, second)
        return [convert(leaf) for leaf in flatten(f(one, other))]

    if reverse:
        leaves = [_ops.reverse(leaf, [axis]) for leaf in leaves]
    found = _prefixes(combine, leaves, axis)
    if reverse:
        found = [_ops.reverse(leaf, [axis]) for leaf in found]
    return pack_sequence_as(elems, found)
