"""Owns map_fn, scan, foldl and foldr of graphs: their function is called once while the graph is
built, and its nodes run for each row."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.compat.v1.control_flow import Body, blank
from pelton.compat.v1.graph import get_default_graph, is_active
from pelton.compat.v1.operation import Operation
from pelton.compat.v1.unranked import Unranked
from pelton.compat.v1.variables import RefVariable
from pelton.functions import row_loops as _loops
from pelton.nest import flatten, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _tensor(leaf: Any) -> Any:
    if isinstance(leaf, RefVariable):
        return leaf.value()
    return leaf.known() if hasattr(leaf, "output_of") else _functions.convert(leaf)


def _row(tensor: Any) -> Any:
    return blank(_functions.symbolic(list(tensor.shape)[1:], tensor.dtype))


def _count(tensors: list[Any]) -> Any:
    sizes = [one.shape[0] for one in tensors if one.shape.rank and one.shape[0] is not None]
    return sizes[0] if sizes else None


def _node(name: str, compute: Callable[..., Any], given: Any, body: Body, likes: Any) -> Any:
    node = Operation(
        get_default_graph(), name, f"{name}/", compute, (given, body.captures, body.reads),
        takes_run=True,
    )  # fmt: skip
    return node.give(likes)


def _stacked(count: Any, outputs: list[Any]) -> list[Any]:
    return [
        Unranked(one.dtype) if hasattr(one, "output_of")
        else _functions.symbolic([count, *one.shape], one.dtype)
        for one in outputs
    ]  # fmt: skip


def map_fn(
    fn: Callable[..., Any], elems: Any, dtype: Any = None, parallel_iterations: Any = None,
    back_prop: bool = True, swap_memory: bool = False, infer_shape: bool = True,
    name: str | None = None, fn_output_signature: Any = None,
) -> Any:  # fmt: skip
    """``fn(row)`` for each row of `elems`, a tensor or a nest of them, put together again."""
    kind = dtype if fn_output_signature is None else fn_output_signature
    if not is_active():
        return _loops.map_fn(fn, elems, fn_output_signature=kind)
    given = map_structure(_tensor, elems)
    rows = map_structure(_row, given)
    body = Body(flatten(rows), fn(rows))

    def compute(run: Any, values: Any, captures: Any, _: Any) -> Any:
        kinds = pack_sequence_as(body.structure, [one.dtype for one in body.outputs])
        return _loops.map_fn(
            lambda row: body(run, [*flatten(row), *captures]), values, fn_output_signature=kinds
        )

    likes = _stacked(_count(flatten(given)), body.outputs)
    return _node("map", compute, given, body, pack_sequence_as(body.structure, likes))


def vectorized_map(
    fn: Callable[..., Any], elems: Any, fallback_to_while_loop: bool = True, warn: bool = True
) -> Any:
    """``fn(row)`` for each row of `elems`, put together again; in graphs row by row."""
    if not is_active():
        return _loops.vectorized_map(fn, elems, fallback_to_while_loop, warn)
    return map_fn(fn, elems)


def scan(
    fn: Callable[..., Any], elems: Any, initializer: Any = None, parallel_iterations: int = 10,
    back_prop: bool = True, swap_memory: bool = False, infer_shape: bool = True,
    reverse: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """All values of ``fn(value before, row)``, from `initializer` or the first row on."""
    if not is_active():
        return _loops.scan(fn, elems, initializer, reverse=reverse)
    body, given, start = _steps(fn, elems, initializer)

    def compute(run: Any, values: Any, captures: Any, _: Any) -> Any:
        rows, first = values
        step = _step(body, run, captures)
        return _loops.scan(step, rows, first, reverse=reverse)

    likes = _stacked(_count(flatten(given)), body.outputs)
    nest = pack_sequence_as(body.structure, likes)
    return _node("scan", compute, (given, start), body, nest)


def foldl(
    fn: Callable[..., Any], elems: Any, initializer: Any = None, parallel_iterations: int = 10,
    back_prop: bool = True, swap_memory: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """The last value of ``fn(value before, row)``, from the first row to the last."""
    return _fold("foldl", fn, elems, initializer)


def foldr(
    fn: Callable[..., Any], elems: Any, initializer: Any = None, parallel_iterations: int = 10,
    back_prop: bool = True, swap_memory: bool = False, name: str | None = None,
) -> Any:  # fmt: skip
    """The last value of ``fn(value before, row)``, from the last row to the first."""
    return _fold("foldr", fn, elems, initializer)


def _fold(name: str, fn: Callable[..., Any], elems: Any, initializer: Any) -> Any:
    fold = getattr(_loops, name)
    if not is_active():
        return fold(fn, elems, initializer)
    body, given, start = _steps(fn, elems, initializer)

    def compute(run: Any, values: Any, captures: Any, _: Any) -> Any:
        rows, first = values
        return fold(_step(body, run, captures), rows, first)

    likes = [_functions.symbolic(one.shape, one.dtype) for one in body.outputs]
    return _node(name, compute, (given, start), body, pack_sequence_as(body.structure, likes))


def _steps(fn: Callable[..., Any], elems: Any, initializer: Any) -> tuple[Body, Any, Any]:
    """(what one step does, the rows, what it starts from)."""
    given = map_structure(_tensor, elems)
    start = None if initializer is None else map_structure(_tensor, initializer)
    rows = map_structure(_row, given)
    before = map_structure(_row, given) if start is None else map_structure(blank, start)
    return Body([*flatten(before), *flatten(rows)], fn(before, rows)), given, start


def _step(body: Body, run: Any, captures: Any) -> Callable[..., Any]:
    return lambda before, row: body(run, [*flatten(before), *flatten(row), *captures])
