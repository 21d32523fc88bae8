"""Owns branches and loops. Called by itself each is Python; within a trace it is one step of it,
and on symbolic tensors its functions run once, for the shapes."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any

from keras.src import tree
from keras.src.backend.common import KerasVariable

import pelton
from keras_pelton.src.indexing import is_symbolic
from pelton._core import functions as _functions


def _tensor(x: Any) -> Any:
    from keras_pelton.src.core import convert_to_tensor

    return convert_to_tensor(x)


def _is_outline(*values: Any) -> bool:
    """Whether these are symbolic and no trace stands by to write down a branch or loop."""
    return is_symbolic(*values) and not _functions.is_tracing()


def _merged(structure: Any, other: Any) -> Any:
    """Symbolic tensors of the shapes that both have, open where they differ."""

    def merge(one: Any, two: Any) -> Any:
        if not isinstance(one, pelton.Tensor) or tuple(one.shape) == tuple(two.shape):
            return one
        sizes = [a if a == b else None for a, b in zip(one.shape, two.shape, strict=True)]
        return _functions.symbolic(sizes, one.dtype, "merged")

    return tree.map_structure(merge, structure, other)


def cond(pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any]) -> Any:
    """``true_fn()`` where the scalar `pred` is true, else ``false_fn()``."""
    if isinstance(pred, KerasVariable):
        pred = pred.value
    if _is_outline(pred):
        return _merged(true_fn(), false_fn())
    return pelton.cond(pred, true_fn=true_fn, false_fn=false_fn)


def switch(index: Any, branches: Sequence[Callable[..., Any]], *operands: Any) -> Any:
    """``branches[index](*operands)``, `index` being clipped to the numbers that there are."""
    index = pelton.clip_by_value(pelton.cast(_tensor(index), "int32"), 0, len(branches) - 1)
    if _is_outline(index):
        return branches[0](*operands)
    calls = [lambda branch=branch: branch(*operands) for branch in branches]
    return pelton.switch_case(index, calls)


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    maximum_iterations: Any = None,
) -> Any:
    """`loop_vars`, replaced by ``body(*loop_vars)`` while ``cond(*loop_vars)`` is true."""
    is_sequence = isinstance(loop_vars, (tuple, list))
    values = tuple(loop_vars) if is_sequence else (loop_vars,)
    values = tree.map_structure(_tensor, values)

    def once(*args: Any) -> Any:
        made = body(*args)
        made = tuple(made) if isinstance(made, (list, tuple)) else (made,)
        return tree.map_structure(_tensor, made)

    if _is_outline(*tree.flatten(values)):
        values = _merged(values, once(*values))
    else:
        values = pelton.while_loop(cond, once, values, maximum_iterations=maximum_iterations)
    return tuple(values) if is_sequence else values[0]


def fori_loop(lower: Any, upper: Any, body_fun: Callable[..., Any], init_val: Any) -> Any:
    """``val = body_fun(i, val)`` for i from `lower` to `upper`, which is not reached."""
    value = tree.map_structure(_tensor, init_val)
    is_plain = isinstance(lower, int) and isinstance(upper, int) and not _functions.is_tracing()
    if is_plain and not is_symbolic(*tree.flatten(value)):
        for i in range(lower, upper):  # stays a number, which takes the dtype of what it meets
            value = body_fun(i, value)
        return value
    found = while_loop(
        lambda i, *val: pelton.less(i, pelton.cast(upper, i.dtype)),
        lambda i, val: (i + 1, body_fun(i, val)),
        (lower, value),
    )
    return found[1]


def map(f: Callable[[Any], Any], xs: Any) -> Any:  # noqa: A001 - Keras's name
    """``f`` of each row of `xs`, stacked again."""
    return scan(lambda _, x: ((), f(x)), (), xs)[1]


def vectorized_map(function: Callable[[Any], Any], elements: Any) -> Any:
    """``function`` of each row of `elements`, stacked again."""
    return map(function, elements)


class _Nest:
    """The tensors of a nest, and the nest again from others; None stands for nothing."""

    def __init__(self, structure: Any) -> None:
        self.structure = structure
        self.tensors = [_tensor(leaf) for leaf in tree.flatten(structure) if leaf is not None]

    def pack(self, tensors: Sequence[Any]) -> Any:
        """The same nest of `tensors`."""
        rest = iter(tensors)
        leaves = [None if leaf is None else next(rest) for leaf in tree.flatten(self.structure)]
        return tree.pack_sequence_as(self.structure, leaves)


class _Loop:
    """One call of scan: what it carries, its rows, and the nest of what each step gives."""

    def __init__(self, f: Callable[..., Any], init: Any, xs: Any, length: int | None) -> None:
        self.f = f
        self.carried = _Nest(init)
        self.rows = _Nest(xs)
        self.given: _Nest | None = None
        self.leaves = self.rows.tensors
        if length is not None and self.leaves:
            self.leaves = [leaf[:length] for leaf in self.leaves]
        elif not self.leaves:
            self.leaves = [pelton.range(length)]

    def once(self, *leaves: Any) -> list[Any]:
        """One step on the carried tensors and a row; gives the new ones and the step's own."""
        count = len(self.carried.tensors)
        row = self.rows.pack(leaves[count:]) if self.rows.tensors else None
        state, given = self.f(self.carried.pack(leaves[:count]), row)
        self.given = _Nest(given)
        return _Nest(state).tensors + self.given.tensors

    def result(self, carried: Sequence[Any], stacked: Sequence[Any]) -> tuple[Any, Any]:
        """The nests of the last carried tensors and of the steps' own."""
        assert self.given is not None
        return self.carried.pack(carried), self.given.pack(stacked)

    def outlined(self) -> tuple[Any, Any]:
        """The result's shapes, from one step on symbolic tensors."""
        count = self.leaves[0].shape[0]
        rows = [_functions.symbolic(leaf.shape[1:], leaf.dtype, "row") for leaf in self.leaves]
        made = self.once(*self.carried.tensors, *rows)
        size = len(self.carried.tensors)
        stacked = [_functions.symbolic([count, *y.shape], y.dtype, "rows") for y in made[size:]]
        return self.result(made[:size], stacked)

    def stepped(self, is_reversed: bool) -> tuple[Any, Any]:
        """The result by a loop in Python."""
        columns = [pelton.unstack(leaf) for leaf in self.leaves]
        rows = list(zip(*columns, strict=True))
        state, ys = self.carried.tensors, []
        for row in reversed(rows) if is_reversed else rows:
            made = self.once(*state, *row)
            state = made[: len(state)]
            ys.append(made[len(state) :])
        if not ys:
            return self.outlined()
        columns = list(zip(*(ys[::-1] if is_reversed else ys), strict=True))
        return self.result(state, [pelton.stack(list(column)) for column in columns])


def scan(
    f: Callable[..., Any],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
) -> Any:
    """``carry, y = f(carry, x)`` over the rows x of `xs`: the last carry, and all y stacked."""
    if not callable(f):
        raise TypeError(f"`f` should be a callable. Received: f={f}")
    if not isinstance(unroll, bool) and (not isinstance(unroll, int) or unroll < 1):
        raise ValueError(
            f"`unroll` must be an positive integer or boolean. Received: unroll={unroll}"
        )
    if xs is None and length is None:
        raise ValueError("Got no `xs` to scan over and `length` not provided.")
    loop = _Loop(f, init, xs, length)
    if _is_outline(*loop.carried.tensors, *loop.leaves):
        return loop.outlined()
    if _functions.is_tracing() and unroll is not True:
        found = _functions.trace_loop(
            "scan", None, loop.once, loop.carried.tensors, loop.leaves, [], is_reversed=reverse
        )
        if found is not None:
            count = len(loop.carried.tensors)
            return loop.result(found[:count], found[count:])
    return loop.stepped(reverse)


def associative_scan(
    f: Callable[..., Any], elems: Any, reverse: bool = False, axis: int = 0
) -> Any:
    """All partial results of the associative `f` along an axis, in log2(n) rounds of `f`."""
    if not callable(f):
        raise TypeError(f"`f` should be a callable. Received: f={f}")
    nest = _Nest(elems)
    leaves = nest.tensors
    count = leaves[0].shape[axis]
    if any(leaf.shape[axis] != count for leaf in leaves):
        raise ValueError(
            "Array inputs to associative_scan must have the same first dimension. (saw: "
            f"{[tuple(leaf.shape) for leaf in leaves]})"
        )

    def part(leaf: Any, begin: int, end: int) -> Any:
        index = [builtins.slice(None)] * len(leaf.shape)
        index[axis] = builtins.slice(begin, end)
        return leaf[tuple(index)]

    step = 1
    while step < count:
        # Each element takes in the one `step` places before it, or behind it in reverse.
        near = [part(leaf, step, count) for leaf in leaves]
        far = [part(leaf, 0, count - step) for leaf in leaves]
        first, second = (near, far) if reverse else (far, near)
        made = _Nest(f(nest.pack(first), nest.pack(second))).tensors
        kept = (count - step, count) if reverse else (0, step)
        ends = [part(leaf, *kept) for leaf in leaves]
        pairs = zip(made, ends, strict=True) if reverse else zip(ends, made, strict=True)
        leaves = [pelton.concat(list(pair), axis) for pair in pairs]
        step *= 2
    return nest.pack(leaves)
